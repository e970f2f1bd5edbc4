// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;

/** Who is told of what happens to a group: each in its own time, in the order in which it happened. */
final class GroupListeners {
    private final Context context;
    private final String subject;
    private final List<Listener<GroupEvent>> listeners = new CopyOnWriteArrayList<>();

    GroupListeners(Context context, String id) {
        this.context = context;
        this.subject = "group '" + id + "'";
    }

    Group.Subscription add(Consumer<? super GroupEvent> consumer) {
        Listener<GroupEvent> added =
                new Listener<>(context, subject, Objects.requireNonNull(consumer, "listener"), listeners);
        listeners.add(added);
        return new Subscribed(added);
    }

    /** Called for one event after the other. */
    void tell(GroupEvent event) {
        for (Listener<GroupEvent> listener : listeners) {
            listener.tell(event);
        }
    }

    /** What was told before still arrives. */
    void end() {
        listeners.clear();
    }

    private record Subscribed(Listener<GroupEvent> listener) implements Group.Subscription {
        @Override
        public void close() {
            listener.close();
        }
    }
}
