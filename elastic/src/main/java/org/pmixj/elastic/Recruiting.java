// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.elastic.ElasticGroup.State;
import org.pmixj.elastic.internal.HostView;
import org.pmixj.elastic.internal.Log;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/**
 * Adds new processes to a group: in new places, or in those that are vacant. The members agree on the places by a
 * decision, the lowest rank spawns, and all construct a new group. It takes the place of the old one if all members of
 * that have constructed it, as they decide last.
 */
final class Recruiting {
    /** Names the message to the new processes, with their namespace behind it. */
    static final String JOIN = "join.";
    /** Appended to the id for the decision whether all have constructed the new group. */
    static final String MADE = ".made";

    private static final String STARTED = ".started";

    private final Pmix pmix;
    private final ElasticGroup elastic;
    private final State before;
    private final NewMembers request;
    private final boolean grows;
    private final Verb verb;
    /** The name of its decisions. */
    private final String id;
    // Only the lowest rank has these.
    private @Nullable Reservation added;
    private @Nullable SpawnedJob job;

    Recruiting(ElasticGroup elastic, NewMembers request, boolean grows) {
        this.pmix = elastic.pmix;
        this.elastic = elastic;
        this.before = elastic.state();
        this.request = request;
        this.grows = grows;
        this.verb = new Verb(
                grows ? "grow" : "replace",
                before.name(),
                request.timeout().orElse(pmix.defaultTimeout()),
                elastic.published);
        this.id = before.nextChange();
    }

    Group run() {
        Group old = before.group();
        List<ProcId> present = verb.agree(
                pmix,
                old,
                id,
                List.of(
                        verb.what,
                        grows ? request.app().processes() + " more" : "vacant places",
                        before.places().size() + " places",
                        Integer.toHexString(before.places().toString().hashCode())),
                () -> elastic.set(before.next(old, before.places())));
        List<Integer> open = open(present);
        if (open.isEmpty()) {
            return old;
        }
        Group fresh = null;
        try {
            List<ProcId> places = filled(open, spawned(present.getFirst(), open.size()));
            Set<ProcId> departed = new HashSet<>(before.places());
            present.forEach(departed::remove);
            RuntimeException failure = null;
            try {
                if (job != null) {
                    announce(job, places, departed);
                }
                fresh = construct(places, departed);
            } catch (RuntimeException e) {
                failure = e;
            }
            List<String> own = failure == null ? Verb.ok() : Verb.failed(pmix.self(), failure);
            verb.check(verb.decision(pmix, old, id + MADE, own, Verb::worst), failure);
            elastic.set(before.next(Objects.requireNonNull(fresh), places));
        } catch (RuntimeException e) {
            undo(fresh);
            throw e;
        }
        end(old);
        return elastic.group();
    }

    /** Returns the ranks of the places that the new processes get. */
    private List<Integer> open(List<ProcId> members) {
        List<Integer> open = new ArrayList<>();
        int size = before.places().size();
        for (int rank = 0; rank < size + (grows ? request.app().processes() : 0); rank++) {
            if (grows ? rank >= size : !members.contains(before.places().get(rank))) {
                open.add(rank);
            }
        }
        return open;
    }

    private List<ProcId> filled(List<Integer> open, String nspace) {
        List<ProcId> places = new ArrayList<>(before.places());
        for (int i = 0; i < open.size(); i++) {
            ProcId process = new ProcId(nspace, i);
            if (grows) {
                places.add(process);
            } else {
                places.set(open.get(i), process);
            }
        }
        return places;
    }

    private Group construct(List<ProcId> places, Set<ProcId> departed) {
        List<ProcId> members =
                places.stream().filter(place -> !departed.contains(place)).toList();
        try {
            return pmix.groups()
                    .construct(verb.request(
                            before.nextId(), members, before.group().contextId().isPresent()));
        } catch (IllegalArgumentException e) {
            // The host has forgotten their job.
            throw new PmixException.MemberLost(
                    verb.what + " failed: the new processes have ended and not joined: " + e.getMessage(),
                    Statuses.ERR_LOST_CONNECTION,
                    places.stream()
                            .filter(place -> !before.places().contains(place))
                            .toList());
        }
    }

