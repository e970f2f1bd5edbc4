// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.Statuses;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.host.Control;

/** Adds nodes to the DVM. */
public final class Growth extends SizeChange<Reservation> {
    private final Map<String, String> addresses = new HashMap<>();

    public Growth(Pending pending, NodeRequest request) {
        super(pending, "adding nodes", Control.AllocationKind.NEW, request);
    }

    /** Looks up the names, which may take long. After one that PRRTE cannot use, the DVM could not change any more. */
    @Override
    void checkRequest() {
        if (!request.checkHosts()) {
            return;
        }
        Map<String, String> names = new HashMap<>();
        for (String name : request.names()) {
            checkWanted();
            String address;
            try {
                address = InetAddress.getByName(name).getHostAddress();
            } catch (UnknownHostException e) {
                throw new PmixException.NotFound(
                        what + " failed: node " + name + " is not known here, and PRRTE could not change the size of"
                                + " the DVM any more after it could not reach it; correct the name, or use"
                                + " withUncheckedHosts()",
                        Statuses.ERR_NOT_FOUND);
            }
            String other = names.put(address, name);
            if (other != null) {
                throw new IllegalArgumentException(
                        what + ": " + other + " and " + name + " are the same node; name one of them");
            }
            addresses.put(name, address);
        }
    }

    @Override
    List<String> prepare(List<AllocatedNode> listed) {
        String failed = Defect.FAILED_PROCESS_ENDS_NEW_DAEMON.isHere() ? host.partlyFailed() : null;
        if (failed != null) {
            throw notSupported(
                    ": a process of job " + failed + " has failed and others of it run, so the daemons of PRRTE"
                            + " 5.0.0rc1 on added nodes would end; use the nodes there are, or add nodes when that job has ended");
        }
        List<String> jobs = pmix.queries().namespaces();
        for (String name : request.names()) {
            HostView.find(listed, name)
                    .or(() -> HostView.find(listed, addresses.getOrDefault(name, name)))
                    .ifPresent(known -> check(known, jobs, known.equals(listed.getFirst())));
        }
        return request.nodes();
    }

    private void check(AllocatedNode node, List<String> jobs, boolean isHead) {
        String place = before.places().get(node.name());
        if (place == null) {
            throw new IllegalArgumentException(what + ": node " + node.name() + " is "
                    + (isHead ? "the head node of the DVM" : "in the DVM since its start") + "; leave it out");
        } else if (jobs.contains(Ledger.ownerOf(place))) {
            throw new IllegalStateException(
                    what + ": node " + node.name() + " is in reservation " + place + "; give it back first");
        }
    }

    @Override
    Reservation outcome(List<String> nodes, Attributes answer) {
        String id = answer.get(Keys.ALLOC_ID).orElseThrow(() -> failed("the host has not named the reservation"));
        List<AllocatedNode> all = List.of();
        try {
            all = host.listed();
        } catch (PmixException e) {
            // The nodes were added, and must be recorded.
        }
        List<AllocatedNode> added = new ArrayList<>();
        for (String name : request.names()) {
            // A node that is not listed is described as it was requested.
            added.add(HostView.find(all, name).orElse(new AllocatedNode(name, List.of(), 1)));
        }
        Reservation made = new Reservation(id, added);
        after = before.moved(made.names(), id);
        return made;
    }
}
