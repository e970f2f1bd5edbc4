// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.CollectiveBound;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.group.Roster;

/**
 * A collective of a group that a member may leave, by its death or its will, while it is under way. Then it fails, and
 * says who is gone; or, where it is to be fault-tolerant, it is done once more by those who are left: what failed has
 * failed for all of them, since a collective succeeds for all or for none.
 *
 * @param <T> the result
 */
public abstract class RetryWithoutDead<T> implements AddressBook.Collective<T> {
    /** An error of libpmix comes before the event that tells who is gone. */
    private static final long TELLING_NANOS = 5_000_000_000L;

    private final Handle handle;
    private final String what;
    private final Roster membership;
    private final boolean faultTolerant;
    private final long deadline;

    public RetryWithoutDead(Handle handle, String what, Roster membership, boolean faultTolerant, Duration timeout) {
        this.handle = handle;
        this.what = what;
        this.membership = membership;
        this.faultTolerant = faultTolerant && Defect.FAULT_TOLERANCE_FAILS.isHere();
        this.deadline = System.nanoTime() + Deadline.toNanos(timeout);
    }

    /** The collective among those who are members now. */
    protected abstract NativeCall<?> attempt(Duration timeout);

    /** Waits for an attempt. */
    public @Nullable Object perform(NativeCall<?> attempt, long nanos) {
        return attempt.run(nanos);
    }

    /** An attempt has succeeded: makes the result of its answer, or throws what the caller is to be told instead. */
    protected abstract @Nullable T succeeded(@Nullable Object answer);

    /** Whether {@link #succeeded} may wait now. */
    protected boolean isSlow() {
        return false;
    }

    /** The last attempt has failed: cleans up. */
    protected void failed() {}

    /**
     * Whether what failed is done all the same for those who are left.
     *
     * @param known how many had gone when it was begun
     */
    protected boolean excuses(PmixException failure, int known) {
        return false;
    }

    /** Whether it failed for libpmix alone, and is done once more without it. */
    protected boolean isStuck() {
        return false;
    }

    /** Whether something has to be waited for first. */
    protected boolean isEarly() {
        return false;
    }

    /** Waits for it. */
    protected void awaitTurn(long nanos) {}

    /** It succeeded for a caller that had given up. */
    protected void late(@Nullable T result) {}

    private Duration left() {
        return Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
    }

    /** Waits until it has succeeded, or throws. */
    @Override
    public final @Nullable T run() {
        handle.session.refuseOnProgressThread(what);
        Object answer = null;
        awaitTurn(left().toNanos());
        while (true) {
            int known = membership.departures();
            Duration left = left();
            try {
                answer = perform(attempt(left), CollectiveBound.own(left));
                break;
            } catch (PmixException.LostConnection | PmixException.Aborted e) {
                if (excuses(e, known)) {
                    break;
                }
                requireAgain(e, known);
            } catch (RuntimeException | Error e) {
                failed();
                throw e;
            }
        }
        return succeeded(answer);
    }

    /** Whether the last attempt has seen to those who went, and its failure is that of the whole. */
    protected boolean isLast() {
        return false;
    }

    /** Throws unless it is to be done once more. */
    private void requireAgain(PmixException failure, int known) {
        if (isLast()) {
            failed();
            throw failure;
        }
        if (membership.isOver()) {
            // This process has left, and takes part no more.
            failed();
            throw failure;
        }
        if (isStuck() && left().toNanos() > 1) {
            return;
        }
        boolean departed = membership.awaitDeparture(known, Math.min(TELLING_NANOS, left().toNanos()));
        try {
            membership.checkFailure();
        } catch (PmixException e) {
            failed();
            throw e;
        }
        if (!departed) {
            failed();
            throw failure;
        }
        if (!faultTolerant || left().toNanos() <= 1) {
            List<ProcId> gone = membership.gone(known);
            failed();
            throw failure instanceof PmixException.MemberLost ? failure : Roster.lost(what, gone, membership.how(gone));
        }
    }

    /** As {@link #run}, without waiting. */
    @Override
    public final CompletableFuture<T> submit() {
        PmixFuture<T> result = new PmixFuture<>(handle.dispatcher);
        if (isEarly()) {
            Dispatcher.apart(new Rest(result, null, 0));
            return result;
        }
        int known = membership.departures();
        Duration left = left();
        try {
            CompletableFuture<?> _ =
                    attempt(left).submit(CollectiveBound.own(left)).whenComplete(new First(result, known));
        } catch (RuntimeException | Error e) {
            failed();
            throw e;
        }
        return result;
    }

    /** What becomes of the first attempt; what comes after it may wait, and has a thread of its own. */
    private final class First implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        private final PmixFuture<T> result;
        private final int known;

        First(PmixFuture<T> result, int known) {
            this.result = result;
            this.known = known;
        }

        @Override
        public void accept(@Nullable Object answer, @Nullable Throwable failure) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause instanceof PmixException.LostConnection || cause instanceof PmixException.Aborted) {
                Dispatcher.apart(new Rest(result, (PmixException) cause, known));
            } else if (cause != null) {
                try {
                    failed();
                } finally {
                    result.completeExceptionally(cause);
                }
            } else if (isSlow()) {
                Dispatcher.apart(new Late(result, answer));
            } else {
                complete(result, answer);
            }
        }
    }

    private void complete(PmixFuture<T> result, @Nullable Object answer) {
        try {
            deliver(result, succeeded(answer));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    @SuppressWarnings("NullAway") // a future of Void is completed with null
    private void deliver(PmixFuture<T> result, @Nullable T value) {
        if (!result.complete(value)) {
            late(value);
        }
    }

    /** Makes the result where waiting holds nobody up. */
    private abstract class Apart implements Runnable {
        private final PmixFuture<T> result;

        Apart(PmixFuture<T> result) {
            this.result = result;
        }

        abstract @Nullable T make();

        @Override
        public final void run() {
            T value = null;
            Throwable outcome = null;
            try {
                value = make();
            } catch (Throwable e) {
                outcome = e;
            }
            handle.dispatcher.execute(new End(result, value, outcome));
        }
    }

    /** Of an attempt that has succeeded. */
    private final class Late extends Apart {
        private final @Nullable Object answer;

        Late(PmixFuture<T> result, @Nullable Object answer) {
            super(result);
            this.answer = answer;
        }

        @Override
        @Nullable
        T make() {
            return succeeded(answer);
        }
    }

    /** By more attempts. */
    private final class Rest extends Apart {
        private final @Nullable PmixException failure;
        private final int known;

        Rest(PmixFuture<T> result, @Nullable PmixException failure, int known) {
            super(result);
            this.failure = failure;
            this.known = known;
        }

        @Override
        @Nullable
        T make() {
            if (failure != null && excuses(failure, known)) {
                return succeeded(null);
            }
            if (failure != null) {
                requireAgain(failure, known);
            }
            return RetryWithoutDead.this.run();
        }
    }

    private final class End implements Runnable {
        private final PmixFuture<T> result;
        private final @Nullable T value;
        private final @Nullable Throwable outcome;

        End(PmixFuture<T> result, @Nullable T value, @Nullable Throwable outcome) {
            this.result = result;
            this.value = value;
            this.outcome = outcome;
        }

        @Override
        public void run() {
            if (outcome == null) {
                deliver(result, value);
            } else {
                result.completeExceptionally(outcome);
            }
        }
    }
}
