// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.data.FenceCall;

/**
 * Remembers the fences, connects and disconnects that were in flight when a session of this process ended. The server
 * goes on to count them until their timeout, and would take the first one of the next session for that of another
 * process. So {@link FenceQueue} starts that one later.
 */
final class LeftFences {
    private record Left(boolean connects, Set<ProcId> participants) {}

    /** Until when the server keeps each of them. Guarded by itself. */
    private static final Map<Left, Long> ENDS = new HashMap<>();

    private LeftFences() {}

    /** Remembers a call of a session that has ended, if it has asked libpmix. */
    static void add(boolean connects, Set<ProcId> participants, FenceCall call) {
        Long end = call.endsAtServer();
        if (end != null && Defect.FINALIZED_FENCE_COUNTS.isHere()) {
            synchronized (ENDS) {
                ENDS.put(new Left(connects, participants), end);
            }
        }
    }

    /** Returns for how long the server keeps a call of earlier sessions, 0 if there is none. */
    static long nanosLeft(boolean connects, Set<ProcId> participants) {
        synchronized (ENDS) {
            if (ENDS.isEmpty()) {
                return 0;
            }
            ENDS.values().removeIf(end -> Deadline.until(end) <= 0);
            Long end = ENDS.get(new Left(connects, participants));
            return end == null ? 0 : Math.max(0, Deadline.until(end));
        }
    }
}
