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
    /** {@return the host's name for the node} */
    String hostname();

    /** {@return other names of the node ({@code PMIX_HOSTNAME_ALIASES}), as far as the host reports them; immutable} */
    List<String> aliases();

    /** {@return the host's number for the node, 0 or more ({@code PMIX_NODEID})} */
    OptionalInt id();

    /** {@return whether this process is on the node} */
    boolean isLocal();

    /**
     * {@return the processes of the job on this node ({@code PMIX_LOCAL_PEERS}), an immutable list of one or more in
     * the host's order} This process is among them if it is one. PRRTE's order is that of their local ranks.
     */
    List<ProcId> members();

    /** {@return the number of processes of the job on this node, 1 or more} */
    int size();

    /** {@return the one of {@link #members()} that has the lowest rank ({@code PMIX_LOCALLDR})} */
    ProcId leader();

    /**
     * {@return the number of processes of all jobs on this node ({@code PMIX_NODE_SIZE}), as it was when this process
     * received it}
     */
    OptionalInt totalSize();

    /**
     * {@return what the processes of the job on this node were bound to when they were launched ({@code PMIX_CPUSET} of
     * each)} The map is immutable. It lacks those that are not bound, or of which the host reports nothing, as PRRTE of
     * other nodes.
     */
    Map<ProcId, String> cpusets();

    /**
     * {@return the physical memory of the node in bytes ({@code PMIX_AVAIL_PHYS_MEMORY}); in PRRTE this node's only}
     */
    OptionalLong memory();

    /**
     * {@return whether there are more processes of the job on this node than it has slots ({@code
     * PMIX_NODE_OVERSUBSCRIBED})} Empty if the host does not report it, as PRRTE where none is oversubscribed.
     */
    Optional<Boolean> isOversubscribed();
}
