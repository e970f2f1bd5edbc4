// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs several operations in sequence. The asynchronous form runs them on a thread of its own.
 *
 * @param <T> the result
 */
public abstract class Procedure<T> {
    public final String what;
    private final Handle handle;

    public Procedure(Handle handle, String what) {
        this.handle = handle;
        this.what = what;
    }

    /** Runs the operations; may block. Returns null only for {@code Void}. */
    protected abstract @Nullable T call();

    /** Receives the result if the caller has given up. */
    protected void late(T result) {}

    @SuppressWarnings("NullAway")
    public final T run() {
        handle.session.refuseOnProgressThread(what);
        return call();
    }

    public final CompletableFuture<T> submit() {
        PmixFuture<T> result = new PmixFuture<>(handle.dispatcher);
        Dispatcher.apart(new Apart(result));
        return result;
    }

    private final class Apart implements Runnable {
        private final PmixFuture<T> result;

        Apart(PmixFuture<T> result) {
            this.result = result;
        }

        @Override
        public void run() {
            T value = null;
            Throwable failure = null;
            try {
                value = call();
            } catch (Throwable e) {
                failure = e;
            }
            handle.dispatcher.execute(new End(result, value, failure));
        }
    }

    private final class End implements Runnable {
        private final PmixFuture<T> result;
        private final @Nullable T value;
        private final @Nullable Throwable failure;

        End(PmixFuture<T> result, @Nullable T value, @Nullable Throwable failure) {
            this.result = result;
            this.value = value;
            this.failure = failure;
        }

        @Override
        @SuppressWarnings("NullAway")
        public void run() {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (!result.complete(value)) {
                late(value);
            }
        }
    }
}
