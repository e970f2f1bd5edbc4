// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupOperations;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.data.DataExchange;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.FencePlace;

/**
 * One operation of all members of a group. If it fails because a member departed, {@link Method} decides whether
 * the remaining members attempt it again.
 */
public abstract class Collective<T> implements AddressBook.Operation<T> {
    /** Ends groups, as a host can, and decides what follows after an attempt failed. */
    public interface Method {
        /**
         * Decides what follows after an attempt at an operation failed. If the operation has failed, this throws.
         *
         * @return true if the members that are left attempt it again; false if it has succeeded for them all the same
         */
        boolean retryOrThrow(Collective<?> collective, PmixException failure, int departuresBefore);

        /** Returns why an operation has timed out, or null if that is not known without asking the others. */
        default @Nullable Absent explainTimeout(Collective<?> collective) {
            return null;
        }

        /** Returns the destruct of a group. */
        Collective<Void> destruct(GroupImpl group, Duration timeout, Attributes directives);

        /** Returns the repairs of one group. This repairs {@code DEAD_MEMBER_AWAITED}. */
        default GroupImpl.View view(GroupImpl group) {
            return new GroupImpl.View() {};
        }

        /** Throws {@code NotSupported} if the other members would not learn of an operation, such as a leave. */
        default void checkNotifies(GroupImpl group, String operation) {}
    }

    /** Offers the operations of a group with options, each in its two forms. */
    interface Operations extends GroupOperations {
        GroupImpl group();

        default CollectiveOptions options() {
            return CollectiveOptions.defaults();
        }

        @Override
        default void fence() {
            group().fencing(options()).run();
        }

        @Override
        default CompletableFuture<Void> fenceAsync() {
            return start(() -> group().fencing(options()).submit());
        }

        @Override
        default <T> Map<ProcId, T> exchange(ValueType<T> type, T value) {
            return group().exchanging(options(), type, value).run();
        }

        @Override
        default <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value) {
            return start(() -> group().exchanging(options(), type, value).submit());
        }

        @Override
        default Optional<Group> split(int colour, int key) {
            return group().splitting(options(), colour, key).run();
        }

        @Override
        default CompletableFuture<Optional<Group>> splitAsync(int colour, int key) {
            return start(() -> group().splitting(options(), colour, key).submit());
        }

        @Override
        default Group splitByNode() {
            return group().splittingByNode(options()).run();
        }

        @Override
        default CompletableFuture<Group> splitByNodeAsync() {
            return start(() -> group().splittingByNode(options()).submit());
        }

        @Override
        default Group extend(Collection<ProcId> added) {
            return group().extending(options(), added).run();
        }

        @Override
        default CompletableFuture<Group> extendAsync(Collection<ProcId> added) {
            return start(() -> group().extending(options(), added).submit());
        }

        @Override
        default void destruct() {
            group().handle.session.refuseOnProgressThread(group().name("destruct"));
            Collective<Void> ending = group().destruction(options());
            if (ending != null) {
                ending.run();
            }
        }

        @Override
        default CompletableFuture<Void> destructAsync() {
            return start(() -> {
                Collective<Void> ending = group().destruction(options());
                return ending == null ? CompletableFuture.completedFuture(null) : ending.submit();
            });
        }

        @Override
        default void leave() {
            group().handle.session.refuseOnProgressThread(group().name("leave"));
            group().startLeave(options()).leave();
        }

        @Override
        default CompletableFuture<Void> leaveAsync() {
            return start(() -> group().startLeave(options()).leaveAsync());
        }

