// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Expiring;

/**
 * Keeps events of an earlier group out of a later one of the same id. This library and libpmix both take the late
 * departure of a member of the earlier group for one from the later group.
 */
final class LateDepartures {
    /** Messages of members that do not know yet that this process has left arrive within this time. */
    private static final long QUIET_NANOS = 250_000_000L;

    /** How long a late departure event can reach a process that left the group earlier. */
    private static final long EXPECTED_NANOS = 60_000_000_000L;

    /** Groups that this process has left, and until when messages of the others may arrive. */
    private final Expiring<Long> quietUntil = new Expiring<>(Integer.MAX_VALUE);
    /** The members that were still in a group when this process left it. */
    private final Expiring<Set<ProcId>> expected = new Expiring<>();

    long notBefore(String id) {
        Long until = quietUntil.find(id);
        return until == null ? Long.MIN_VALUE / 2 : until;
    }

    void left(String id, List<ProcId> others) {
        if (!Defect.LATE_DEPARTURE_MISTAKEN.isHere()) {
            return;
        }
        quietUntil.put(id, Deadline.in(QUIET_NANOS), QUIET_NANOS);
        Set<ProcId> members = ConcurrentHashMap.newKeySet();
        members.addAll(others);
        expected.put(id, members, EXPECTED_NANOS);
    }

    boolean isOfEarlier(String id, ProcId member) {
        Set<ProcId> members = expected.find(id);
        return members != null && members.remove(member);
    }

    int size() {
        return quietUntil.size();
    }
}
