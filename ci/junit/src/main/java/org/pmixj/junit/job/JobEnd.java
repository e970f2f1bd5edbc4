// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.List;
import java.util.OptionalInt;
import org.pmixj.junit.rank.JobFiles;
import org.pmixj.junit.rank.JobSpec;

/**
 * Describes how a job ended, when none of its processes is left.
 *
 * @param method the last of its methods that it came to, as its number
 * @param cause why it ended
 * @param causeMillis when that was decided, in milliseconds of the epoch
 * @param launcherStatus the launcher's exit status, absent if it had to be killed
 * @param survivors processes that existed after the launcher had ended
 */
record JobEnd(
        JobSpec spec,
        int method,
        Cause cause,
        long causeMillis,
        OptionalInt launcherStatus,
        List<ProcessTable.Entry> survivors) {

    /** Tests whether the job would have come to other methods after that one. */
    boolean othersFollow() {
        return method + 1 < spec.methods().size();
    }

    /** Returns the files of that method. */
    JobFiles files() {
        return spec.files(method);
    }

    enum Cause {
        /** The launcher ended by itself. */
        ITSELF,
        /** A rank failed and others did not end soon. */
        FAILED_RANK,
        LIMIT,
        INTERRUPT
    }
}
