// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Log;

/**
 * Keeps the listeners for one kind of event. The dispatcher of its handle calls a listener for one event at a time, in
 * order; a slow listener delays no other.
 */
public final class Listeners<T> {
    // So many waiting events are reported once in the log.
    private static final int LONG_QUEUE = 10_000;
    private final Object subject;
    private final List<Listener> all = new CopyOnWriteArrayList<>();

    /** Constructs an empty list; the warning that a listener failed names the subject. */
    public Listeners(Object subject) {
        this.subject = subject;
    }

    public Registration add(Handle handle, Consumer<? super T> consumer) {
        return add(handle, consumer, List.of());
    }

    /** Adds a listener that receives some earlier events first. The caller excludes concurrent reports. */
    public Registration add(Handle handle, Consumer<? super T> consumer, Iterable<? extends T> earlier) {
        Listener added = new Listener(handle, Objects.requireNonNull(consumer, "listener"));
        for (T event : earlier) {
            added.report(event);
        }
        all.add(added);
        if (handle.isClosed()) {
            // Perhaps after the handle has closed its listeners.
            added.close();
        }
        return added;
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public void report(T event) {
        reportToOthers(null, event);
    }

    /** Reports an event to all but the listeners of one handle. */
    public void reportToOthers(@Nullable Handle handle, T event) {
        for (Listener listener : all) {
            if (!listener.handle.equals(handle)) {
                listener.report(event);
            }
        }
    }

    public void close(Handle handle) {
        for (Listener listener : all) {
            if (listener.handle.equals(handle)) {
                listener.close();
            }
        }
    }

    /** Removes all listeners. They still receive the events that were reported before. */
    public void end() {
        all.clear();
    }

    private final class Listener implements Registration, Runnable {
        final Handle handle;
        private final Consumer<? super T> consumer;
        // The queue guards itself and busy.
        private final Queue<T> queue = new ArrayDeque<>();
        private boolean busy;
        private volatile boolean closed;

        Listener(Handle handle, Consumer<? super T> consumer) {
            this.handle = handle;
            this.consumer = consumer;
        }

        void report(T event) {
            synchronized (queue) {
                queue.add(event);
                if (queue.size() == LONG_QUEUE) {
                    Log.warnApart(
                            "a listener for " + subject + " has " + LONG_QUEUE + " events to handle; it is too slow");
                }
                if (busy) {
                    return;
                }
                busy = true;
            }
            handle.dispatcher.execute(this);
        }

        private @Nullable T next() {
            synchronized (queue) {
                T next = queue.poll();
                busy = next != null;
                return next;
            }
        }

        @Override
        public void run() {
            for (T next = next(); next != null; next = next()) {
                if (closed) {
                    continue;
                }
                try {
                    consumer.accept(next);
                } catch (Throwable e) {
                    Log.warning("a listener for " + subject + " failed", e);
                }
            }
        }

        @Override
        public Optional<String> name() {
            return Optional.empty();
        }

        @Override
        public boolean isActive() {
            return !closed && all.contains(this);
        }

        @Override
        public void close() {
            closed = true;
            all.remove(this);
        }
    }
}
