// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.Reservation;
import org.pmixj.value.ProcInfo;

/** Asks the host for nodes, jobs and processes. */
public record HostView(Pmix pmix) {
    /** The host describes each node under this key, which is a flag elsewhere. */
    private static final Key<Attributes> NODE = Key.standard(Keys.NODE_INFO.name(), ValueType.ATTRIBUTES);

    /** Returns all nodes that the host lists, the head node first. */
    List<AllocatedNode> listed() {
        Attributes answer = Attributes.none();
        try {
            answer = pmix.queries().get(Keys.QUERY_ALLOCATION);
        } catch (PmixException.NotFound e) {
            // PRRTE 3 answers without nodes.
        }
        List<AllocatedNode> nodes =
                answer.all(NODE).stream().map(HostView::node).toList();
        if (nodes.isEmpty()) {
            throw new PmixException.NotSupported(
                    "the host does not list the nodes of its DVM", Statuses.ERR_NOT_SUPPORTED, null);
        }
        return nodes;
    }

    /** Returns the nodes of the DVM, the head node first. PRRTE also lists those that were given back. */
    public List<AllocatedNode> nodes() {
        Map<String, String> places = latest().places();
        return listed().stream()
                .filter(node -> !Ledger.OUT.equals(places.get(node.name())) || !Defect.RELEASED_NODES_LISTED.isHere())
                .toList();
    }

    private static AllocatedNode node(Attributes described) {
        String aliases = described.get(Keys.HOSTNAME_ALIASES).orElse("");
        return new AllocatedNode(
                described.get(Keys.HOSTNAME).orElse("?"),
                Arrays.stream(aliases.split(","))
                        .filter(name -> !name.isEmpty())
                        .toList(),
                described.get(Keys.NUM_SLOTS).map(Math::toIntExact).orElse(0));
    }

    /** Returns the node of a name or address. */
    static Optional<AllocatedNode> find(List<AllocatedNode> nodes, String name) {
        return nodes.stream().filter(node -> node.isNamed(name)).findFirst();
    }

    /** Returns what the last change that has ended has left. */
    public Ledger latest() {
        return new TurnRecords(pmix.directory()).latest().ledger();
    }

    /** Returns the reservations of the jobs that run. */
    public List<Reservation> reservations() {
        List<String> jobs = pmix.queries().namespaces();
        // Before the nodes: those of a reservation that is made meanwhile may not be listed yet.
        Map<String, String> places = latest().places();
        List<AllocatedNode> nodes = listed();
        // Nobody owns the nodes that are out.
        return places.values().stream()
                .distinct()
                .filter(id -> jobs.contains(Ledger.ownerOf(id)))
                .map(id -> new Reservation(
                        id,
                        nodes.stream()
                                .filter(node -> id.equals(places.get(node.name())))
                                .toList()))
                .toList();
    }

    /** Returns the processes of a job, none if the host has forgotten it. */
    public List<ProcInfo> processes(String nspace) {
        try {
            return pmix.queries().processTable(nspace);
        } catch (PmixException.NotFound e) {
            return List.of();
        }
    }

    private List<ProcInfo> running(String nspace) {
        return processes(nspace).stream()
                .filter(process -> !process.state().isEnded())
                .toList();
    }

    /** Returns the processes of all jobs that run on some nodes. */
    public List<ProcId> processesOn(List<AllocatedNode> nodes) {
        return pmix.queries().namespaces().stream()
                .flatMap(job -> running(job).stream())
                .filter(process -> process.hostname() != null
                        && find(nodes, process.hostname()).isPresent())
                .map(ProcInfo::proc)
                .toList();
    }

    /** Returns a job of which a process has failed while others run, or null. */
    @Nullable
    String partlyFailed() {
        for (String job : pmix.queries().namespaces()) {
            List<ProcInfo> all = processes(job);
            if (all.stream().anyMatch(process -> process.state().isError())
                    && all.stream().anyMatch(process -> !process.state().isEnded())) {
                return job;
            }
        }
        return null;
    }

    /** Returns whether no process of a job runs any more. */
    public boolean isOver(String nspace) {
        return running(nspace).isEmpty();
    }

    /**
     * Returns whether a process does not run any more, or the host does not know its job: it forgets one that has ended, and
     * may not know a new one yet. So ask twice.
     */
    public boolean hasEnded(ProcId proc) {
        return running(proc.nspace()).stream()
                .noneMatch(process -> process.proc().equals(proc));
    }
}
