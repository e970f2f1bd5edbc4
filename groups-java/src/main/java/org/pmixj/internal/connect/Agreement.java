// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.group.GroupImpl;

/** Compares what the processes have requested that connect. Each sends it with the construct. */
final class Agreement {
    /** The directives of {@link ConnectEvents#commonDirectives}. */
    static final Key<Integer> DIRECTIVES = Key.of(WireKeys.CONNECT_AGREED, ValueType.INT32);

    private Agreement() {}

    /**
     * Returns the exception for processes that differ, the same in all of them, or null. A process in C sends nothing,
     * and agrees.
     */
    static @Nullable PmixException difference(String what, GroupImpl group) {
        Map<Integer, List<ProcId>> requests = new TreeMap<>();
        // Also members that have seen the difference, and have left since.
        for (ProcId member : group.byRank()) {
            int directives = group.info(member, DIRECTIVES).orElse(-1);
            if (directives >= 0) {
                requests.computeIfAbsent(directives, _ -> new ArrayList<>()).add(member);
            }
        }
        if (requests.size() <= 1) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        requests.forEach((directives, procs) -> {
            String more = procs.size() == 1 ? "" : " and " + (procs.size() - 1) + " more";
            parts.add(procs.getFirst() + more + " requested " + ConnectEvents.describe(directives));
        });
        return new PmixException.BadParameter(
                what + " failed: the requests differ: " + String.join(", ", parts) + "; make equal requests",
                new PmixStatus(StatusCodes.BAD_PARAM));
    }
}
