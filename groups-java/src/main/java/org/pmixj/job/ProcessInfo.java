// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.pmixj.ProcId;

/**
 * Describes what is known of a process (PMIx Standard 6.1, the process realm). Obtained from {@link
 * org.pmixj.Pmix#process()}, {@link org.pmixj.Pmix#process(ProcId)} and {@link org.pmixj.job.Job#process(int)}.
 *
 * {@snippet file="HostSnippets.java" region="process"}
 */
public interface ProcessInfo {
    /**
     * Returns the identifier of the process.
     *
     * @return its identifier
     */
    ProcId id();

    /**
     * Returns its rank in the job.
     *
     * @return 0 or more
     */
    int rank();

    /**
     * Returns its rank among the processes of its job on its node ({@code PMIX_LOCAL_RANK}).
     *
     * @return 0 or more
     */
    OptionalInt localRank();

    /**
     * Returns its rank among the processes of all jobs on its node ({@code PMIX_NODE_RANK}).
     *
     * @return 0 or more
     */
    OptionalInt nodeRank();

    /**
     * Returns its rank among the processes of its application ({@code PMIX_APP_RANK}).
     *
     * @return 0 or more
     */
    OptionalInt appRank();

    /**
     * Returns its rank among the processes of all jobs in the session ({@code PMIX_GLOBAL_RANK}).
     *
     * @return 0 or more
     */
    OptionalInt globalRank();

    /**
     * Returns the number of its application ({@code PMIX_APPNUM}), see {@link org.pmixj.job.Job#app}.
     *
     * @return 0 or more
     */
    OptionalInt appNumber();

    /**
     * Returns how many times it was started anew ({@code PMIX_REINCARNATION}).
     *
     * @return 0 for a process that never failed
     */
    OptionalInt reincarnation();

    /**
     * Returns the name of the node it is on ({@code PMIX_HOSTNAME}).
     *
     * @return as in {@link org.pmixj.job.Job#hostnames()}
     */
    Optional<String> hostname();

    /**
     * Returns the host's number for the node it is on ({@code PMIX_NODEID}).
     *
     * @return 0 or more
     */
    OptionalInt nodeId();

    /**
     * Returns whether it is on the node of this process.
     *
     * @return true if so; false, too, if the host does not report where it is
     */
    boolean isLocal();

    /**
     * Returns the number the operating system of its node has for it ({@code PMIX_PROC_PID}). Of another process it is
     * that of what the launcher started, which may be a script that runs the process, and as the launcher sees it,
     * which matters for containers.
     *
     * @return 1 or more; of this process always there. Of others PRRTE reports on the node of the launcher only, and
     *     not always there: only of those it had started when it told
     */
    OptionalLong pid();

    /**
     * Returns the CPUs it was bound to when it was launched ({@code PMIX_CPUSET}).
     *
     * @return a list of numbers and ranges such as {@code 0-3,8}; empty if it was not bound, or is on another node and
     *     the host does not report
     */
    Optional<String> cpuset();

    /**
     * Returns where on its node it was bound ({@code PMIX_LOCALITY_STRING}): which package, caches and cores.
     *
     * @return libpmix's own words; empty if it was not bound, or is on another node
     */
    Optional<String> localityString();
}
