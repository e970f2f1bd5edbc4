// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;

/**
 * Describes how a job ended.
 *
 * @param status the status from the host ({@code PMIX_JOB_TERM_STATUS}); success also for a {@linkplain
 *     SpawnRequest.Builder#recoverable recoverable} job of which a process was killed
 * @param exitCode the exit status ({@code PMIX_EXIT_CODE}): 0, that of the first process that failed, or that of an
 *     abort; 128 plus the number of the signal for one that was killed
 * @param failed the process whose end ended the job, null if the host names none
 */
public record Termination(
        PmixStatus status, int exitCode, @Nullable ProcId failed) {
    /** Checks that the status is not null. */
    public Termination {
        Objects.requireNonNull(status, "status");
    }

    /** {@return whether the status is success and the exit status 0} */
    public boolean isSuccess() {
        return status.isSuccess() && exitCode == 0;
    }
}
