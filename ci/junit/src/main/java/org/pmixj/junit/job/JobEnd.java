// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.List;
import java.util.OptionalInt;
import org.pmixj.junit.rank.JobSpec;

/**
 * What is known of a job when none of its processes is left.
 *
 * @param cause who ended it
 * @param causeMillis when that was decided, in milliseconds of the epoch
 * @param launcherStatus the launcher's exit status, absent if it had to be killed
 * @param survivors processes that were there after the launcher had ended
 */
record JobEnd(
        JobSpec spec, Cause cause, long causeMillis, OptionalInt launcherStatus, List<ProcessTable.Entry> survivors) {
    enum Cause {
        /** The launcher ended of itself. */
        ITSELF,
        /** A rank had failed and others did not end soon. */
        FAILED_RANK,
        LIMIT,
        INTERRUPT
    }
}
