// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Roster;

/**
 * Knows which members have called a construct that can do without some, or a further attempt. Each publishes that it
 * has, with the construct itself, so that all members see the same. A member that has not either uses libpmix alone, or
 * ended before its call; the host knows which. A process that uses libpmix alone never calls a further attempt, whose
 * id it does not know: libpmix can have counted it only because it ended or finalized.
 */
final class CallersOfConstruct {
    /** The server notices an end a moment before the rest of the host does. */
    private static final long[] PAUSES = {0, 10_000_000, 20_000_000, 70_000_000};

    private CallersOfConstruct() {}

    /**
     * Returns whether each member publishes with the construct that it has called. If not, a member that ended before
     * its call counts as one that failed just after it.
     */
    static boolean mustBeShown(Construction construction, String name) {
        boolean mayWait = !construction.traits.kind().isFixed();
        return ((mayWait && construction.faultTolerant) || !name.equals(construction.id))
                && construction.participants.isComplete()
                && Defect.DEAD_MEMBER_COUNTED.isHere();
    }

    /** Returns whether a member ended before its call. Such members are removed from the construction. */
    static boolean haveEnded(Construction construction, ConstructCall.Unchecked group) {
        Roster membership = construction.membership;
        List<ProcId> silent = new ArrayList<>(group.asked());
        silent.remove(construction.handle.session.self());
        silent.removeIf(member -> group.shown().hasPublished(member, WireKeys.GROUP_CALLED));
        if (silent.isEmpty()) {
            return false;
        }
        GroupTable table = GroupTable.of(construction.handle.session);
        // With a context id what was published can be read. The silent ones then never called this attempt, whose id
        // libpmix alone does not know: they have ended.
        if (!group.name().equals(construction.id) && group.shown().contextId().isPresent()) {
            // First, so that it is known how they ended.
            table.method.askAndWait(construction.handle, Members.of(silent), false, construction.remainingTime());
            silent.forEach(member -> table.departed(construction.id, member));
            return !membership.members().containsAll(silent);
        }
        for (long pause : PAUSES) {
            if (!membership.members().containsAll(silent)) {
                return true;
            } else if (construction.remainingTime().toNanos() <= 1) {
                return false;
            }
            LockSupport.parkNanos(pause);
            table.method.askAndWait(construction.handle, Members.of(silent), false, construction.remainingTime());
        }
        return !membership.members().containsAll(silent);
    }
}
