// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.EventTap;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Receives departures and ends of members, and messages about groups and invitations. Without a handler for {@code
 * PMIX_GROUP_LEFT} libpmix keeps a stale view of a group after a member has left, and the next collective hangs.
 */
public final class GroupTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        GroupTable groups = GroupTable.of(session);
        if (event.code == PMIxConstants.PMIX_EVENT_JOB_END()) {
            for (ProcId proc : event.affected) {
                // The affected process is why the job ended; all of the job has ended.
                if (!proc.nspace().equals(session.self().nspace())) {
                    if (event.comesFromJob(proc.nspace())) {
                        groups.ends.jobEnded(proc.nspace());
                    } else {
                        groups.method.reported(proc.nspace());
                    }
                }
            }
            return false;
        } else if (EventCodes.isProcessEnd(event.code)) {
            ProcessEnds.Report report = ProcessEnds.Report.of(event);
            for (ProcId proc : event.affected) {
                // A program in C may report the end of the process that it sends this to, or of any other.
                if (!event.comesFrom(proc)) {
                    groups.method.reported(proc.nspace());
                } else if (!proc.equals(session.self())
                        && !proc.equals(ProcId.all(session.self().nspace()))) {
                    groups.ends.died(proc, report);
                }
            }
            return false;
        } else if (event.find(WireKeys.HELLO) != null || groups.revoked(event) || groups.method.arrived(event)) {
            return true;
        }
        return event.code == PMIxConstants.PMIX_GROUP_LEFT()
                ? left(session, groups, event)
                : groups.leaders.arrived(event);
    }

    @Override
    public void foreign(Session session, ReceivedEvent event) {
        GroupTable.of(session).versions.arrived(event);
    }

    @Override
    public boolean needs(int code) {
        return code == PMIxConstants.PMIX_EVENT_JOB_END()
                || code == PMIxConstants.PMIX_GROUP_LEFT()
                || EventCodes.isProcessEnd(code)
                || EventCodes.INVITATIONS.contains(code);
    }

    /** Removes a member that left. Returns whether the application does not see the event. */
    private static boolean left(Session session, GroupTable groups, ReceivedEvent event) {
        if (event.find(WireKeys.GROUP_ENDED) != null) {
            return true;
        }
        // A program in C may send anything.
        ProcId proc = event.affectedProc();
        if (!(event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str id) || proc == null) {
            return false;
        }
        if (!event.comesFrom(proc)) {
            // Only the leaver knows; but it may have ended.
            groups.method.reported(proc.nspace());
        } else if (!proc.equals(session.self())) {
            return groups.memberLeft(id.value(), proc, event);
        }
        return false;
    }
}
