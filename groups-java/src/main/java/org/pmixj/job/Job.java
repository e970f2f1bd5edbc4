// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.List;
import java.util.Optional;
import org.pmixj.Key;
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

    /** {@return the process that spawned this job ({@code PMIX_PARENT_ID}); empty if the launcher started it} */
    Optional<ProcId> parent();

    /**
     * {@return what the host reports of the whole job under a key; empty if nothing}
     *
     * @param key the key, such as {@code Keys.UNIV_SIZE}, {@code MAPBY} or {@code NSDIR}. PRRTE gives {@code
     *     SESSION_ID} 2<sup>32</sup> - 1 in {@code prterun}, which has no session, and {@code MAX_PROCS} the number of
     *     slots
     * @param <T> the Java type of the value
     * @throws PmixException if the value is of another type than the key
     */
    <T> Optional<T> info(Key<T> key);
}
