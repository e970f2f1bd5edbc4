// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.util.List;
import org.pmixj.elastic.internal.Ledger;

/**
 * Describes nodes that a job has added to the DVM and that are reserved for it. Only jobs that are spawned {@linkplain
 * Elastic#onto onto the reservation} use them. When the owner ends, PRRTE keeps
 * the nodes and uses them for any job.
 *
 * @param id the name that PRRTE has given it ({@code PMIX_ALLOC_ID}): the namespace of the owner, a dot, and a number
 * @param nodes its nodes, one or more; immutable
 */
public record Reservation(String id, List<AllocatedNode> nodes) {
    /** Copies the nodes. */
    public Reservation {
        nodes = List.copyOf(nodes);
    }

    /** {@return the namespace of the job that owns it} */
    public String owner() {
        return Ledger.ownerOf(id);
    }

    /** {@return the names of its nodes} */
    public List<String> names() {
        return nodes.stream().map(AllocatedNode::name).toList();
    }
}
