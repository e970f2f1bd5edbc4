// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;

/** Somebody who is told of something: in its own time, of one thing after the other. */
final class Listener<T> implements Registration, Runnable {
    final Context context;
    private final String subject;
    private final Consumer<? super T> consumer;
    private final Collection<Listener<T>> all;
    // Guarded by itself, as is busy.
    private final Queue<T> queue = new ArrayDeque<>();
    private boolean busy;
    private volatile boolean closed;

    /**
     * One who is not told yet.
     *
     * @param subject of what it is told, in messages
     * @param all those who are told, from which it takes itself when it is closed
     */
    Listener(Context context, String subject, Consumer<? super T> consumer, Collection<Listener<T>> all) {
        this.context = context;
        this.subject = subject;
        this.consumer = consumer;
        this.all = all;
    }

    void tell(T what) {
        synchronized (queue) {
            queue.add(what);
            if (busy) {
                return;
            }
            busy = true;
        }
        context.dispatcher.execute(this);
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

    /** A handle is closed, and its listeners with it. */
    static <T> void close(Collection<Listener<T>> all, Context context) {
        for (Listener<T> listener : all) {
            if (listener.context == context) {
                listener.close();
            }
        }
    }

    @Override
    public Optional<String> name() {
        return Optional.empty();
    }

    @Override
    public boolean isActive() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        all.remove(this);
    }
}