    // --- the lowest rank -----------------------------------------------------------------------------------------

    /** Returns the namespace of the new processes, which the lowest rank spawns. */
    private String spawned(ProcId root, int count) {
        List<String> message = null;
        RuntimeException failure = null;
        if (root.equals(pmix.self())) {
            try {
                job = spawn(count);
                message = Verb.ok(job.nspace());
            } catch (RuntimeException e) {
                failure = e;
                message = Verb.failed(pmix.self(), e);
            }
        }
        List<String> own = message;
        List<String> decided =
                verb.decision(pmix, id + STARTED, () -> own != null || isMember(root) ? own : Verb.lost(root));
        verb.check(decided, failure);
        return decided.getLast();
    }

    private boolean isMember(ProcId proc) {
        return before.group().members().contains(proc) && !new HostView(pmix).hasEnded(proc);
    }

    private SpawnedJob spawn(int count) {
        SpawnRequest.Builder spawn = SpawnRequest.builder()
                .apps(NewMembers.sized(request.app(), count))
                .independent()
                // So that its members outlive each other, and learn of it.
                .directives(Attributes.of(Keys.RUNTIME_OPTIONS, "recoverable,notifyerrors"))
                .directives(request.directives());
        if (!request.directives().contains(Keys.BINDTO)) {
            spawn.bindTo("none");
        }
        if (!request.nodes().isEmpty()) {
            spawn.directives(target());
        }
        return pmix.processes().spawn(spawn.timeout(verb.most()).build());
    }

    /** Adds the nodes, or finds the reservation that has them. */
    private Attributes target() {
        Elastic host = Elastic.of(pmix);
        NodeRequest nodes = NodeRequest.of(request.nodes());
        for (Reservation held : host.reservations()) {
            if (held.owner().equals(pmix.self().nspace())
                    && new HashSet<>(held.names()).equals(new HashSet<>(nodes.names()))) {
                return host.onto(held);
            }
        }
        added = host.grow(nodes.withTimeout(verb.most()));
        return host.onto(added);
    }

    /** Publishes what the new processes need to know. */
    private void announce(SpawnedJob to, List<ProcId> places, Set<ProcId> departed) {
        List<String> message = new ArrayList<>(List.of(
                before.name(),
                before.secret(),
                Integer.toString(before.changes() + 1),
                Boolean.toString(before.group().contextId().isPresent())));
        for (ProcId place : places) {
            message.add(Verb.describe(place, departed.contains(place)));
        }
        pmix.directory().publish(announcement(to), message);
    }

    private static Key<List<String>> announcement(SpawnedJob to) {
        return Verb.key(JOIN + to.nspace());
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /** Ends the old group, and what was published for the new one. All have constructed that. */
    private void end(Group old) {
        try {
            if (job != null) {
                CompletableFuture<Void> _ = pmix.directory()
                        .unpublishAsync(UnpublishRequest.builder()
                                .keys(announcement(job))
                                .build());
            }
            old.with(CollectiveOptions.within(verb.left())).destruct();
        } catch (PmixException | IllegalStateException e) {
            old.close();
        }
    }

    /** Leaves the new group, ends new processes, and gives back nodes. */
    private void undo(@Nullable Group fresh) {
        if (fresh != null) {
            fresh.close();
        }
        if (job != null) {
            CompletableFuture<Attributes> _ =
                    pmix.control().jobAsync(List.of(job.all()), Attributes.of(Keys.JOB_CTRL_KILL, true));
        }
        if (added != null) {
            try {
                Elastic.of(pmix).release(NodeRequest.of(added));
            } catch (RuntimeException e) {
                Log.warning(
                        verb.what + ": the nodes " + added.names() + " were added, and could not be given back: " + e,
                        pmix);
            }
        }
    }
}
