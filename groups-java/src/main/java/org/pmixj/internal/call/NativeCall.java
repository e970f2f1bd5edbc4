// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.NativeCallback;

/**
 * One call to a non-blocking PMIx function: its arguments, its answer, and who waits for it. A blocking caller parks
 * until the upcall unparks it; a future is completed on the {@link Dispatcher}.
 *
 * <p>The caller's bound may run out before libpmix answers. Then the operation is settled, but stays in
 * {@link InFlight} with the memory libpmix may still read, and the answer goes to {@link #late}.
 *
 * @param <T> the result
 */
public abstract class NativeCall<T> implements NativeCallback {
    private static final VarHandle OUTCOME;

    static {
        try {
            OUTCOME = MethodHandles.lookup().findVarHandle(NativeCall.class, "outcome", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A result, which may be null. */
    private record Success(@Nullable Object value) {}

    /** Of an operation, in messages: a command or a list of keys may be megabytes. */
    private static final int LONGEST_NAME = 300;

    public final long token = InFlight.nextToken();
    public final String what;
    private final Handle handle;
    // Never read: it keeps what libpmix may read from being collected.
    @SuppressWarnings("UnusedVariable")
    private @Nullable Arena memory;

    // Null while pending, then a Success or a RuntimeException; written once.
    private volatile @Nullable Object outcome;
    private volatile @Nullable Thread waiter;
    private @Nullable PmixFuture<T> completion;
    private @Nullable Thread launcher;
    private volatile @Nullable Future<?> timer;

    public NativeCall(Handle handle, String what) {
        this.handle = handle;
        this.what = what.length() <= LONGEST_NAME ? what : what.substring(0, LONGEST_NAME) + "…";
    }

    /** Calls the native function. What is allocated here lives until the answer. */
    protected abstract int start(SegmentAllocator memory, MemorySegment cbdata);

    /**
     * Makes the result out of the answer, on the progress thread: copies, and throws for a status that is a failure.
     *
     * @param data what came with the status; dies when this returns
     */
    protected abstract @Nullable T decode(int status, MemorySegment data, long count);

    /** The operation succeeded after its caller had given up; undoes what must not stay. On the progress thread. */
    protected void late(@Nullable T result) {}

    /** Whether the native function, although a non-blocking one, waits for the server before it returns. */
    protected boolean startBlocks() {
        return false;
    }

    /** On the thread where a start may block, before it: what must be known first. Throws if it cannot be begun. */
    protected void prepare() {}

    /** What {@link #again} answers if this is the answer. */
    public static final long NOT_AGAIN = -1;

    /**
     * Whether the answer is not this operation's own, so that libpmix must be asked once more. On the progress thread.
     *
     * @return after how many nanoseconds, or {@link #NOT_AGAIN}
     */
    protected long again(int status) {
        return NOT_AGAIN;
    }

    /** libpmix answered, or did not take the operation. Called once, before the caller learns of it. */
    protected void ended() {}

    /** libpmix did not take the operation, or answered with a failure. A bound that ran out is neither. */
    protected void rejected() {}

    // --- the two ways to run one ---------------------------------------------------------------------------------

    public final @Nullable T run(long nanos) {
        handle.session.refuseOnProgressThread(what);
        begin();
        return await(nanos, true);
    }

    /** As {@link #run}, of one that was begun by {@link #launch}. */
    public final @Nullable T join(long nanos) {
        handle.session.refuseOnProgressThread(what);
        return await(nanos, true);
    }

    /** As {@link #run}, but an interrupt waits until the operation has ended. */
    public final @Nullable T runUninterruptibly(long nanos) {
        handle.session.refuseOnProgressThread(what);
        launch();
        return await(nanos, false);
    }

    public final CompletableFuture<T> submit(long nanos) {
        PmixFuture<T> future = new PmixFuture<>(handle.dispatcher, this);
        completion = future;
        begin();
        if (outcome == null) {
            bound(nanos);
        }
        return future;
    }

    private void bound(long nanos) {
        try {
            Future<?> scheduled = handle.session.timers.schedule(new Expiry(this, nanos), nanos);
            timer = scheduled;
            if (outcome != null) {
                scheduled.cancel(false);
            }
        } catch (RejectedExecutionException e) {
            // The session is ending, which has settled this.
        }
    }

    private void begin() {
        if (startBlocks()) {
            handle.session.refuseClosed(what);
            InFlight.put(this);
            CallWorker.execute(new Start(this));
        } else {
            launch();
        }
    }

    private static final class Start implements Runnable {
        private final NativeCall<?> operation;

        Start(NativeCall<?> operation) {
            this.operation = operation;
        }

        @Override
        public void run() {
            if (!operation.wanted()) {
                InFlight.take(operation.token);
                operation.ended();
                return;
            }
            try {
                operation.prepare();
                operation.launch();
            } catch (RuntimeException e) {
                operation.notBegun(operation.handle.session.isOpen() ? e : StatusCodes.closed(operation.what));
            } catch (Throwable e) {
                // Such as too little memory: nobody else would tell the caller.
                operation.notBegun(new IllegalStateException(operation.what + " could not be begun", e));
            }
        }
    }

    private void notBegun(RuntimeException failure) {
        if (InFlight.take(token) != null) {
            ended();
            rejected();
        }
        fail(failure);
    }

    /** Begins it and waits for nothing. */
    public final void launch() {
        handle.session.enter(what);
        try {
            Arena arena = Arena.ofAuto();
            memory = arena;
            launcher = Thread.currentThread();
            InFlight.put(this);
            int status;
            try {
                status = start(arena, MemorySegment.ofAddress(token));
            } catch (LinkageError e) {
                refused();
                throw Libpmix.unlinked(e);
            } catch (Throwable e) {
                refused();
                throw e;
            }
            // Anything but success means that no answer will come.
            if (status != StatusCodes.SUCCESS && InFlight.take(token) != null) {
                arrived(
                        status == StatusCodes.OPERATION_SUCCEEDED ? StatusCodes.SUCCESS : status,
                        MemorySegment.NULL,
                        0);
            }
        } finally {
            handle.session.exit();
        }
    }

    private void refused() {
        InFlight.take(token);
        ended();
        rejected();
    }

    private @Nullable T await(long nanos, boolean interruptible) {
        boolean interrupted = false;
        waiter = Thread.currentThread();
        long deadline = System.nanoTime() + nanos;
        while (outcome == null) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                settle(StatusCodes.timeout(what, nanos));
            } else if (Thread.interrupted()) {
                interrupted = true;
                if (interruptible) {
                    settle(StatusCodes.interrupted(what));
                }
            } else {
                LockSupport.parkNanos(this, left);
            }
        }
        waiter = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Object result = outcome;
        if (result instanceof RuntimeException failure) {
            // It was made on the progress thread, whose stack tells the caller nothing.
            failure.fillInStackTrace();
            throw failure;
        }
        return value(result);
    }

    @SuppressWarnings("unchecked")
    private @Nullable T value(@Nullable Object result) {
        return (T) ((Success) Objects.requireNonNull(result)).value();
    }

    // --- completion ----------------------------------------------------------------------------------------------

    /** libpmix answered. */
    @Override
    public final void arrived(int status, MemorySegment data, long count) {
        if (wanted() && relaunched(again(status))) {
            return;
        }
        Object result;
        try {
            result = new Success(decode(status, data, count));
        } catch (RuntimeException e) {
            result = e;
        } catch (Throwable e) {
            result = new IllegalStateException(what + ": the answer could not be read", e);
        }
        ended();
        if (!(result instanceof Success)) {
            rejected();
        }
        if (!settle(result) && result instanceof Success) {
            late(value(result));
        }
        memory = null;
    }

    /** Whether this is the thread that made the native call: libpmix answers some before the call returns. */
    @Override
    @SuppressWarnings("ReferenceEquality") // the thread itself
    public final boolean launchedHere() {
        return Thread.currentThread() == launcher;
    }

    /** Whether somebody still waits. */
    public final boolean wanted() {
        PmixFuture<T> future = completion;
        return outcome == null && (future == null || !future.isDone());
    }

    /** Whether its caller has been told of an end, by libpmix or by a bound; not if it has merely been cancelled. */
    public final boolean isSettled() {
        return outcome != null;
    }

    private boolean relaunched(long delay) {
        if (delay == NOT_AGAIN) {
            return false;
        }
        try {
            if (delay > 0) {
                // Known as in flight, so that the end of the session fails it.
                InFlight.put(this);
                Future<?> _ = handle.session.timers.schedule(new Start(this), delay);
                // The end may have looked at what is in flight just before, and have dropped the timer since.
                if (!handle.session.isOpen() && InFlight.take(token) != null) {
                    settle(StatusCodes.closed(what));
                    ended();
                }
            } else {
                begin();
            }
            return true;
        } catch (RuntimeException e) {
            // The session is ending.
            return false;
        }
    }

    /** Ends the operation for its caller, once; false if it had ended before. */
    private boolean settle(Object result) {
        if (!OUTCOME.compareAndSet(this, null, result)) {
            return false;
        }
        abandoned();
        PmixFuture<T> future = completion;
        if (future != null) {
            handle.dispatcher.execute(new Delivery<>(this, future));
        } else {
            LockSupport.unpark(waiter);
        }
        return true;
    }

    /** No bound has to be kept any more: it is settled, or the user gave the future up. */
    final void abandoned() {
        Future<?> scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    public final void fail(RuntimeException failure) {
        settle(failure);
    }

    @Override
    public final String what() {
        return what;
    }

    @Override
    public final long token() {
        return token;
    }

    @Override
    public final void sessionEnded() {
        fail(StatusCodes.closed(what));
    }

    /** Completes the future with the outcome; on the thread that runs the dependent stages of the user. */
    private void deliver(CompletableFuture<T> future) {
        Object result = outcome;
        if (result instanceof RuntimeException failure) {
            future.completeExceptionally(failure);
        } else {
            T value = value(result);
            // The user may have cancelled or completed it meanwhile.
            if (!complete(future, value)) {
                late(value);
            }
        }
    }

    @SuppressWarnings("NullAway") // a future of Void is completed with null
    private static <T> boolean complete(CompletableFuture<T> future, @Nullable T value) {
        return future.complete(value);
    }

    public final Handle handle() {
        return handle;
    }

    private record Delivery<T>(NativeCall<T> call, CompletableFuture<T> future) implements Runnable {
        @Override
        public void run() {
            call.deliver(future);
        }
    }

    /** The bound of an asynchronous operation. */
    private static final class Expiry implements Runnable {
        private final NativeCall<?> operation;
        private final long nanos;

        Expiry(NativeCall<?> operation, long nanos) {
            this.operation = operation;
            this.nanos = nanos;
        }

        @Override
        public void run() {
            operation.fail(StatusCodes.timeout(operation.what, nanos));
        }
    }
}
