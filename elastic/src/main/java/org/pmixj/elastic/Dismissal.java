// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.elastic.internal.HostView;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.value.ProcInfo;

/** Lets members leave, waits for their ends, and gives back the nodes that nobody uses any more. */
final class Dismissal extends Change {
    private static final long FIRST_POLL_MILLIS = 5;
    private static final long LONGEST_POLL_MILLIS = 200;

    private final Members leaving;
    private final HostView host = new HostView(pmix);

    Dismissal(ElasticGroup elastic, Members named, Duration timeout) {
        super("shrink", elastic, timeout);
        // By rank, because the members may name them in any order.
        this.leaving = before.places().intersection(named);
        Members strangers = named.difference(leaving);
        if (named.isEmpty()) {
            throw bad("nobody leaves; name at least one process");
        } else if (!strangers.isEmpty()) {
            throw bad(strangers.getFirst() + " has no place in it; name processes of places()");
        } else if (leaving.size() == before.places().size()) {
            throw bad("all would leave; destruct the group instead");
        }
    }

    private IllegalArgumentException bad(String why) {
        return new IllegalArgumentException(what + ": " + why);
    }

    Optional<Group> run() {
        Group group = before.group();
        // The nodes are read before the agreement: after it members end, and the host forgets a job that has ended, and
        // where its processes were.
        Set<String> nodes = Set.of();
        RuntimeException failure = null;
        try {
            nodes = leaving.contains(pmix.self()) ? nodes : nodes();
        } catch (RuntimeException e) {
            // The others learn of it below.
            failure = e;
        }
        Members staying = agree(what + " " + leaving).difference(leaving);
        if (staying.isEmpty()) {
            throw bad("all that have not failed would leave; destruct the group instead");
        }
        elastic.state = before.next(before.places().difference(leaving));
        if (leaving.contains(pmix.self())) {
            group.with(CollectiveOptions.within(left())).leave();
            return Optional.empty();
        }
        try {
            if (failure == null && isFirstOfJob(staying)) {
                awaitEnds(staying);
                release(nodes);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
        // Ends when those who leave have departed, as they do not take part.
        finish(".ended", failure);
        // Another member may have been notified of the last departure before this one.
        Members now = group.members();
        while (!now.intersection(leaving).isEmpty()) {
            now = group.awaitSize(now.size() - 1, most());
        }
        return Optional.of(group);
    }

    /** Returns whether this process gives back what its job has added. The lowest rank of each job does. */
    private boolean isFirstOfJob(Members staying) {
        return staying.stream()
                .filter(member -> member.nspace().equals(pmix.self().nspace()))
                .findFirst()
                .equals(Optional.of(pmix.self()));
    }

    /** Returns the nodes of those who leave, also of those that have ended. */
    private Set<String> nodes() {
        Set<String> nodes = new HashSet<>();
        leaving.stream()
                .map(ProcId::nspace)
                .distinct()
                .forEach(nspace -> host.processes(nspace).stream()
                        .filter(process -> leaving.contains(process.proc()) && process.hostname() != null)
                        .forEach(process -> nodes.add(process.hostname())));
        return nodes;
    }

    /**
     * Waits until the host reports the ends. From another node it does so when all processes of a job there have ended, so
     * this does not wait for a process that has a member of its job beside it.
     */
    private void awaitEnds(Members staying) {
        long end = System.nanoTime() + most().toNanos();
        List<ProcId> running = new ArrayList<>(leaving);
        for (long millis = FIRST_POLL_MILLIS; ; millis = Math.min(2 * millis, LONGEST_POLL_MILLIS)) {
            running.removeIf(proc -> hasEnded(proc, staying));
            if (running.isEmpty()) {
                return;
            } else if (System.nanoTime() - end > 0) {
                throw expired(running + " have left the group and have not ended; nodes are not given back");
            }
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new PmixException.Interrupted("interrupted during " + what, Statuses.ERROR);
            }
        }
    }

    private boolean hasEnded(ProcId proc, Members staying) {
        List<ProcInfo> job = host.processes(proc.nspace());
        return job.stream()
                .filter(process ->
                        process.proc().equals(proc) && !process.state().isEnded())
                .allMatch(left -> job.stream()
                        .anyMatch(process -> staying.contains(process.proc())
                                && Objects.equals(process.hostname(), left.hostname())));
    }

    private void release(Set<String> used) {
        List<String> idle = Elastic.of(pmix).reservations().stream()
                .filter(held -> held.owner().equals(pmix.self().nspace()))
                .flatMap(held -> held.nodes().stream())
                .filter(node -> used.stream().anyMatch(node::isNamed))
                .filter(node -> host.processesOn(List.of(node)).isEmpty())
                .map(AllocatedNode::name)
                .toList();
        if (!idle.isEmpty()) {
            Elastic.of(pmix).release(NodeRequest.of(idle).withTimeout(most()));
        }
    }
}