        private <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> operation) {
            return Delivery.start(group().handle, operation);
        }
    }

    public final Handle handle;
    public final String what;
    public final Roster membership;
    /** Whether the operation goes on without members that departed. */
    public final boolean faultTolerant;

    private final Duration timeout;
    private final long calledAt = Deadline.now();
    private final long deadline;

    protected Collective(Handle handle, String what, Roster membership, boolean faultTolerant, Duration timeout) {
        this.handle = handle;
        this.what = what;
        this.membership = membership;
        this.faultTolerant = faultTolerant;
        this.timeout = timeout;
        this.deadline = calledAt + Deadline.toNanos(timeout);
    }

    /** Returns the call of those who are members now. */
    protected abstract NativeCall<?> newCall(Duration timeout);

    /** Runs an attempt, and returns its answer. */
    protected @Nullable Object perform(NativeCall<?> attempt, long nanos) {
        return attempt.run(nanos);
    }

    /** Returns the result of an attempt that succeeded, or throws what the caller is to receive instead. */
    protected abstract @Nullable T succeeded(@Nullable Object answer);

    /** Cleans up after the last attempt failed. */
    protected void failed() {}

    /** Undoes an operation that succeeded for a caller that had given up. */
    protected void late(@Nullable T result) {}

    /** Returns whether {@link #succeeded} may block now; it then has a thread of its own. */
    protected boolean mayBlock() {
        return false;
    }

    /** Returns whether the first attempt has to wait. */
    protected boolean mustWait() {
        return false;
    }

    /** Waits until the first attempt may start. */
    protected void awaitTurn(long nanos) {}

    /** Returns whether the first attempt stays in flight until libpmix ends it, if the caller cancels the future. */
    protected boolean staysInFlightIfCancelled() {
        return false;
    }

    /** Returns whether the remaining members attempt the operation again if others depart. */
    public boolean isRepeated() {
        return faultTolerant;
    }

    // --- questions of retryOrThrow -------------------------------------------------------------------------------

    /** Returns whether a failed operation, before which so many had departed, succeeded for the remaining members. */
    public boolean isExcused(PmixException failure, int departuresBefore) {
        return false;
    }

    /** Returns whether libpmix alone failed, so that another attempt goes on without it. */
    public boolean isStuck() {
        return false;
    }

    /** Returns whether this attempt dealt with departures itself, so that its failure is final. */
    public boolean isFinal() {
        return false;
    }

    public final Duration remainingTime() {
        return Deadline.durationUntil(deadline);
    }

    // --- the two ways to run one ---------------------------------------------------------------------------------

    @Override
    public final @Nullable T run() {
        handle.session.refuseOnProgressThread(what);
        awaitTurn(remainingTime().toNanos());
        while (true) {
            int departuresBefore = membership.departures();
            Duration timeLeft = remainingTime();
            Object answer = null;
            try {
                answer = perform(next(timeLeft), Deadline.collectiveNanos(timeLeft));
            } catch (RuntimeException | Error e) {
                if (goesOn(e, departuresBefore, true)) {
                    continue;
                }
            }
            return succeeded(answer);
        }
    }

    /**
     * Returns whether another attempt follows a failed one; false if the operation has succeeded all the same. Otherwise
     * this cleans up, and throws what the caller receives.
     *
     * @param isAwaited whether the caller still waits, so that the others are asked who has not called
     */
    private boolean goesOn(Throwable failure, int departuresBefore, boolean isAwaited) {
        Throwable last = failure;
        boolean mayRetry = failure instanceof PmixException.LostConnection || failure instanceof PmixException.Aborted;
        if (mayRetry) {
            try {
                return method().retryOrThrow(this, (PmixException) failure, departuresBefore);
            } catch (RuntimeException | Error e) {
                last = e;
            }
        }
        failed();
        if (!mayRetry && last instanceof PmixException.Timeout && isAwaited) {
            throw timedOut();
        } else if (last instanceof IllegalStateException ended) {
            throw handle.orClosed(what, ended);
        } else if (last instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) last;
    }

    private Method method() {
        return GroupImpl.Table.of(handle.session).method();
    }

    /** Returns the call of the next attempt, in whose last part the others are asked whether they have called. */
    private NativeCall<?> next(Duration timeLeft) {
        NativeCall<?> call = newCall(timeLeft);
        call.beforeTimeout(
                Deadline.lastPartNanos(timeout),
                () -> whoIsMissing().begin(name(), membership.members(), timeout, calledAt));
        return call;
    }

    private AddressBook.WhoIsMissing whoIsMissing() {
        return handle.session.addresses().whoIsMissing(handle.session);
    }

    /** Returns the exception for a timeout, which is that of the caller. May wait for the rest of it for answers. */
    private PmixException timedOut() {
        Absent known = method().explainTimeout(this);
        return known == null
                ? whoIsMissing().timedOut(what, name(), membership.members(), timeout, calledAt)
                : Deadline.collectiveTimeout(what, timeout, known);
    }

    /** Returns the name by which all members know this operation. */
    protected String name() {
        return FenceCall.name(FenceCall.Kind.FENCE, membership.members());
    }

    // The first attempt needs no thread. Whatever may block after it has a thread of its own.
    @Override
    public final CompletableFuture<T> submit() {
        PmixFuture<T> result = new PmixFuture<>(handle.dispatcher);
        if (mustWait()) {
            apart(result, this::run);
            return result;
        }
        int departuresBefore = membership.departures();
        Duration timeLeft = remainingTime();
        try {
            PmixFuture<?> called = next(timeLeft).submit(Deadline.collectiveNanos(timeLeft), true);
            CompletableFuture<?> _ =
                    called.whenComplete((answer, failure) -> attemptEnded(result, departuresBefore, answer, failure));
            if (staysInFlightIfCancelled()) {
                CompletableFuture<?> _ = result.whenComplete((_, _) -> called.dropTimeout());
            }
        } catch (RuntimeException | Error e) {
            failed();
            throw e;
        }
        return result;
    }

    private void attemptEnded(
            PmixFuture<T> result, int departuresBefore, @Nullable Object answer, @Nullable Throwable failure) {
        Throwable cause = PmixFuture.cause(failure);
        if (cause != null) {
            apart(result, () -> goesOn(cause, departuresBefore, !result.isDone()) ? run() : succeeded(null));
        } else if (mayBlock()) {
            apart(result, () -> succeeded(answer));
        } else {
            handle.dispatcher.execute(() -> {
                try {
                    Delivery.deliver(result, succeeded(answer), this::late);
                } catch (RuntimeException | Error e) {
                    result.completeExceptionally(e);
                }
            });
        }
    }

    private void apart(PmixFuture<T> result, Supplier<@Nullable T> rest) {
        Delivery.apart(handle, what, result, rest, this::late);
    }

    /** Ends a group. Whatever the outcome, it has ended for this process. */
    public abstract static class Ending extends Collective<Void> {
        protected final GroupImpl group;
        protected final Attributes directives;

        protected Ending(GroupImpl group, boolean faultTolerant, Duration timeout, Attributes directives) {
            super(group.handle, group.name("destruct"), group.membership, faultTolerant, timeout);
            this.group = group;
            this.directives = directives;
            MessageSize.check(what, MessageSize.of(directives));
        }

        /** Notes that the group has ended, perhaps without the other members. */
        protected void end() {
            membership.markDone();
            group.destructed();
        }

        @Override
        protected @Nullable Void succeeded(@Nullable Object answer) {
            membership.markEndedForAll();
            end();
            return null;
        }

        @Override
        protected final void failed() {
            end();
        }
    }

    static final class GroupFence extends Collective<Void> {
        private final GroupImpl group;
        private final boolean collect;
        // Whether it needs all that were members at first.
        private final boolean isOfAll;
        private final Attributes directives;
        private final @Nullable FencePlace place;
        private boolean lacksMembers;

        GroupFence(
                GroupImpl group,
                String operation,
                boolean collect,
                boolean isOfAll,
                boolean faultTolerant,
                Duration timeout,
                Attributes directives,
                @Nullable FencePlace place) {
            super(group.handle, group.name(operation), group.membership, faultTolerant, timeout);
            this.group = group;
            this.collect = collect;
            this.isOfAll = (isOfAll || group.traits.kind().isFixed()) && !faultTolerant;
            this.directives = directives;
            this.place = place;
            if (collect) {
                DataExchange.refuseTooMuchPut(handle.session, what, group.members(), 0, DataExchange.REMEDY_NO_COLLECT);
            }
            checkMembers();
        }

        private void checkMembers() {
            if (isOfAll && membership.departures() > 0) {
                lacksMembers = true;
                throw membership.lostBefore(what);
            }
        }

        @Override
        public boolean isFinal() {
            return lacksMembers;
        }

        // If this process gave it up before, the next fence would take its answer.
        @Override
        protected boolean staysInFlightIfCancelled() {
            return true;
        }

        @Override
        protected NativeCall<?> newCall(Duration timeout) {
            // The members are named one by one: libpmix learns of a departure a while after this process.
            synchronized (membership) {
                checkMembers();
                return new FenceCall(handle, what, group.members(), collect, timeout, membership)
                        .directed(directives)
                        .inPlaceOf(place)
                        .ofApplication();
            }
        }

        @Override
        protected @Nullable Void succeeded(@Nullable Object answer) {
            return null;
        }
    }
}
