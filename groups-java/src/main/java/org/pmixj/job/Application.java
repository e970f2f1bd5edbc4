// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.List;
import java.util.Optional;
import org.pmixj.ProcId;

/**
 * One of the programs a job consists of (PMIx Standard 6.1, the application realm): {@code prterun -n 3 solver : -n 1
 * monitor} starts a job of two applications. Obtained from {@link org.pmixj.Pmix#app()} and
 * {@link org.pmixj.job.Job#apps()}.
 *
 * <pre>{@code
 * if (pmix.app().number() == 1) {
 *     monitor(pmix.job().app(0).members());
 * }
 * }</pre>
 */
public interface Application {
    /**
     * The number of the application in its job ({@code PMIX_APPNUM}).
     *
     * @return 0 or more
     */
    int number();

    /**
     * The number of its processes ({@code PMIX_APP_SIZE}).
     *
     * @return 1 or more
     */
    int size();

    /**
     * Its process with the lowest rank in the job ({@code PMIX_APPLDR}).
     *
     * @return one of {@link #members()}
     */
    ProcId leader();

    /**
     * Its processes, by rank. Found by asking for the application of every process of the job, once for this object.
     *
     * @return an immutable list
     */
    List<ProcId> members();

    /**
     * The command and its arguments ({@code PMIX_APP_ARGV}), joined by spaces: where one of them contains a space there
     * is no telling any more where it ends.
     *
     * @return the command line
     */
    Optional<String> commandLine();

    /**
     * The directory its processes were started in ({@code PMIX_WDIR}).
     *
     * @return a path
     */
    Optional<String> workingDirectory();
}
