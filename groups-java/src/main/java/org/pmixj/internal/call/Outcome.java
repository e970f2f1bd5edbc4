// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.trace.Span;
import org.pmixj.internal.trace.Trace;

/**
 * Records the outcome of a {@link NativeCall}, and notifies its caller: unparks a blocking caller, or completes a
 * future on the {@link Dispatcher}. The first of answer, timeout, interrupt and end of the session counts.
 */
final class Outcome<T> {
    /** A result, which may be null. */
    private record Success(@Nullable Object value) {}

    private final NativeCall<T> call;
    // Null while pending, then a Success or a RuntimeException. Written once.
    private final AtomicReference<@Nullable Object> value = new AtomicReference<>();
    private volatile @Nullable Thread waiter;
    private @Nullable PmixFuture<T> future;
    /** Whether the future is completed at once, for a step of this library that does not wait. */
    private boolean isStep;

    private volatile @Nullable Future<?> timer;
    /** The task that runs {@link #lastPart} before the timeout; null when it has started. Set before the call waits. */
    private @Nullable Runnable lastTask;
    /** The nanoseconds before the timeout at which the task runs. */
    private long lastPart;

    /** The record of the operation. Set before libpmix is called. */
    private Span span = Span.NONE;
    /** Whether a caller waits, which ends the record. */
    private boolean awaited;

    Outcome(NativeCall<T> call) {
        this.call = call;
    }

    // --- the record of the operation -----------------------------------------------------------------------------

    /** Starts the record of a call, before its first attempt. */
    void beginRecord(boolean isAwaited) {
        awaited = isAwaited;
        span = Trace.begin(call);
    }

    /** Records that libpmix is called. */
    void recordCalled() {
        span.called();
    }

    /** Ends the record. */
    void endRecord(@Nullable Object outcome) {
        span.ended(outcome instanceof Throwable failure ? failure : null);
    }

    // --- the caller ----------------------------------------------------------------------------------------------

    /** Creates the future of an asynchronous call. Called before the start. */
    PmixFuture<T> future(boolean ofStep) {
        isStep = ofStep;
        PmixFuture<T> created = new PmixFuture<>(call.handle().dispatcher, this);
        future = created;
        return created;
    }

    void beforeTimeout(long nanos, Runnable task) {
        lastPart = nanos;
        lastTask = task;
    }

    /** Starts the task that runs before the timeout, and returns the time that is left; 0 if there is none. */
    private long beginLastPart() {
        Runnable task = lastTask;
        lastTask = null;
        if (task == null) {
            return 0;
        }
        Dispatcher.apart(task);
        return lastPart;
    }

    void expireAfter(long nanos) {
        long wait = lastTask == null ? nanos : Math.max(0, nanos - lastPart);
        schedule(new Expiry(this, nanos), wait);
    }

    private void expire(Expiry expiry) {
        long left = isSettled() ? 0 : Math.min(expiry.nanos, beginLastPart());
        if (left > 0) {
            schedule(expiry, left);
        } else {
            fail(call.timedOut(expiry.nanos));
        }
    }

    private void schedule(Expiry expiry, long wait) {
        if (isSettled()) {
            return;
        }
        Future<?> scheduled = call.handle().session.timers.timer(wait, expiry);
        if (scheduled == null) {
            fail(StatusCodes.closed(call.what));
            return;
        }
        timer = scheduled;
        if (isSettled()) {
            scheduled.cancel(false);
        }
    }

    @Nullable
    T await(long nanos, boolean interruptible) {
        boolean interrupted = false;
        waiter = Thread.currentThread();
        long deadline = Deadline.in(nanos);
        while (!isSettled()) {
            long left = Deadline.until(deadline);
            if (left <= 0) {
                fail(call.timedOut(nanos));
            } else if (Thread.interrupted()) {
                interrupted = true;
                if (interruptible) {
                    fail(StatusCodes.interrupted(call.what));
                }
            } else if (lastTask != null && left <= lastPart) {
                beginLastPart();
            } else {
                LockSupport.parkNanos(call, lastTask == null ? left : left - lastPart);
            }
        }
        waiter = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Object result = value.get();
        endRecord(result);
        if (result instanceof RuntimeException failure) {
            // Its stack trace is the one of the progress thread.
            failure.fillInStackTrace();
            throw failure;
        }
        return result(result);
    }

    @SuppressWarnings("unchecked")
    private @Nullable T result(@Nullable Object settled) {
        return (T) ((Success) Objects.requireNonNull(settled)).value();
    }

    boolean isSettled() {
        return value.get() != null;
    }

    boolean hasFailed() {
        return value.get() instanceof RuntimeException;
    }

    /** Returns whether somebody still waits. */
    boolean isWanted() {
        PmixFuture<T> waiting = future;
        return !isSettled() && (waiting == null || !waiting.isDone());
    }

    /**
     * Settles a call without a result as a success, unless it has failed for its caller. The caller is notified by
     * {@link #succeed}, which must follow. Returns whether it is a success.
     */
    boolean claim() {
        return value.compareAndSet(null, new Success(null)) || !hasFailed();
    }

    /**
     * Sets the result, or keeps the claimed success, and notifies the caller. Returns false if the call has failed for
     * its caller.
     */
    boolean succeed(@Nullable T result) {
        if (isSettled() && !hasFailed()) {
            announce();
            return true;
        }
        return settle(new Success(result));
    }

    /** Sets the failure, unless there was an outcome before. */
    void fail(RuntimeException failure) {
        settle(failure);
    }

    private boolean settle(Object settled) {
        if (!value.compareAndSet(null, settled)) {
            return false;
        }
        announce();
        return true;
    }

    private void announce() {
        cancelTimer();
        span.answered();
        if (!awaited) {
            endRecord(value.get());
        }
        PmixFuture<T> waiting = future;
        if (waiting != null && isStep) {
            deliver(waiting);
        } else if (waiting != null) {
            call.handle().dispatcher.execute(new Completion<>(this, waiting));
        } else {
            LockSupport.unpark(waiter);
        }
    }

    /** Cancels the timer of a call that is settled, or whose future the user has completed or cancelled. */
    void cancelTimer() {
        Timers.cancel(timer);
    }

    /** Completes the future, on the thread that runs its dependent stages. */
    @SuppressWarnings("NullAway") // a future of Void is completed with null
    private void deliver(CompletableFuture<T> to) {
        Object settled = value.get();
        endRecord(settled);
        if (settled instanceof RuntimeException failure) {
            to.completeExceptionally(failure);
        } else {
            T result = result(settled);
            // The user may have cancelled or completed the future meanwhile.
            if (!to.complete(result)) {
                call.late(result);
            }
        }
    }

    private record Completion<T>(Outcome<T> outcome, CompletableFuture<T> future) implements Runnable {
        @Override
        public void run() {
            outcome.deliver(future);
        }
    }

    private record Expiry(Outcome<?> outcome, long nanos) implements Runnable {
        @Override
        public void run() {
            outcome.expire(this);
        }
    }
}
