// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Timers;

/**
 * Keeps events of an earlier group out of a later one of the same id. This library and libpmix both take the late
 * departure of a member of the earlier group for one from the later group.
 */
final class LateDepartures {
    /** Messages of members that do not know yet that this process has left arrive within this time. */
    private static final long QUIET_NANOS = 250_000_000L;

    /** How long a late departure event can reach a process that left the group earlier. */
    private static final long EXPECTED_NANOS = 60_000_000_000L;

    // For so many ids at most the members are remembered.
    private static final int MOST_EXPECTED = 1000;
    private final Timers timers;
    /** Ids of groups that this process has left, until when messages of the others may arrive. */
    private final ConcurrentHashMap<String, Long> quietUntil = new ConcurrentHashMap<>();

    /** The members that were still in a group when this process left it, and until when their departures may arrive. */
    private record Expected(Set<ProcId> members, long until) {}

    /** Those that are expected, by the group's id. They have no timer: thousands of groups may be left in a minute. */
    private final ConcurrentHashMap<String, Expected> expected = new ConcurrentHashMap<>();

    LateDepartures(Timers timers) {
        this.timers = timers;
    }

    long notBefore(String id) {
        return quietUntil.getOrDefault(id, Long.MIN_VALUE / 2);
    }

    void left(String id, List<ProcId> others) {
        if (!Defect.LATE_DEPARTURE_MISTAKEN.isHere()) {
            return;
        }
        Long until = Deadline.in(QUIET_NANOS);
        quietUntil.put(id, until);
        timers.later(QUIET_NANOS, () -> quietUntil.remove(id, until));
        expected.values().removeIf(earlier -> Deadline.until(earlier.until) <= 0);
        if (expected.size() < MOST_EXPECTED) {
            Set<ProcId> members = ConcurrentHashMap.newKeySet();
            members.addAll(others);
            expected.put(id, new Expected(members, Deadline.in(EXPECTED_NANOS)));
        }
    }

    boolean isOfEarlier(String id, ProcId member) {
        Expected earlier = expected.get(id);
        return earlier != null && Deadline.until(earlier.until) > 0 && earlier.members.remove(member);
    }

    int size() {
        return quietUntil.size();
    }
}
