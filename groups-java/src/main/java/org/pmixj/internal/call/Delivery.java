// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.StatusCodes;

/**
 * Completes a future of the application with a value or a failure.
 *
 * @param sole whether nobody else has the value, so that it is {@linkplain Abandonable abandoned} if the future is done
 */
public record Delivery<T>(
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
            if (!wanted && sole && value instanceof Abandonable created) {
                created.abandon();
            }
        }
    }

    /** Passes a result on to a future, on the dispatcher. */
    public record Handing<T>(Handle handle, CompletableFuture<T> to, boolean sole)
            implements BiConsumer<@Nullable T, @Nullable Throwable> {
        @Override
        public void accept(@Nullable T value, @Nullable Throwable failure) {
            handle.dispatcher.execute(new Delivery<>(to, value, failure, sole));
        }
    }

    /** Gives an operation up if the application's future was cancelled or expired before the operation ended. */
    public record IfGivenUp(CompletableFuture<?> done, Runnable giveUp)
            implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Object value, @Nullable Throwable failure) {
            if (failure != null && !done.isDone()) {
                giveUp.run();
            }
        }
    }

    /** Undoes a result that was created while its caller gave up. */
    public static void abandon(CompletableFuture<?> done) {
        if (!done.isCompletedExceptionally() && done.getNow(null) instanceof Abandonable created) {
            created.abandon();
        }
    }

    /** Waits for an operation that has its own timeout. An interrupt gives the operation up. */
    public static <T> T await(CompletableFuture<T> done, String what, Runnable giveUp) {
        try {
            return done.get();
        } catch (InterruptedException e) {
            giveUp.run();
            Thread.currentThread().interrupt();
            throw StatusCodes.interrupted(what);
        } catch (ExecutionException e) {
            RuntimeException failure = StatusCodes.cause(what, e);
            // Its stack trace is the one of another thread.
            failure.fillInStackTrace();
            throw failure;
        }
    }
}
