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
 * the job realm). Obtained from {@link Pmix#job()} and {@link Pmix#job(String)}. See {@link org.pmixj.job} for when a
 * method asks the server, and for what all views have in common.
 *
 * {@snippet file="HostSnippets.java" region="job"}
 */
public interface Job {
    /**
     * Returns the namespace.
     *
     * @return 1 to 255 bytes in UTF-8
     */
    String nspace();

    /**
     * Returns the number of processes ({@code PMIX_JOB_SIZE}).
     *
     * @return 1 or more
     */
    int size();

    /**
     * Returns the process with a rank.
     *
     * @param rank 0 to size - 1
     * @return its identifier
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    ProcId member(int rank);

    /**
     * Returns every process, by rank.
     *
     * @return an immutable list, whose elements are created when they are asked for
     */
    List<ProcId> members();

    /**
     * Returns what is known of the process with a rank.
     *
     * @param rank 0 to size - 1
     * @return its view
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    ProcessInfo process(int rank);

    // --- nodes -------------------------------------------------------------------------------------------------

    /**
     * Returns the names of the nodes that have processes of this job ({@code PMIX_NODE_LIST}).
     *
     * @return an immutable list, in the host's order
     */
    List<String> hostnames();

    /**
     * Returns the nodes that have processes of this job, in the order of {@link #hostnames()}.
     *
     * @return an immutable list, whose elements are created when they are asked for
     */
    List<Node> nodes();

    /**
     * Returns a node that has processes of this job.
     *
     * @param hostname its name, or one of its aliases
     * @return its view
     * @throws IllegalArgumentException if the name is empty or contains NUL
     * @throws PmixException.NotFound if no process of this job is known to be on a node of that name
     */
    Node node(String hostname);

    /**
     * Returns a node that has processes of this job.
     *
     * @param id the host's number for it, see {@link Node#id()}
     * @return its view
     * @throws IllegalArgumentException if the number is negative
     * @throws PmixException.NotFound if no process of this job is known to be on a node of that number
     */
    Node node(int id);

    /**
     * Returns the name of the node a process is on ({@code PMIX_HOSTNAME}).
     *
     * @param rank 0 to size - 1
     * @return the name, as in {@link #hostnames()}
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    Optional<String> hostname(int rank);

    // --- applications ------------------------------------------------------------------------------------------

    /**
     * Returns the applications the job consists of, by number: one for each program on the launcher's command line or
     * in the request to spawn ({@code PMIX_JOB_NUM_APPS}).
     *
     * @return an immutable list of one or more
     */
    List<Application> apps();

    /**
     * Returns an application of the job.
     *
     * @param number 0 or more
     * @return its view
     * @throws IndexOutOfBoundsException if there is no such application
     */
    Application app(int number);

    // --- the whole ---------------------------------------------------------------------------------------------

    /**
     * Returns the scheduler's identifier of the job ({@code PMIX_JOBID}). PRRTE gives the namespace.
     *
     * @return the identifier
     */
    Optional<String> id();

    /**
     * Returns the number of the session the job runs in ({@code PMIX_SESSION_ID}).
     *
     * @return the number; empty where the host has no sessions, as under {@code prterun}
     */
    OptionalLong sessionId();

    /**
     * Returns the number of slots in the session, of all jobs ({@code PMIX_UNIV_SIZE}).
     *
     * @return 1 or more
     */
    OptionalInt universeSize();

    /**
     * Returns the number of processes this job may have at most ({@code PMIX_MAX_PROCS}). PRRTE reports the number of
     * slots: an oversubscribed job has more processes than that.
     *
     * @return 1 or more
     */
    OptionalInt maxProcesses();

    /**
     * Returns the rank in the session that the first process of this job has ({@code PMIX_NPROC_OFFSET}), see
     * {@link ProcessInfo#globalRank()}.
     *
     * @return 0 or more
     */
    OptionalInt globalOffset();

    /**
     * Returns the process that spawned this job with {@code PMIx_Spawn} ({@code PMIX_PARENT_ID}).
     *
     * @return the parent; empty for a job that was started by the launcher
     */
    Optional<ProcId> parent();

    /**
     * Returns how processes were mapped to nodes ({@code PMIX_MAPBY}).
     *
     * @return the host's own words, such as {@code BYNODE:OVERSUBSCRIBE}
     */
    Optional<String> mapBy();

    /**
     * Returns how ranks were given to the mapped processes ({@code PMIX_RANKBY}).
     *
     * @return the host's own words, such as {@code FILL}
     */
    Optional<String> rankBy();

    /**
     * Returns what processes were bound to ({@code PMIX_BINDTO}).
     *
     * @return the host's own words, such as {@code NONE} or {@code CORE}
     */
    Optional<String> bindTo();

    /**
     * Returns the directory for temporary files of this job on this node ({@code PMIX_NSDIR}).
     *
     * @return a path, which exists while the job does
     */
    Optional<String> directory();
}
