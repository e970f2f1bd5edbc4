// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.List;

/** Places what one rank does at the same time, in several threads or asynchronously, beside each other. */
final class Lanes {
    private final List<Long> ends = new ArrayList<>();

    /** Returns the first lane that is free; calls have ascending begins. */
    int place(long begin, long end) {
        for (int lane = 0; lane < ends.size(); lane++) {
            if (ends.get(lane) <= begin) {
                ends.set(lane, end);
                return lane;
            }
        }
        ends.add(end);
        return ends.size() - 1;
    }

    int count() {
        return ends.size();
    }
}
