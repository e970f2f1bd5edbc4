// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Objects;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.CallMemory;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.trace.Traced;

/**
 * Calls a non-blocking PMIx function, and decodes its answer. The caller waits in {@link Outcome}.
 *
 * <p>The caller's timeout may expire before libpmix answers. The caller then receives an exception, but the call
 * stays in {@link InFlight} with the memory that libpmix may still read, and {@link #late} receives the answer.
 */
public abstract class NativeCall<T> implements AddressBook.Operation<T>, InFlight.Callback, Traced {
    /** The value of {@link #decideRetry} if the answer is final. */
    public static final long NO_RETRY = -1;

    /** The limit for a name in messages: a command or a list of keys may have megabytes. */
    private static final int LONGEST_NAME = 300;

    public final long token = InFlight.nextToken();
    public final String what;
    private final Handle handle;
    private final Outcome<T> outcome;
    /** The thread of the last downcall. An answer on this thread came during the downcall. */
    private @Nullable Thread launcher;
    /** Whether {@link #ended} has run. */
    private boolean over;
    /** The memory that libpmix may read until it has answered. */
    private @Nullable CallMemory memory;

    public NativeCall(Handle handle, String what) {
        this.handle = handle;
        this.what = Checks.shortened(what, LONGEST_NAME);
        this.outcome = new Outcome<>(this);
    }

    /** Calls the native function. Memory that is allocated here lives until the answer. */
    protected abstract int start(SegmentAllocator memory, MemorySegment cbdata);

    /**
     * Returns whether libpmix reads nothing of the memory after its answer, so that another call can use it. In 5.0.7
     * and 7.0 fence, publish, lookup and unpublish pack their arguments into a message before they return; construct
     * and destruct do so in 7.0, and are not called before. A get and a notification read all that they were given on
     * the progress thread until they answer.
     */
    protected boolean endsMemory() {
        return false;
    }

    /** Creates the result as a copy of the answer, on the progress thread. Throws if the status is a failure. */
    protected abstract @Nullable T decode(int status, MemorySegment data, long count);

    /** Handles a success that nobody waits for any more, on the progress thread or the dispatcher. May undo it. */
    protected void late(@Nullable T result) {}

    /** Decides whether an attempt starts on the worker: its function, although non-blocking, waits for the server. */
    protected boolean chooseWorker() {
        return false;
    }

    protected void startOnWorker(Runnable start) {
        CallWorker.execute(start);
    }

    /** Prepares a call whose start may block, on the thread that starts it. Throws if the call cannot start. */
    protected void prepare() {}

    /**
     * Returns the nanoseconds until libpmix is called once more, or {@link #NO_RETRY}, after an answer with so many
     * values. On the progress thread.
     */
    protected long decideRetry(int status, long count) {
        return NO_RETRY;
    }

    /** Decides as {@link #decideRetry(int, long)}, by the values of the answer, too. */
    protected long decideRetry(int status, MemorySegment data, long count) {
        return decideRetry(status, count);
    }

    /** Returns the exception for the caller's timeout. */
    protected PmixException timedOut(long nanos) {
        return StatusCodes.timeout(what, nanos);
    }

    /** Runs once when libpmix has answered or refused the call, before the caller is notified. */
    protected void ended() {}

    /**
     * Runs when the call could not start, or libpmix has refused it or answered with a failure; not when the timeout
     * expires.
     */
    protected void rejected() {}

    // --- running -------------------------------------------------------------------------------------------------

    /**
     * Runs a task on a thread of its own so long before the timeout, if this is under way then. Called before the wait.
     */
    public final void beforeTimeout(long nanos, Runnable task) {
        outcome.beforeTimeout(nanos, task);
    }

    public final @Nullable T run(long nanos) {
        handle.session.refuseOnProgressThread(what);
        begin(true);
        return outcome.await(nanos, true);
    }

    /** Runs the call of a handle that is open, within its default timeout. */
    @Override
    @SuppressWarnings("NullAway") // null for Void alone
    public final T run() {
        handle.checkOpen();
        return run(Deadline.toNanos(handle.defaultTimeout));
    }

    /** Waits for the result of a call that {@link #launch} has started. */
    public final @Nullable T join(long nanos) {
        handle.session.refuseOnProgressThread(what);
        return outcome.await(nanos, true);
    }

    /** Runs the call as {@link #run} does, but an interrupt does not end the wait. */
    public final @Nullable T runUninterruptibly(long nanos) {
        handle.session.refuseOnProgressThread(what);
        begin(true);
        return outcome.await(nanos, false);
    }

    public final PmixFuture<T> submit(long nanos) {
        return submit(nanos, false);
    }

    /**
     * Submits the call.
     *
     * @param isStep whether the call is one step of an operation of this library. The thread that records the outcome
     *     then completes the future, not the application's executor. Its dependents must not wait, and must not run
     *     code of the application.
     */
    public final PmixFuture<T> submit(long nanos, boolean isStep) {
        PmixFuture<T> future = outcome.future(isStep);
        try {
            begin(true);
            outcome.expireAfter(nanos);
        } catch (PmixException e) {
            fail(e);
        }
        return future;
    }

    @Override
    public final PmixFuture<T> submit() {
        handle.checkOpen();
        return submit(Deadline.toNanos(handle.defaultTimeout));
    }

