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
    /** {@return the identifier of the process} */
    ProcId id();

    /** {@return its rank in the job} */
    int rank();

    /** {@return its rank among the processes of its job on its node ({@code PMIX_LOCAL_RANK})} */
    OptionalInt localRank();

    /** {@return its rank among the processes of all jobs on its node ({@code PMIX_NODE_RANK})} */
    OptionalInt nodeRank();

    /** {@return its rank among the processes of its application ({@code PMIX_APP_RANK})} */
    OptionalInt appRank();

    /** {@return its rank among the processes of all jobs in the session ({@code PMIX_GLOBAL_RANK})} */
    OptionalInt globalRank();

    /** {@return the number of its application ({@code PMIX_APPNUM}), see {@link org.pmixj.job.Job#app}} */
    OptionalInt appNumber();

    /** {@return how many times it was restarted ({@code PMIX_REINCARNATION}); 0 for a process that never failed} */
    OptionalInt reincarnation();

    /** {@return the name of the node it is on ({@code PMIX_HOSTNAME}), as in {@link org.pmixj.job.Job#hostnames()}} */
    Optional<String> hostname();

    /** {@return the host's number for the node it is on, 0 or more ({@code PMIX_NODEID})} */
    OptionalInt nodeId();

    /** {@return whether it is on the node of this process; false, too, if the host does not report where it is} */
    boolean isLocal();

    /**
     * {@return its number in the operating system of its node ({@code PMIX_PROC_PID}); always present for this process}
     * For another process it is that of what the launcher started, which may be a script that runs the process, and as
     * the launcher sees it, which matters for containers. PRRTE reports it on the node of the launcher only, and there
     * only for the processes that it had started when it reported.
     */
    OptionalLong pid();

    /**
     * {@return the CPUs it was bound to when it was launched ({@code PMIX_CPUSET}), such as {@code 0-3,8}} Empty if it
     * was not bound, or is on another node and the host does not report it.
     */
    Optional<String> cpuset();

    /**
     * {@return the package, caches and cores it was bound to, in libpmix's words ({@code PMIX_LOCALITY_STRING}); empty
     * if it was not bound, or is on another node}
     */
    Optional<String> localityString();
}
