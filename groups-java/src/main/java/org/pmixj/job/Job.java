// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

/**
 * Represents a job: the processes of a namespace, where they are, and how they were placed there (PMIx Standard 6.1,
 * the job realm). Obtained from {@link Pmix#job()} and {@link Pmix#job(String)}. The package {@link org.pmixj.job} says
 * when a method asks the server, and what all views have in common.
 *
 * {@snippet file="HostSnippets.java" region="job"}
 */
public interface Job {
    /** {@return the namespace, 1 to 255 bytes in UTF-8} */
    String nspace();

    /** {@return the number of processes, 1 or more ({@code PMIX_JOB_SIZE})} */
    int size();

    /**
     * {@return the identifier of the process with a rank}
     *
     * @param rank 0 to size - 1
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    ProcId member(int rank);

    /** {@return every process by rank, an immutable list whose elements are created when they are read} */
    List<ProcId> members();

    /**
     * {@return what is known of the process with a rank}
     *
     * @param rank 0 to size - 1
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    ProcessInfo process(int rank);

    /** {@return the names of the nodes of this job, in the host's order; immutable ({@code PMIX_NODE_LIST})} */
    List<String> hostnames();

    /** {@return these nodes in the order of {@link #hostnames()}, an immutable list that creates them when read} */
    List<Node> nodes();

    /**
     * {@return a node that has processes of this job}
     *
     * @param hostname its name, or one of its aliases
     * @throws PmixException.NotFound if no process of this job is known to be on a node of that name
     */
    Node node(String hostname);

    /**
     * {@return a node that has processes of this job}
     *
     * @param id the host's number for it, see {@link Node#id()}
     * @throws PmixException.NotFound if no process of this job is known to be on a node of that number
     */
    Node node(int id);

    /**
     * {@return the name of the node a process is on, as in {@link #hostnames()} ({@code PMIX_HOSTNAME})}
     *
     * @param rank 0 to size - 1
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    Optional<String> hostname(int rank);

    /**
     * {@return the applications of the job by number, an immutable list of one or more ({@code PMIX_JOB_NUM_APPS})}
     * There is one for each program on the launcher's command line or in the request to spawn.
     */
    List<Application> apps();

    /**
     * {@return an application of the job}
     *
     * @param number 0 or more
     * @throws IndexOutOfBoundsException if there is no such application
     */
    Application app(int number);

    /** {@return the scheduler's identifier of the job ({@code PMIX_JOBID}); PRRTE gives the namespace} */
    Optional<String> id();

    /** {@return the number of the job's session ({@code PMIX_SESSION_ID}); empty in {@code prterun}, which has none} */
    OptionalLong sessionId();

    /** {@return the number of slots in the session, of all jobs; 1 or more ({@code PMIX_UNIV_SIZE})} */
    OptionalInt universeSize();

    /**
     * {@return the number of processes this job may have at most, 1 or more ({@code PMIX_MAX_PROCS})} PRRTE reports the
     * number of slots: an oversubscribed job has more processes than that.
     */
    OptionalInt maxProcesses();

    /** {@return the {@link ProcessInfo#globalRank()} of the first process of this job ({@code PMIX_NPROC_OFFSET})} */
    OptionalInt globalOffset();

    /** {@return the process that spawned this job ({@code PMIX_PARENT_ID}); empty if the launcher started it} */
    Optional<ProcId> parent();

    /** {@return how processes were mapped to nodes ({@code PMIX_MAPBY}), such as {@code BYNODE:OVERSUBSCRIBE}} */
    Optional<String> mapBy();

    /** {@return how ranks were given to the mapped processes ({@code PMIX_RANKBY}), such as {@code FILL}} */
    Optional<String> rankBy();

    /** {@return what processes were bound to ({@code PMIX_BINDTO}), such as {@code NONE} or {@code CORE}} */
    Optional<String> bindTo();

    /**
     * {@return the path of the job's directory for temporary files on this node ({@code PMIX_NSDIR}); it exists as long
     * as the job}
     */
    Optional<String> directory();
}
