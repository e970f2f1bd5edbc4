// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.pmixj.internal.base.AskingTurns;

/**
 * Keeps the jobs of which others than the host have reported that processes have ended. Anybody may report anything, as
 * often as it likes; the host is asked about each job once at a time, and less and less often while reports go on.
 */
final class ReportedJobs {
    // Only a process that sends nonsense reports more in an interval.
    private static final int MOST = 1000;

    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    /** Those about which the host has been asked, and has not answered. */
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    /** For how many intervals there have been reports. Used by one thread at a time, the one of the timers. */
    private int intervals;

    /** Adds a job. On any thread. */
    void add(String nspace) {
        if (reported.size() < MOST) {
            reported.add(nspace);
        }
    }

    /**
     * Ends an interval, and returns the jobs about which to ask the host now. {@link #answered} follows for each.
     *
     * @param turns decides when this process asks
     * @param ofMembers the jobs of the members of groups; others do not matter
     */
    List<String> due(AskingTurns turns, Supplier<Set<String>> ofMembers) {
        intervals = reported.isEmpty() ? 0 : intervals + 1;
        if (!turns.isDue(intervals)) {
            return List.of();
        }
        Set<String> jobs = ofMembers.get();
        reported.retainAll(jobs);
        // A job that is asked about waits: the answer may be older than the report. Others may be reported meanwhile.
        List<String> due =
                reported.stream().filter(jobs::contains).filter(asked::add).toList();
        due.forEach(reported::remove);
        return due;
    }

    /** Notes that the host has answered, or will not. On any thread. */
    void answered(String nspace) {
        asked.remove(nspace);
    }

    /** Returns whether there were reports in the last interval. */
    boolean wereAny() {
        return intervals > 0;
    }
}
