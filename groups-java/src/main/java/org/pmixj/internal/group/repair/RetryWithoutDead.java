// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Roster;

/**
 * Attempts an operation again, without the members that departed while it was under way. A failure is one for all
 * members, because a collective succeeds for all or for none. Where the operation is not fault-tolerant it fails, and
 * the exception names who departed.
 */
record RetryWithoutDead(SpentIds spent) {
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
        if (!awaitDeparture(collective, departuresBefore)) {
            throw failure;
        }
        if (!(collective.isRepeated() && Defect.FAULT_TOLERANCE_FAILS.isHere())
                || collective.remainingTime().toNanos() <= 1) {
            throw membership.lostSince(departuresBefore, collective.what, failure);
        }
        return true;
    }

    /**
     * Waits for the event. The launcher may send none, so that the host is asked, too. It cannot arrive without a
     * server.
     */
    private static boolean awaitDeparture(Collective<?> collective, int departuresBefore) {
        Handle handle = collective.handle;
        Roster membership = collective.membership;
        long end =
                Deadline.in(Math.min(Patience.ANSWER, collective.remainingTime().toNanos()));
        while (!membership.awaitDeparture(departuresBefore, Math.min(Patience.GRACE, Deadline.until(end)))) {
            membership.checkFailure();
            if (Deadline.until(end) <= 0
                    || Thread.currentThread().isInterrupted()
                    || LostServer.isLost(handle.session)) {
                return false;
            }
            GroupTable.of(handle.session).method.askAndWait(handle, membership.members(), false, Duration.ZERO);
        }
        membership.checkFailure();
        return true;
    }

    /**
     * Returns the call of the remaining members. Where a member dies before it has taken part, libpmix ends a construct
     * for all, or across nodes does not end it. The construct is then attempted under an id of this attempt: libpmix
     * may continue the first one, and confuses two of the same id. See
     * {@link GroupRepairs#construct}.
     */
    @Nullable
    NativeCall<?> attempt(Construction construction, int departures, Duration timeout) {
        Roster membership = construction.membership;
        spent.starts(construction, departures);
        if (departures > 0) {
            if (!(construction.isRepeated() && Defect.FAULT_TOLERANCE_FAILS.isHere())) {
                throw construction.asFinal(membership.lostBefore(construction.what));
            }
        } else if (!construction.participants.isComplete() || !spent.isSpent(construction.id)) {
            return null;
        }
        ProcId leader = departures > 0 ? construction.leader() : null;
        if (leader != null) {
            return construction.byLeader(leader, timeout);
        }
        return construction.among(membership.members(), departures, timeout);
    }
}
