// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.EventCodes;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.EventTap;
import org.pmixj.internal.event.ReceivedEvent;

/**
 * Receives departures and ends of members. Without a handler for {@code PMIX_GROUP_LEFT} libpmix keeps a stale view of a
 * group after a member has left, and the next collective hangs.
 */
public final class GroupTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        if (event.code == PMIxConstants.PMIX_GROUP_LEFT() || event.find(WireKeys.GROUP_STUCK) != null) {
            return departed(GroupTable.of(session), event);
        } else if (event.code == PMIxConstants.PMIX_EVENT_JOB_END()) {
            for (ProcId proc : event.affected) {
                // The affected process is why the job ended; all of the job has ended.
                if (!proc.nspace().equals(session.self().nspace())) {
                    GroupTable.of(session).ends.jobEnded(proc.nspace());
                }
            }
            return false;
        } else if (EventCodes.isProcessEnd(event.code)) {
            for (ProcId proc : event.affected) {
                GroupTable.of(session).ends.died(proc);
            }
            return false;
        }
        GroupTable groups = GroupTable.of(session);
        return event.find(WireKeys.HELLO) != null || groups.repair.arrived(event) || groups.leaders.arrived(event);
    }

    @Override
    public void foreign(Session session, ReceivedEvent event) {
        GroupTable.of(session).versions.arrived(event);
    }

    private static boolean departed(GroupTable groups, ReceivedEvent event) {
        if (!(event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str id) || event.affected.isEmpty()) {
            return false;
        }
        ProcId proc = event.affected.getFirst();
        if (event.find(WireKeys.GROUP_PRUNED) != null) {
            groups.pruned(id.value());
        } else if (event.find(WireKeys.GROUP_STUCK) != null) {
            groups.stuck(id.value(), proc);
        } else if (event.find(WireKeys.GROUP_DEAD) != null) {
            groups.ends.foundDead(proc);
        } else if (event.find(WireKeys.GROUP_ENDED) == null) {
            groups.left(id.value(), proc);
            return false;
        }
        return true;
    }
}
