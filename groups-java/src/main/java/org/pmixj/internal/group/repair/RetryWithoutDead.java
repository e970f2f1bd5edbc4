// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.ProcessEnds;
import org.pmixj.internal.group.Roster;

/**
 * Attempts an operation again, without the members that departed while it was under way. What failed has failed for all
 * members, because a collective succeeds for all or for none. Where the operation is not fault-tolerant it fails, and
 * the exception names who departed.
 */
final class RetryWithoutDead {
    /** An error of libpmix comes before the event that reports who departed. */
    private static final long EVENT_NANOS = 10_000_000_000L;

    // Usually the event arrives before, and nobody is asked.
    private static final long ASK_NANOS = 1_000_000_000L;

    /** Mostly the server ends the construct itself. */
    private static final long REPORT_NANOS = 50_000_000L;

    /**
     * When the first member ends a construct that is not ended, and how much later each next one does. Thus none does when
     * the server answers, a second after one has: it would take the call for one of the next construct.
     */
    private static final long END_NANOS = 500_000_000L;

    private static final long STEP_NANOS = 300_000_000L;
    private static final int MOST_STEPS = 10;

    /** Another attempt needs so much: libpmix counts whole seconds. */
    private static final long LEAST_NANOS = 1_000_000_000L;

    private final Timers timers;

    RetryWithoutDead(Timers timers) {
        this.timers = timers;
    }

    /** Returns whether this class repeats fault-tolerant operations without members that departed. */
    static boolean repeatsFaultTolerant() {
        return Defect.FAULT_TOLERANCE_FAILS.isHere();
    }

    /**
     * Has the server end a construct. Where it waits for processes of its node, a report of the departure does. Where it
     * waits for other nodes, it ends what is called once more with a shorter timeout, and has the other servers end it.
     */
    boolean ends(ConstructCall call, ProcId departed) {
        ProcId self = call.handle().session.self();
        if (!Defect.FAILED_CONSTRUCT_CONTINUES.isHere() || !call.isPending() || departed.equals(self)) {
            return false;
        }
        timers.later(REPORT_NANOS, () -> {
            if (call.isPending()) {
                LibraryView.reportDead(call.handle(), call.name, List.of(self), departed, ProcessEnds.Report.NONE);
            }
        });
        int place = Math.min(MOST_STEPS, call.known().indexOf(self));
        timers.later(END_NANOS + place * STEP_NANOS, () -> {
            if (call.isPending()) {
                call.markEnding();
                GroupEvents.launch(new ConstructEnd(call));
            }
        });
        return true;
    }

    static boolean retryOrThrow(Collective<?> collective, PmixException failure, int departuresBefore) {
        if (collective.isExcused(failure, departuresBefore)) {
            return false;
        }
        Roster membership = collective.membership;
        if (collective.isFinal() || membership.hasLeft()) {
            throw failure;
        }
        if (collective.isStuck() && collective.remainingTime().toNanos() > 1) {
            return true;
        }
        boolean mayBeOfAnother = failure instanceof PmixException.Aborted
                && collective instanceof Construction construction
                && construction.isComplete()
                && Defect.FAILED_CONSTRUCT_CONTINUES.isHere();
        if (!awaitDeparture(collective, departuresBefore, mayBeOfAnother ? ASK_NANOS : EVENT_NANOS)) {
            if (mayBeOfAnother && isOfAnother(collective, departuresBefore)) {
                return true;
            } else if (membership.departures() == departuresBefore) {
                throw failure;
            }
        }
        if (!(collective.isRepeated() && repeatsFaultTolerant())
                || collective.remainingTime().toNanos() <= 1) {
            List<ProcId> departed = membership.departed(departuresBefore);
            throw failure instanceof PmixException.MemberLost
                    ? failure
                    : Roster.lost(collective.what, departed, membership.how(departed));
        }
        return true;
    }

    /**
     * Returns whether the server answered a construct with the end of an earlier one of the same id, in which somebody
     * failed who is no member of this one. The host knows of members that have ended.
     */
    private static boolean isOfAnother(Collective<?> collective, int departuresBefore) {
        Roster membership = collective.membership;
        GroupTable.of(collective.handle.session).repair.askAndWait(collective.handle, membership.members(), false);
        return membership.departures() == departuresBefore
                && !membership.hasLeft()
                && !Thread.currentThread().isInterrupted()
                && collective.remainingTime().toNanos() > LEAST_NANOS;
    }

    /**
     * Waits for the event. The launcher may send none, so that the host is asked, too. It cannot arrive without a server.
     */
    private static boolean awaitDeparture(Collective<?> collective, int departuresBefore, long nanos) {
        Roster membership = collective.membership;
        long end = Deadline.in(Math.min(nanos, collective.remainingTime().toNanos()));
        while (!membership.awaitDeparture(departuresBefore, Math.min(ASK_NANOS, Deadline.until(end)))) {
            membership.checkFailure();
            if (Deadline.until(end) <= 0
                    || Thread.currentThread().isInterrupted()
                    || LostServer.isLost(collective.handle.session)) {
                return false;
            }
            GroupTable.of(collective.handle.session).repair.askLater(collective.handle, membership.members());
        }
        membership.checkFailure();
        return true;
    }

    /**
     * Returns the call of the remaining members. Where a member dies before it has taken part, libpmix ends a construct
     * for all, or across nodes does not end it. The construct is then attempted under an id of this attempt: libpmix of
     * another member may continue the first one, and confuses two of the same id. See
     * {@link org.pmixj.internal.group.GroupRepair#attempt}.
     */
    @Nullable
    NativeCall<?> attempt(Construction construction, int departures, Duration timeout) {
        Roster membership = construction.membership;
        if (departures == 0) {
            return null;
        } else if (!(construction.isRepeated() && repeatsFaultTolerant())) {
            List<ProcId> departed = membership.departed(0);
            throw construction.asFinal(Roster.lost(construction.what, departed, membership.howBefore(departed)));
        }
        ProcId leader = construction.leader();
        if (leader != null) {
            return construction.byLeader(leader, timeout);
        }
        return construction.among(membership.members(), departures, timeout);
    }
}
