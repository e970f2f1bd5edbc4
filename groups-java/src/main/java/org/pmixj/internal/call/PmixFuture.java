// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The future of an asynchronous operation. Its {@code …Async} methods without an executor, and those of its stages, use
 * the {@link Dispatcher}. Cancelling it does not cancel the native call.
 */
public final class PmixFuture<T> extends CompletableFuture<T> {
    private final Dispatcher dispatcher;
    private final @Nullable Outcome<?> outcome;

    public PmixFuture(Dispatcher dispatcher) {
        this(dispatcher, null);
    }

    /** Constructs the future of a native call, whose timer is cancelled with the future. */
    PmixFuture(Dispatcher dispatcher, @Nullable Outcome<?> outcome) {
        this.dispatcher = dispatcher;
        this.outcome = outcome;
    }

    public static <T> PmixFuture<T> completed(Dispatcher dispatcher, T value) {
        PmixFuture<T> future = new PmixFuture<>(dispatcher);
        future.complete(value);
        return future;
    }

    public static <T> PmixFuture<T> failed(Dispatcher dispatcher, RuntimeException failure) {
        PmixFuture<T> future = new PmixFuture<>(dispatcher);
        future.completeExceptionally(failure);
        return future;
    }

    /** Returns what made a future fail: a dependent stage receives it wrapped. */
    public static @Nullable Throwable cause(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    @Override
    public Executor defaultExecutor() {
        return dispatcher;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new PmixFuture<>(dispatcher);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return ended(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return ended(super.completeExceptionally(failure));
    }

    @Override
    public boolean complete(T value) {
        return ended(super.complete(value));
    }

    private boolean ended(boolean now) {
        if (now) {
            dropTimeout();
        }
        return now;
    }

    /**
     * Cancels the timer of the native call, whose caller waits no more, but which goes on for other processes until
     * libpmix ends it, at its own timeout at the latest.
     */
    public void dropTimeout() {
        if (outcome != null) {
            outcome.cancelTimer();
        }
    }
}
