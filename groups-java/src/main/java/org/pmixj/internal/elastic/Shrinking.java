// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.ProcId;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.AllocationEvent;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.host.AllocationRequest;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.elastic.repair.ReleaseCheck;

/** Gives back nodes of the DVM. */
final class Shrinking extends SizeChange<Boolean> {
    private List<String> names = List.of();

    Shrinking(Handle user, NodeRequest request) {
        super(user, "releasing nodes " + AllocationImpl.list(request.nodes()), request);
    }

    @Override
    void prepare(Ledger before, List<AllocatedNode> nodes) {
        ProcId self = handle.session.self();
        String reservation = request.reservation().orElse(null);
        if (reservation != null && !before.reservations().containsKey(reservation)) {
            throw AllocationImpl.ended(what, reservation);
        }
        List<AllocatedNode> released = new ArrayList<>();
        for (String name : request.names()) {
            AllocatedNode node = HostView.find(nodes, name);
            if (node == null) {
                throw StatusCodes.notFound(what + " failed: there is no node " + name + " in the DVM");
            } else if (before.out().contains(node.name())) {
                throw new IllegalStateException(what + ": node " + node.name() + " is not in the DVM any more");
            }
            ReleaseCheck.check(what, node, nodes.getFirst(), before, self);
            released.add(node);
        }
        List<ProcId> affected = host.processesOn(released);
        if (affected.contains(self)) {
            throw new IllegalArgumentException(what + ": this process, " + self + ", would be killed with its node;"
                    + " have a process on another node release it");
        }
        names = released.stream().map(AllocatedNode::name).toList();
        checkWanted();
        SizeEvents.of(handle.session).send(handle, new AllocationEvent.Releasing(self, names), affected);
    }

    @Override
    AllocationRequest.Kind kind() {
        return AllocationRequest.Kind.RELEASE;
    }

    @Override
    Attributes.Builder directives() {
        return Attributes.builder().set(Keys.ALLOC_NODE_LIST, String.join(",", names));
    }

    @Override
    Ledger after(Ledger before, Attributes answer) {
        return before.released(names);
    }

    @Override
    AllocationEvent report(Attributes answer) {
        return new AllocationEvent.Released(handle.session.self(), names);
    }

    @Override
    Boolean result(Attributes answer) {
        return true;
    }

    @Override
    void late(Boolean result) {
        // It has happened as it was requested.
    }
}
