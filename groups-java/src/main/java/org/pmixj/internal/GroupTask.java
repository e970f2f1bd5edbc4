// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is made of several operations one after the other. The asynchronous form does it on a thread of its own.
 *
 * @param <T> the result
 */
abstract class GroupTask<T> {
    final String what;
    private final Context context;

    GroupTask(Context context, String what) {
        this.context = context;
        this.what = what;
    }

    /** Does it; may block. Null is for tasks of {@code Void} alone. */
    abstract @Nullable T call();

    /** It succeeded for a caller that had given up. */
    void late(T result) {}

    @SuppressWarnings("NullAway")
    final T run() {
        context.session.refuseOnProgressThread(what);
        return call();
    }

    final CompletableFuture<T> submit() {
        Stage<T> result = new Stage<>(context.dispatcher);
        Dispatcher.apart(new Apart(result));
        return result;
    }

    private final class Apart implements Runnable {
        private final Stage<T> result;

        Apart(Stage<T> result) {
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
            context.dispatcher.execute(new End(result, value, failure));
        }
    }

    private final class End implements Runnable {
        private final Stage<T> result;
        private final @Nullable T value;
        private final @Nullable Throwable failure;

        End(Stage<T> result, @Nullable T value, @Nullable Throwable failure) {
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
