// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;

/** Who is told of what happens to a group: each in its own time, in the order in which it happened. */
public final class GroupListeners {
    private final Handle handle;
    private final String subject;
    private final List<Listener<GroupEvent>> listeners = new CopyOnWriteArrayList<>();

    public GroupListeners(Handle handle, String id) {
        this.handle = handle;
        this.subject = "group '" + id + "'";
    }

    public Group.Subscription add(Consumer<? super GroupEvent> consumer) {
        Listener<GroupEvent> added =
                new Listener<>(handle, subject, Objects.requireNonNull(consumer, "listener"), listeners);
        listeners.add(added);
        return new Subscribed(added);
    }

    /** Called for one event after the other. */
    public void tell(GroupEvent event) {
        for (Listener<GroupEvent> listener : listeners) {
            listener.tell(event);
        }
    }

    /** What was told before still arrives. */
    public void end() {
        listeners.clear();
    }

    private record Subscribed(Listener<GroupEvent> listener) implements Group.Subscription {
        @Override
        public void close() {
            listener.close();
        }
    }
}
