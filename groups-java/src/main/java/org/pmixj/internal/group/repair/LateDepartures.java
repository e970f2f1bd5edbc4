// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Expiring;
import org.pmixj.internal.base.Patience;

/**
 * Keeps events of an earlier group out of a later one of the same id. This library and libpmix both take the late
 * departure of a member of the earlier group for one from the later group.
 */
final class LateDepartures {
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
        quietUntil.put(id, Deadline.in(Patience.LEAVER_NOTICED), Patience.LEAVER_NOTICED);
        Set<ProcId> members = ConcurrentHashMap.newKeySet();
        members.addAll(others);
        expected.put(id, members, Patience.LATE_MESSAGE);
    }

    boolean isOfEarlier(String id, ProcId member) {
        Set<ProcId> members = expected.find(id);
        return members != null && members.remove(member);
    }

    int size() {
        return quietUntil.size();
    }
}
