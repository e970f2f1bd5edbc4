// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Completes a future of the application's with what has become of it.
 *
 * @param sole whether nobody else has the value: a group that is not wanted any more is left
 */
record Delivery<T>(
        CompletableFuture<T> future,
        @Nullable T value,
        @Nullable Throwable failure,
        boolean sole) implements Runnable {
    @Override
    public void run() {
        if (failure != null) {
            future.completeExceptionally(failure);
        } else {
            boolean wanted = future.complete(Objects.requireNonNull(value));
            if (!wanted && sole && value instanceof GroupImpl group) {
                group.abandon();
            }
        }
    }

    /** Waits for what ends by itself within a bound. An interrupt gives it up. */
    static <T> T await(CompletableFuture<T> done, String what, Runnable giveUp) {
        try {
            return done.get();
        } catch (InterruptedException e) {
            giveUp.run();
            Thread.currentThread().interrupt();
            throw Status.interrupted(what);
        } catch (ExecutionException e) {
            RuntimeException failure = NativeHandlers.failure(what, e);
            // It was made on another thread, whose stack tells the caller nothing.
            failure.fillInStackTrace();
            throw failure;
        }
    }
}
