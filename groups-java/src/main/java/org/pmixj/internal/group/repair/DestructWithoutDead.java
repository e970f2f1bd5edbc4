// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.group.ByHost;
import org.pmixj.internal.group.DestructCall;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.OwnLeave;

/**
 * Ends a group of which members have departed. Where a member has failed, libpmix does not complete a destruct across
 * nodes, nor where a member leaves that is alone on its node. Then the remaining members meet in a fence, and each
 * removes the group from its libpmix.
 */
final class DestructWithoutDead extends ByHost.Destruct {
    private final LibraryView view;
    // Guarded by this: whether libpmix was asked and has answered, its answer, and whether the caller has an outcome.
    private boolean asked;
    private boolean answered;
    private int answer;
    private boolean over;
    // The last attempt was one by libpmix.
    private volatile boolean byLibrary;
    private @Nullable FenceCall meeting;
    /** The members that had failed when it was clear that all others had called. */
    private volatile List<ProcId> missing = List.of();

    DestructWithoutDead(GroupImpl group, LibraryView view, Duration timeout, Attributes directives) {
        super(group, true, timeout, directives);
        this.view = view;
    }

    // libpmix was not asked, so it is to forget the group.
    @Override
    protected void awaitTurn(long nanos) {
        super.awaitTurn(nanos);
        if (Thread.currentThread().isInterrupted()) {
            failed();
            throw StatusCodes.interrupted(what);
        }
    }

    @Override
    protected NativeCall<?> newCall(Duration timeout) {
        NativeCall<?> call;
        synchronized (membership) {
            List<ProcId> failed = membership.failed();
            synchronized (this) {
                byLibrary = !asked && !view.mustNotBeAsked && failed.isEmpty();
                if (isAnsweredForAll(failed)) {
                    // No failure: isExcused makes a success of it.
                    throw new PmixException.LostConnection(what, new PmixStatus(StatusCodes.LOST_CONNECTION));
                } else if (!byLibrary) {
                    missing = failed;
                    meeting = new Meeting(timeout);
                    return meeting;
                }
                asked = true;
            }
            // If libpmix is still being notified of a departure, it may wait for that member.
            int known = membership.departures() - (membership.hasReportsUnderWay() ? 1 : 0);
            call = new ByLibrary(Math.max(0, known), timeout);
        }
        view.ends(call);
        return call;
    }

    // Across nodes libpmix takes a member that has left for lost, and reports it to the others when all of them have
    // called. Where it does not complete the destruct at all, the others are notified: they may not have been waiting
    // when that member left, and would then wait for libpmix.
    @Override
    public boolean isExcused(PmixException failure, int departuresBefore) {
        if (!byLibrary) {
            return hasAnswered(StatusCodes.SUCCESS)
                    || (hasAnswered(StatusCodes.LOST_CONNECTION) && isByDepartures(departuresBefore));
        }
        if (failure instanceof PmixException.MemberLost lost) {
            // libpmix may have answered meanwhile, also to the others.
            List<ProcId> failed = membership.failed();
            if (failed.isEmpty() && !isAnsweredForAll(failed)) {
                view.reportStuck(lost.lost().getFirst());
            }
            return false;
        }
        return failure instanceof PmixException.LostConnection && isByDepartures(departuresBefore);
    }

    /** Returns whether libpmix reports a loss only because members have left, and none has failed. */
    private boolean isByDepartures(int departuresBefore) {
        if (!Defect.LEAVER_TAKEN_FOR_LOST.isHere()) {
            return false;
        }
        boolean more = membership.awaitDeparture(
                departuresBefore,
                Math.min(remainingTime().toNanos(), departuresBefore > 0 ? Patience.NEXT_EVENT : Patience.FIRST_EVENT));
        if (!more && departuresBefore > 0) {
            // Without certain settings of the launcher nobody reports a death.
            GroupTable.of(handle.session).method.askAndWait(handle, membership.members(), true, remainingTime());
        }
        return (more || departuresBefore > 0)
                && membership.failed().isEmpty()
                && !Thread.currentThread().isInterrupted();
    }

    @Override
    public boolean isStuck() {
        return byLibrary && view.mustNotBeAsked;
    }

    @Override
    protected synchronized boolean mayBlock() {
        return !asked;
    }

    private synchronized boolean hasAnswered(int status) {
        return answered && answer == status;
    }

    /**
     * Returns whether libpmix has reported to all that the remaining members have called, although nobody waited here.
     */
    private boolean isAnsweredForAll(List<ProcId> failed) {
        return hasAnswered(StatusCodes.SUCCESS) || (hasAnswered(StatusCodes.LOST_CONNECTION) && failed.isEmpty());
    }

    @Override
    protected @Nullable Void succeeded(@Nullable Object result) {
        forget(true);
        group.checkMissing(missing);
        return null;
    }

    @Override
    protected void end() {
        forget(false);
    }

    /**
     * Removes the group from libpmix, and may wait for that. libpmix does so itself if asked for the destruct; if all
     * have met without its answer, it is not given the id before it has answered.
     */
    private void forget(boolean haveMet) {
        boolean leave;
        boolean forgotten;
        synchronized (this) {
            over = true;
            leave = !asked;
            forgotten = asked && answered;
        }
        membership.markDone();
        group.destructed();
        if (leave && haveMet) {
            new OwnLeave(group).forgetNow(true);
        } else if (leave) {
            new OwnLeave(group).forget();
        } else if (forgotten) {
            group.free();
        } else if (haveMet && spendId()) {
            new OwnLeave(group).forgetNow(false);
        }
    }

    /** Keeps the id from libpmix, if it can, and returns whether it does: then nobody need wait for the answer. */
    private boolean spendId() {
        return GroupTable.of(handle.session)
                .method
                .spend(handle, group.id(), membership.members(), Deadline.collectiveNanos(remainingTime()));
    }

    private void answered(int status) {
        boolean forgotten;
        FenceCall waiting = null;
        List<ProcId> failed = membership.failed();
        synchronized (this) {
            answered = true;
            answer = status;
            forgotten = over;
            if (byLibrary) {
                missing = failed;
            } else if (isAnsweredForAll(failed)) {
                waiting = meeting;
            }
        }
        if (waiting != null) {
            waiting.fail(new PmixException.LostConnection(waiting.what, new PmixStatus(StatusCodes.LOST_CONNECTION)));
        }
        if (forgotten) {
            GroupTable groups = GroupTable.of(handle.session);
            GroupImpl next = groups.find(group.id());
            if (groups.holds(group.id(), group)) {
                group.free();
            } else if (next != null) {
                // libpmix has forgotten it with this one.
                next.repair.introduce();
            }
        }
    }

    private final class Meeting extends FenceCall {
        Meeting(Duration timeout) {
            super(group.handle, group.name("destruct"), group.members(), false, timeout, group.membership);
        }

        @Override
        protected void check(int status) {
            super.check(status);
            membership.markEndedForAll();
        }
    }

    private final class ByLibrary extends DestructCall {
        private final int departures;
        private volatile int status = StatusCodes.TIMEOUT;

        ByLibrary(int departures, Duration timeout) {
            super(DestructWithoutDead.this.group, DestructWithoutDead.this.what, timeout, directives);
            this.departures = departures;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            membership.begin(this, departures);
            return super.start(memory, cbdata);
        }

        @Override
        protected void check(int result) {
            status = result;
            super.check(result);
        }

        @Override
        protected void ended() {
            membership.end(this);
            DestructWithoutDead.this.answered(status);
        }
    }
}
