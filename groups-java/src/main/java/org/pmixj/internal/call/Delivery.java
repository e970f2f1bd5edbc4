// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.StatusCodes;

/**
 * Completes a future of the application's with what has become of it.
 *
 * @param sole whether nobody else has the value: a group that is not wanted any more is left
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
            if (!wanted && sole && value instanceof Abandonable made) {
                made.abandon();
            }
        }
    }

    /** Hands on what becomes of something where the application's code runs. */
    public record Handing<T>(Handle handle, CompletableFuture<T> to, boolean sole)
            implements BiConsumer<@Nullable T, @Nullable Throwable> {
        @Override
        public void accept(@Nullable T value, @Nullable Throwable failure) {
            handle.dispatcher.execute(new Delivery<>(to, value, failure, sole));
        }
    }

    /** Of a future of the application's: cancelled, or out of its own time, before the thing itself has ended. */
    public record IfGivenUp(CompletableFuture<?> done, Runnable giveUp)
            implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Object value, @Nullable Throwable failure) {
            if (failure != null && !done.isDone()) {
                giveUp.run();
            }
        }
    }

    /** Leaves the group that was made in the moment in which it was given up. */
    public static void abandon(CompletableFuture<?> done) {
        if (!done.isCompletedExceptionally() && done.getNow(null) instanceof Abandonable made) {
            made.abandon();
        }
    }

    /** Waits for what ends by itself within a bound. An interrupt gives it up. */
    public static <T> T await(CompletableFuture<T> done, String what, Runnable giveUp) {
        try {
            return done.get();
        } catch (InterruptedException e) {
            giveUp.run();
            Thread.currentThread().interrupt();
            throw StatusCodes.interrupted(what);
        } catch (ExecutionException e) {
            RuntimeException failure = StatusCodes.cause(what, e);
            // It was made on another thread, whose stack tells the caller nothing.
            failure.fillInStackTrace();
            throw failure;
        }
    }
}
