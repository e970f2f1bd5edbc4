// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Expiring;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Keeps ids from libpmix that it may still have, and notifies the processes of this job of them. A server continues an
 * operation in which a member was lost until its timeout, and takes another one of that id for it, also one of other
 * processes of its node.
 */
final class SpentIds {
    private final Session session;
    private final IdCollisions collisions;
    /** Until when libpmix must not be given an id. */
    private final Expiring<Long> spent = new Expiring<>(Integer.MAX_VALUE);
    /** Until when all processes of the job are known to avoid an id. */
    private final Expiring<Long> known = new Expiring<>();

    SpentIds(Session session, IdCollisions collisions) {
        this.session = session;
        this.collisions = collisions;
    }

    /** Called before each attempt at a construct. */
    void starts(Construction construction, int departures) {
        Members members = construction.membership.members();
        if (departures > 0 && construction.reservation.isAsked()) {
            spend(construction.handle, construction.id, members, construction.waitNanos);
        } else if (departures > 0 || collisions.isRenamed(construction.id, members)) {
            spend(construction.id, construction.waitNanos);
        }
    }

    /** Returns whether libpmix has taken a construct for an earlier operation of its id, and ended both. */
    boolean areOfAnother(Collective<?> collective, PmixException failure) {
        return failure instanceof PmixException.Aborted
                && collective instanceof Construction construction
                && !construction.isFinal()
                && construction.participants.isComplete()
                && construction.membership.departures() == 0
                && construction.remainingTime().toNanos() > Patience.GRACE
                && isKnown(construction.id);
    }

    /** Keeps an id from libpmix of this process, and no shorter than before: an earlier operation may last longer. */
    void spend(String id, long nanos) {
        if (Defect.FAILED_CONSTRUCT_CONTINUES.isHere()) {
            spent.merge(id, Deadline.in(nanos), nanos, (known, next) -> next - known > 0 ? next : known);
        }
    }

    /** Returns whether libpmix of this process must not be given an id. */
    boolean isSpent(String id) {
        return spent.find(id) != null;
    }

    /** Keeps an id from libpmix of all processes of the job. Returns false if that is not needed. */
    boolean spend(Handle handle, String id, Members members, long nanos) {
        if (!Defect.FAILED_CONSTRUCT_CONTINUES.isHere()) {
            return false;
        }
        spend(id, nanos);
        long until = Deadline.in(nanos);
        long turn = Math.max(0, members.indexOf(session.self())) * Patience.NOTICE_STEP;
        session.timers.later(Math.min(turn, Patience.GRACE), () -> notifyOthers(handle, id, until));
        return true;
    }

    /** Returns whether all processes of the job avoid an id, as far as is known here. */
    boolean isKnown(String id) {
        return known.find(id) != null;
    }

    private void notifyOthers(Handle handle, String id, long until) {
        long nanos = Deadline.until(until);
        // Libraries count whole seconds.
        if (nanos <= 0 || !isLonger(id, until - Patience.GRACE, until)) {
            return;
        }
        List<Info> infos = List.of(
                GroupEvents.noGroup(WireKeys.GROUP_SPENT),
                InfoAccess.text(WireKeys.GROUP_SPENT, id),
                InfoAccess.number(WireKeys.GROUP_SPENT_FOR, nanos));
        List<ProcId> job = List.of(ProcId.all(session.self().nspace()));
        // Cached: a process whose first construct is yet to come registers for such events only then.
        GroupEvents.send(handle, id, job, infos, true, true);
    }

    /** Returns whether it was not known that the id is avoided until a time, and notes that it is until another one. */
    private synchronized boolean isLonger(String id, long least, long until) {
        Long end = known.find(id);
        return (end == null || end - least < 0) && known.put(id, until, Deadline.until(until));
    }

    /** Takes the notice of another process. Returns false if it is none. On the progress thread. */
    boolean arrived(ReceivedEvent event) {
        if (!(event.find(WireKeys.GROUP_SPENT) instanceof PmixValue.Str id)) {
            return false;
        }
        ProcId self = session.self();
        ProcId by = event.source;
        if (by != null
                && !by.equals(self)
                && by.nspace().equals(self.nspace())
                && event.find(WireKeys.GROUP_SPENT_FOR) instanceof PmixValue.UInt nanos
                && nanos.bits() > 0) {
            long left = Math.min(nanos.bits(), Patience.LONGEST_OPERATION);
            long until = Deadline.in(left);
            if (isLonger(id.value(), until, until)) {
                spend(id.value(), left);
                collisions.spent(id.value());
            }
        }
        return true;
    }
}
