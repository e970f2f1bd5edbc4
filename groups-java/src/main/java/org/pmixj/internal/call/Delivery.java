// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.trace.Span;

/** Delivers the result of an operation, which this library completes, to its callers in the application. */
public final class Delivery {
    /** A result that must be undone if its caller no longer waits for it: a group is left. */
    public interface Abandonable {
        /** Undoes the result, without waiting. */
        void abandon();
    }

    private Delivery() {}

    /**
     * Starts an operation. If it throws a PmixException, the future fails with it. Any other exception is thrown to the
     * caller.
     */
    public static <T> CompletableFuture<T> start(Handle handle, Supplier<CompletableFuture<T>> operation) {
        try {
            return operation.get();
        } catch (PmixException e) {
            return PmixFuture.failed(handle.dispatcher, e);
        }
    }

    /**
     * Returns a future that the dispatcher completes as another one.
     *
     * @param sole whether nobody else receives the value, so that it is abandoned if the application has cancelled or
     *     completed the future
     */
    public static <T> CompletableFuture<T> future(Handle handle, CompletableFuture<T> done, boolean sole) {
        PmixFuture<T> future = new PmixFuture<>(handle.dispatcher);
        // A stage that depends on another one has its failure wrapped.
        CompletableFuture<?> _ = done.whenComplete((value, failure) ->
                handle.dispatcher.execute(() -> complete(future, value, PmixFuture.cause(failure), sole)));
        return future;
    }

    @SuppressWarnings("NullAway") // a future of Void is completed with null
    private static <T> void complete(
            CompletableFuture<T> future, @Nullable T value, @Nullable Throwable failure, boolean sole) {
        if (failure != null) {
            future.completeExceptionally(failure);
        } else if (!future.complete(value) && sole && value instanceof Abandonable created) {
            created.abandon();
        }
    }

    /**
     * Runs an operation on a thread of its own, and completes a future on the dispatcher. The end of the session may refuse
     * a later step of it.
     */
    public static <T> void apart(
            Handle handle,
            String what,
            PmixFuture<T> result,
            Supplier<? extends @Nullable T> operation,
            Consumer<T> late) {
        apart(handle, what, result, operation, late, Span.NONE);
    }

    /** Runs an operation as above, and ends its record before stages of the application run. */
    static <T> void apart(
            Handle handle,
            String what,
            PmixFuture<T> result,
            Supplier<? extends @Nullable T> operation,
            Consumer<T> late,
            Span span) {
        Dispatcher.apart(() -> {
            try {
                T value = operation.get();
                handle.dispatcher.execute(() -> {
                    span.ended(null);
                    deliver(result, value, late);
                });
            } catch (Throwable e) {
                Throwable failure = e instanceof IllegalStateException ended ? handle.orClosed(what, ended) : e;
                handle.dispatcher.execute(() -> {
                    span.ended(failure);
                    result.completeExceptionally(failure);
                });
            }
        });
    }

    /** Completes a future, or passes the value on if the future is done already. */
    @SuppressWarnings("NullAway") // a future of Void is completed with null
    public static <T> void deliver(PmixFuture<T> result, @Nullable T value, Consumer<T> late) {
        if (!result.complete(value)) {
            late.accept(value);
        }
    }

    /** Gives an operation up if the application's future is cancelled or expires before the operation ends. */
    public static <T> CompletableFuture<T> orGiveUp(
            CompletableFuture<T> future, CompletableFuture<?> done, Runnable giveUp) {
        CompletableFuture<?> _ = future.whenComplete((value, failure) -> {
            if (failure != null && !done.isDone()) {
                giveUp.run();
            }
        });
        return future;
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
            return Deadline.result(done, what, Long.MAX_VALUE, Long.MAX_VALUE);
        } catch (InterruptedException e) {
            giveUp.run();
            Thread.currentThread().interrupt();
            throw StatusCodes.interrupted(what);
        }
    }
}
