// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
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

    /** Does it; may block. */
    abstract T call();

    /** It succeeded for a caller that had given up. */
    void late(T result) {}

    final T run() {
        context.session.refuseOnProgressThread(what);
        return call();
    }

    final CompletableFuture<T> submit() {
        Stage<T> result = new Stage<>(context.dispatcher);
        Dispatcher.apart(new Apart(result));
        return result;
    }

    /** Makes nothing of the result, for a future of {@code Void}. */
    static final class Done implements Consumer<Object> {
        @Override
        public void accept(Object result) {}
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
        public void run() {
            if (value == null) {
                result.completeExceptionally(
                        failure == null ? new IllegalStateException(what + " gave nothing") : failure);
            } else if (!result.complete(value)) {
                late(value);
            }
        }
    }
}
