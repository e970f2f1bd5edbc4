// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.pmixj.ProcId;

/**
 * Represents a node and the processes of one job on it (PMIx Standard 6.1, the node realm). Obtained from {@link
 * org.pmixj.Pmix#node()} and {@link org.pmixj.job.Job#nodes()}.
 *
 * {@snippet file="HostSnippets.java" region="node"}
 */
public interface Node {
    /**
     * Returns the name of the node.
     *
     * @return the host's name for it
     */
    String hostname();

    /**
     * Returns other names of the node ({@code PMIX_HOSTNAME_ALIASES}).
     *
     * @return an immutable list, empty if the host reports none
     */
    List<String> aliases();

    /**
     * Returns the host's number for the node ({@code PMIX_NODEID}).
     *
     * @return 0 or more
     */
    OptionalInt id();

    /**
     * Returns whether this process is on the node.
     *
     * @return true if so
     */
    boolean isLocal();

    /**
     * Returns the processes of the job on this node, this process among them if it is one ({@code PMIX_LOCAL_PEERS}).
     *
     * @return an immutable list of one or more, in the host's order; PRRTE's is that of their local ranks
     */
    List<ProcId> members();

    /**
     * Returns the number of processes of the job on this node.
     *
     * @return 1 or more
     */
    int size();

    /**
     * Returns the process of the job on this node that has the lowest rank ({@code PMIX_LOCALLDR}).
     *
     * @return one of {@link #members()}
     */
    ProcId leader();

    /**
     * Returns the number of processes of all jobs on this node ({@code PMIX_NODE_SIZE}), as it was when this process
     * learned of it.
     *
     * @return {@link #size()} or more
     */
    OptionalInt totalSize();

    /**
     * Returns what the processes of the job on this node were bound to when they were launched ({@code PMIX_CPUSET} of
     * each).
     *
     * @return an immutable map, without those that are not bound, or of which the host reports nothing: of other nodes
     *     PRRTE does not
     */
    Map<ProcId, String> cpusets();

    /**
     * Returns the physical memory of the node ({@code PMIX_AVAIL_PHYS_MEMORY}).
     *
     * @return bytes; PRRTE reports it of this node only
     */
    OptionalLong memory();

    /**
     * Returns whether there are more processes of the job on this node than it has slots ({@code
     * PMIX_NODE_OVERSUBSCRIBED}).
     *
     * @return empty if the host does not report, as PRRTE where none is oversubscribed
     */
    Optional<Boolean> isOversubscribed();
}
