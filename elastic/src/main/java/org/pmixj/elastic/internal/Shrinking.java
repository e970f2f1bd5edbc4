// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.Statuses;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.host.Control;

/** Gives back nodes of the DVM. */
public final class Shrinking extends SizeChange<Void> {
    public Shrinking(Pending pending, NodeRequest request) {
        super(pending, "releasing nodes", Control.AllocationKind.RELEASE, request);
        if (request.hasSlots()) {
            throw new IllegalArgumentException(
                    what + ": a node is given back as a whole; leave out the number of slots");
        }
    }

    @Override
    List<String> prepare(List<AllocatedNode> listed) {
        List<AllocatedNode> released = new ArrayList<>();
        for (String name : request.names()) {
            AllocatedNode node = HostView.find(listed, name)
                    .orElseThrow(() -> new PmixException.NotFound(
                            what + " failed: there is no node " + name + " in the DVM", Statuses.ERR_NOT_FOUND));
            String id = before.places().get(node.name());
            if (Ledger.OUT.equals(id)) {
                throw new IllegalStateException(what + ": node " + node.name() + " is not in the DVM any more");
            }
            // PRRTE 5.0.0rc1 would release these, too.
            boolean isOwn = id != null && Ledger.ownerOf(id).equals(pmix.self().nspace());
            if (node.equals(listed.getFirst()) && Defect.HEAD_NODE_RELEASED.isHere()) {
                throw new IllegalArgumentException(
                        what + ": " + node.name() + " is the head node, with which the whole DVM ends; leave it out");
            } else if (!isOwn && Defect.FOREIGN_NODE_RELEASED.isHere()) {
                throw new IllegalArgumentException(what + ": node " + node.name() + " is "
                        + (id == null ? "in no reservation" : "in reservation " + id + " of another job")
                        + "; give back what this job has added");
            }
            released.add(node);
        }
        if (host.processesOn(released).contains(pmix.self())) {
            throw new IllegalArgumentException(what + ": this process, " + pmix.self() + ", would be killed with its"
                    + " node; have a process on another node release it");
        }
        return released.stream().map(AllocatedNode::name).toList();
    }

    @Override
    @SuppressWarnings("NullAway") // a future of Void is completed with null
    Void outcome(List<String> nodes, Attributes answer) {
        after = before.moved(nodes, Ledger.OUT);
        return null;
    }
}
