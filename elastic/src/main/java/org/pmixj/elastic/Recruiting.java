// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.elastic.ElasticGroup.State;
import org.pmixj.elastic.internal.Log;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/**
 * Adds new processes to a group: in new places, or in those that are vacant. The members agree on the places by a
 * decision, the lowest rank spawns, and all construct a new group. It takes the place of the old one if all members of the
 * old one have constructed it, which is their last decision.
 */
final class Recruiting extends Change {
    /** Names the decision of the new group that its members go on. The new processes wait for it. */
    static final String JOINED = "joined";

    /** The least time for that decision. The group exists by then, even if the time of the operation is over. */
    private static final Duration LAST_WORD = Duration.ofSeconds(5);

    private final NewMembers request;
    private final boolean grows;
    // Only the lowest rank has these.
    private @Nullable Reservation added;
    private @Nullable SpawnedJob job;

    Recruiting(ElasticGroup elastic, NewMembers request, boolean grows) {
        super(grows ? "grow" : "replace", elastic, request.timeout().orElse(elastic.pmix.defaultTimeout()));
        this.request = request;
        this.grows = grows;
    }

    Group run() {
        Group old = before.group();
        Members present = agree(what + " by " + (grows ? request.app().processes() + " more" : "vacant places")
                + " from " + before.places().size() + " places "
                + Integer.toHexString(before.places().toString().hashCode()));
        int count = grows ? request.app().processes() : before.places().size() - present.size();
        if (count == 0) {
            return old;
        }
        State next = null;
        try {
            String nspace = spawned(present.getFirst(), count);
            List<ProcId> more = IntStream.range(0, count)
                    .mapToObj(rank -> new ProcId(nspace, rank))
                    .toList();
            Plan plan = plan(present, more);
            RuntimeException failure = null;
            try {
                if (job != null) {
                    pmix.directory().publish(announcement(nspace), plan.encode());
                }
                next = plan.construct(this);
            } catch (RuntimeException e) {
                failure = e;
            }
            // Whether all have constructed it.
            finish(".made", failure);
            State made = Objects.requireNonNull(next);
            check(joined(made), null);
            elastic.state = made;
        } catch (RuntimeException e) {
            undo(next);
            throw e;
        } finally {
            // The new processes have read it, or are being ended.
            if (job != null) {
                CompletableFuture<Void> _ =
                        pmix.directory().unpublishAsync(UnpublishRequest.of(announcement(job.nspace())));
            }
        }
        end(old);
        return elastic.group();
    }

    /** Returns what is constructed: the new processes are behind the others, or in vacant places. */
    private Plan plan(Members present, List<ProcId> added) {
        Iterator<ProcId> more = added.iterator();
        List<ProcId> places = new ArrayList<>();
        for (ProcId place : before.places()) {
            places.add(grows || present.contains(place) ? place : more.next());
        }
        more.forEachRemaining(places::add);
        Members all = Members.of(places);
        return before.plan().next(all, all.difference(before.places().difference(present)));
    }

    // --- the lowest rank -----------------------------------------------------------------------------------------

    /** Returns the namespace of the new processes, which the lowest rank spawns. */
    private String spawned(ProcId root, int count) {
        List<String> message = OK;
        RuntimeException failure = null;
        if (root.equals(pmix.self())) {
            try {
                job = spawn(count);
                message = List.of("started", job.nspace());
            } catch (RuntimeException e) {
                failure = e;
                message = failed(pmix.self(), e);
            }
        }
        List<String> decided = decide(".started", message, messages -> messages.getOrDefault(root, lost(root)));
        check(decided, failure);
        return decided.getLast();
    }

    private SpawnedJob spawn(int count) {
        SpawnRequest.Builder spawn = SpawnRequest.builder()
                .apps(NewMembers.sized(request.app(), count))
                .independent()
                // The new processes outlive each other, and are notified of each other's failures.
                .directives(Attributes.of(Keys.RUNTIME_OPTIONS, "recoverable,notifyerrors"))
                .directives(request.directives());
        if (!request.directives().contains(Keys.BINDTO)) {
            spawn.bindTo("none");
        }
        if (!request.nodes().isEmpty()) {
            spawn.directives(target());
        }
        return pmix.processes().spawn(spawn.timeout(most()).build());
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
        added = host.grow(nodes.withTimeout(most()));
        return host.onto(added);
    }

    /** Returns the key of the message to the new processes. Others can publish it, too. */
    static Key<List<String>> announcement(String nspace) {
        return Key.of("org.pmixj.elastic.group.join." + nspace, TEXTS);
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /** Decides in the new group that its members go on, even if the time of the operation is over. */
    private List<String> joined(State next) {
        try {
            return next.consensus().decide(JOINED, leftOr(LAST_WORD), TEXTS, OK, _ -> OK);
        } catch (PmixException | IllegalStateException e) {
            // The group exists. It will miss those who have not come, as after their ends.
            return OK;
        }
    }

    /** Ends the old group. All have constructed the new one. */
    private void end(Group old) {
        try {
            old.with(CollectiveOptions.within(left())).destruct();
        } catch (PmixException | IllegalStateException e) {
            old.close();
        }
    }

    /** Leaves the new group, ends new processes, and gives back nodes. */
    private void undo(@Nullable State next) {
        if (next != null) {
            next.group().close();
        }
        if (job != null) {
            CompletableFuture<Attributes> _ =
                    pmix.control().jobAsync(List.of(job.all()), Attributes.of(Keys.JOB_CTRL_KILL, true));
        }
        if (added != null) {
            // Otherwise the interrupt that has ended the change would end the release, too.
            boolean isInterrupted = Thread.interrupted();
            try {
                Elastic.of(pmix).release(NodeRequest.of(added.names()));
            } catch (RuntimeException e) {
                Log.warning(
                        what + ": the nodes " + added.names() + " were added, and could not be given back: " + e, pmix);
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
