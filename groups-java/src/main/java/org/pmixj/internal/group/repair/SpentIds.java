// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Timers;

/**
 * Remembers ids of constructs that failed because of a member. libpmix, of this process or of others, may continue such
 * a construct until its timeout, and would take another one of the same id for it. All members know, so that all avoid
 * the id.
 */
final class SpentIds {
    private final Timers timers;
    private final ConcurrentHashMap<String, Long> until = new ConcurrentHashMap<>();

    SpentIds(Timers timers) {
        this.timers = timers;
    }

    void spend(String id, long nanos) {
        if (!Defect.FAILED_CONSTRUCT_CONTINUES.isHere()) {
            return;
        }
        until.put(id, Deadline.in(nanos));
        timers.later(nanos, () -> until.computeIfPresent(id, (same, end) -> Deadline.until(end) > 0 ? end : null));
    }

    boolean isSpent(String id) {
        Long end = until.get(id);
        return end != null && Deadline.until(end) > 0;
    }
}