    /** Starts the call on this thread, without waiting for its answer. */
    public final void launch() {
        begin(false);
    }

    /**
     * Makes the first attempt. It may use the worker if a caller waits for this call, in {@link #run} or by a future.
     */
    private void begin(boolean isAwaited) {
        outcome.beginRecord(isAwaited);
        try {
            attempt(isAwaited);
        } catch (Throwable e) {
            // If the worker thread could not be created, the call is already in InFlight.
            if (InFlight.take(token) != null) {
                end(true);
            }
            outcome.endRecord(e);
            throw e;
        }
    }

    /**
     * Calls libpmix, for the first time or once more: on this thread, or on the worker if it may use that and wants to.
     */
    final void attempt(boolean mayUseWorker) {
        if (mayUseWorker && chooseWorker()) {
            handle.session.refuseClosed(what);
            InFlight.put(this);
            startOnWorker(new CallStart(this, false));
            return;
        }
        handle.session.enter(what);
        try {
            CallMemory taken = CallMemory.take(endsMemory());
            memory = taken;
            launcher = Thread.currentThread();
            outcome.recordCalled();
            InFlight.put(this);
            returned(start(taken, MemorySegment.ofAddress(token)));
            // The function is one of its two users. The answer closes it for libpmix.
            taken.close();
        } catch (Throwable e) {
            InFlight.take(token);
            end(true);
            if (e instanceof LinkageError missing) {
                throw Libpmix.unlinked(missing);
            }
            throw e;
        } finally {
            handle.session.exit();
        }
    }

    /** Makes another attempt after one in which {@link #start} has not called libpmix. */
    protected final void attemptAgain() {
        CallMemory unused = Objects.requireNonNull(memory);
        attempt(false);
        unused.close();
    }

    /**
     * Makes another attempt after one in which {@link #start} has not called libpmix, unless nobody waits for the call any
     * more.
     */
    public final void startInTurn() {
        CallMemory unused = memory;
        memory = null;
        new CallStart(this, false).run();
        // An answer that came out of turn has closed it.
        if (unused != null) {
            unused.close();
        }
    }

    /** Handles the status with which a downcall returned. libpmix answers later only after success. */
    protected final void returned(int status) {
        if (status != StatusCodes.SUCCESS && InFlight.take(token) != null) {
            arrived(status == StatusCodes.OPERATION_SUCCEEDED ? StatusCodes.SUCCESS : status, MemorySegment.NULL, 0);
        }
    }

    /** Runs {@link #ended}, and {@link #rejected} after a failure, the first time. */
    final void end(boolean failed) {
        if (!over) {
            over = true;
            ended();
            if (failed) {
                rejected();
            }
        }
    }

    // --- the answer ----------------------------------------------------------------------------------------------

    @Override
    public final void arrived(int status, MemorySegment data, long count) {
        // Read first: another attempt, which may start here, has memory of its own.
        CallMemory answered = memory;
        memory = null;
        if (!(wanted() && relaunched(decideRetry(status, data, count)))) {
            settle(status, data, count);
        }
        if (answered != null) {
            answered.close();
        }
    }

    private void settle(int status, MemorySegment data, long count) {
        @Nullable T result = null;
        RuntimeException failure = null;
        try {
            result = decode(status, data, count);
        } catch (RuntimeException e) {
            failure = e;
        } catch (Throwable e) {
            failure = StatusCodes.unread(what, e);
        }
        try {
            end(failure != null);
        } finally {
            if (failure != null) {
                fail(failure);
            } else if (!outcome.succeed(result)) {
                late(result);
            }
        }
    }

    private boolean relaunched(long delay) {
        if (delay == NO_RETRY) {
            return false;
        }
        try {
            if (delay > 0) {
                // In flight again, so that the end of the session fails the call.
                InFlight.put(this);
                Future<?> timer = handle.session.timers.timer(delay, new CallStart(this, true));
                if (timer == null) {
                    InFlight.take(token);
                    return false;
                }
                // The session may have ended just before, and dropped the timer.
                if (!handle.session.isOpen() && InFlight.take(token) != null) {
                    fail(StatusCodes.closed(what));
                    end(false);
                }
            } else {
                attempt(true);
            }
            return true;
        } catch (Throwable e) {
            // The session is ending, or there is too little memory.
            InFlight.take(token);
            // True if the second start has ended the call itself; otherwise the caller decodes the answer that it has.
            return over && outcome.isSettled();
        }
    }

    /** Fails the call for its caller, unless it has an outcome already. */
    public final void fail(RuntimeException failure) {
        outcome.fail(failure);
    }

    @Override
    public final void sessionEnded() {
        fail(StatusCodes.closed(what));
    }

    @Override
    public final @Nullable Thread launcher() {
        return launcher;
    }

    public final boolean wanted() {
        return outcome.isWanted();
    }

    /**
     * Settles this as a success, unless its caller has given up, who then cannot any more. {@link #arrived} follows.
     */
    public final boolean claim() {
        return outcome.claim();
    }

    /** Returns whether the caller has received an exception, or will. */
    public final boolean hasFailed() {
        return outcome.hasFailed();
    }

    @Override
    public final String what() {
        return what;
    }

    @Override
    public final long token() {
        return token;
    }

    public final Handle handle() {
        return handle;
    }
}
