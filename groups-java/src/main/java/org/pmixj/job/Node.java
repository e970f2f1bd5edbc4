// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.List;
import java.util.Optional;
import org.pmixj.Key;
import org.pmixj.PmixException;
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
     * {@return what the host reports of the node under a key ({@code PMIX_NODE_INFO}); empty if nothing}
     *
     * @param key the key, such as {@code Keys.HOSTNAME_ALIASES}, {@code NODE_SIZE} or {@code NODE_OVERSUBSCRIBED}.
     *     PRRTE reports {@code AVAIL_PHYS_MEMORY} of this node only; a process has the {@code NODEID} of its node
     * @param <T> the Java type of the value
     * @throws PmixException if the value is of another type than the key
     */
    <T> Optional<T> info(Key<T> key);
}
