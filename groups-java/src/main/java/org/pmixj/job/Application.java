// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.List;
import java.util.Optional;
import org.pmixj.ProcId;

/**
 * Represents one of the programs of a job (PMIx Standard 6.1, the application realm): {@code prterun -n 3 solver : -n 1
 * monitor} starts a job of two applications. Obtained from {@link org.pmixj.Pmix#app()} and
 * {@link org.pmixj.job.Job#apps()}.
 *
 * {@snippet file="HostSnippets.java" region="application"}
 */
public interface Application {
    /**
     * Returns the number of the application in its job ({@code PMIX_APPNUM}).
     *
     * @return 0 or more
     */
    int number();

    /**
     * Returns the number of its processes ({@code PMIX_APP_SIZE}).
     *
     * @return 1 or more
     */
    int size();

    /**
     * Returns its process with the lowest rank in the job ({@code PMIX_APPLDR}).
     *
     * @return one of {@link #members()}
     */
    ProcId leader();

    /**
     * Returns its processes, by rank. Found by asking for the application of every process of the job, once for this
     * object.
     *
     * @return an immutable list
     */
    List<ProcId> members();

    /**
     * Returns the command and its arguments ({@code PMIX_APP_ARGV}), joined by spaces: where one of them contains a
     * space there is no telling any more where it ends.
     *
     * @return the command line
     */
    Optional<String> commandLine();

    /**
     * Returns the directory its processes were started in ({@code PMIX_WDIR}).
     *
     * @return a path
     */
    Optional<String> workingDirectory();
}
