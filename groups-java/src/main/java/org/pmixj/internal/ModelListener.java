// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Registration;

/** Somebody who is told of models: in its own time, of one thing after the other. */
final class ModelListener<T> implements Registration, Runnable {
    final Context context;
    private final Consumer<? super T> consumer;
    private final Collection<ModelListener<T>> all;
    // Guarded by itself, as is busy.
    private final Queue<T> queue = new ArrayDeque<>();
    private boolean busy;
    private volatile boolean closed;

    ModelListener(Context context, Consumer<? super T> consumer, Collection<ModelListener<T>> all) {
        this.context = context;
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
                Log.warning("a listener for programming models failed", e);
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
