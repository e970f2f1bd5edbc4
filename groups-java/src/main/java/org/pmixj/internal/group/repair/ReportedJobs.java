// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.ArrayList;
import java.util.Iterator;
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
        List<String> due = new ArrayList<>();
        if (turns.isDue(intervals)) {
            Set<String> jobs = ofMembers.get();
            for (Iterator<String> rest = reported.iterator(); rest.hasNext(); ) {
                String nspace = rest.next();
                boolean isOfMember = jobs.contains(nspace);
                // A job that is asked about waits: the answer may be older than the report.
                if (!isOfMember || asked.add(nspace)) {
                    rest.remove();
                    if (isOfMember) {
                        due.add(nspace);
                    }
                }
            }
        }
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
