// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;

/** Who is told of what happens to a group: each in its own time, in the order in which it happened. */
final class GroupListeners {
    private final Dispatcher dispatcher;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    GroupListeners(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    Group.Subscription add(Consumer<? super GroupEvent> listener) {
        Listener added = new Listener(Objects.requireNonNull(listener, "listener"));
        listeners.add(added);
        return added;
    }

    /** Called for one event after the other. */
    void tell(GroupEvent event) {
        for (Listener listener : listeners) {
            listener.tell(event);
        }
    }

    /** What was told before still arrives. */
    void end() {
        listeners.clear();
    }

    private final class Listener implements Group.Subscription, Runnable {
        private final Consumer<? super GroupEvent> consumer;
        // Guarded by itself, as is busy.
        private final Queue<GroupEvent> queue = new ArrayDeque<>();
        private boolean busy;
        private volatile boolean closed;

        Listener(Consumer<? super GroupEvent> consumer) {
            this.consumer = consumer;
        }

        void tell(GroupEvent event) {
            synchronized (queue) {
                queue.add(event);
                if (busy) {
                    return;
                }
                busy = true;
            }
            dispatcher.execute(this);
        }

        private @Nullable GroupEvent next() {
            synchronized (queue) {
                GroupEvent next = queue.poll();
                busy = next != null;
                return next;
            }
        }

        @Override
        public void run() {
            for (GroupEvent event = next(); event != null; event = next()) {
                if (closed) {
                    continue;
                }
                try {
                    consumer.accept(event);
                } catch (Throwable e) {
                    Log.warning("a listener of group '" + event.group() + "' failed", e);
                }
            }
        }

        @Override
        public void close() {
            closed = true;
            listeners.remove(this);
        }
    }
}
