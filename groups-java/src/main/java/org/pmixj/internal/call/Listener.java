// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Log;

/** Somebody who is told of something: in its own time, of one thing after the other. */
public final class Listener<T> implements Registration, Runnable {
    final Handle handle;
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
    public Listener(Handle handle, String subject, Consumer<? super T> consumer, Collection<Listener<T>> all) {
        this.handle = handle;
        this.subject = subject;
        this.consumer = consumer;
        this.all = all;
    }

    public void tell(T what) {
        synchronized (queue) {
            queue.add(what);
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

    /** A handle is closed, and its listeners with it. */
    public static <T> void close(Collection<Listener<T>> all, Handle handle) {
        for (Listener<T> listener : all) {
            if (listener.handle == handle) {
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
