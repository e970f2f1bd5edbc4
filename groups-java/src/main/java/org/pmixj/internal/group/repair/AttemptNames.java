// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.LinkedHashMap;
import java.util.Map;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.group.GroupIds;

/**
 * Remembers the names under which other processes attempt constructs that this process has not called yet: libpmix may
 * continue an earlier operation of that id, of which this process does not know.
 */
final class AttemptNames {
    // As long as a process may wait for this one.
    private static final long KNOWN_NANOS = 60_000_000_000L;

    // Only processes that send nonsense send more in that time.
    private static final int MOST = 1000;

    /** The names, and until when they are known; the oldest first. */
    private final Map<String, Long> names = new LinkedHashMap<>();

    private volatile boolean any;

    synchronized void add(String name) {
        if (!GroupIds.isOfAttempt(name)) {
            return;
        }
        names.remove(name);
        names.values().removeIf(until -> Deadline.until(until) <= 0);
        if (names.size() < MOST) {
            names.put(name, Deadline.in(KNOWN_NANOS));
            any = true;
        }
    }

    boolean isKnown(String id, Members members) {
        return any && isAmong(GroupIds.among(id, members));
    }

    private synchronized boolean isAmong(String name) {
        Long until = names.get(name);
        return until != null && Deadline.until(until) > 0;
    }
}
