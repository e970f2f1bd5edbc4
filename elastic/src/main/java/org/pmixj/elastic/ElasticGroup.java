// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.Consensus;
import org.pmixj.group.Group;
import org.pmixj.group.Members;

/**
 * Lets a group change its size: {@link #grow} adds new processes, {@link #shrink} lets members end, and {@link #replace}
 * starts a new process in the place of each member that has failed.
 *
 * {@snippet file="ElasticSnippets.java" region="elastic-group"}
 *
 * <p>A new process calls {@link #join}:
 *
 * {@snippet file="ElasticSnippets.java" region="join"}
 *
 * <p><b>Places.</b> The group has a list of places, one for each rank. The place of a member that fails, or leaves by
 * itself, is vacant until a replacement fills it. Meanwhile ranks behind it move up, as in every group. Growth appends
 * places, and {@link #shrink} removes them.
 *
 * <p><b>Collective.</b> All members call {@link #grow}, {@link #shrink} and {@link #replace}, in the same order, and
 * call no other collective of the group at the same time. The lowest rank adds nodes and spawns, with its own request;
 * the others give one with as many processes. A group that grows or is completed is a new {@link Group}: its id is the
 * one of the first, a tilde, and a number. The old one has ended then. It has a context id if the old one has, and is
 * otherwise plain, also if the first group was fault-tolerant.
 *
 * <p><b>Failures.</b> A growth or a replacement takes place for all members or for none. If a member or a new process
 * fails meanwhile, if the spawn fails, or if the nodes cannot be added, then every member receives an exception, the
 * group goes on as it was, new processes are ended, and nodes that were added are given back, for which the lowest
 * rank may wait as long as the default timeout of the handle. It may be called again. A shrink goes on without a
 * member that fails. After {@link PmixException.Timeout} the members may disagree whether a change has taken place. If
 * the lowest rank itself fails, nodes that it has added stay reserved while its job has other processes; a request of
 * its job for the same nodes uses them.
 *
 * <p>PRRTE (seen with 5.0.0rc1) can add no nodes while a job runs of which a process has failed, nor after it could not add
 * some, see {@link Elastic}; then give a request without nodes, which spawns on those there are. It reports a death to the
 * processes of the same job alone. Members of other jobs learn of it when an operation waits, such as these: so {@link
 * #vacant} may be late.
 *
 * <p>The members must survive deaths: start with {@code --runtime-options recoverable,notifyerrors}. This class spawns jobs
 * with these options, and {@linkplain org.pmixj.process.SpawnRequest.Builder#independent independent} ones.
 *
 * <p>Each operation throws {@link IllegalStateException} if another one of this object is under way, or the group has
 * ended for this process. Its future is then completed with that exception. Futures are completed on the executor of the
 * handle. A future that is cancelled or expires is not waited for any more: its operation goes on to its own timeout. An
 * object of this class may be used by several threads.
 */
public final class ElasticGroup {
    /** The most bytes of the first id, so that a tilde and a number can follow. */
    private static final int LONGEST_ID = 240;

    final Pmix pmix;
    private final AtomicBoolean busy = new AtomicBoolean();
    /** Written by the operation that is under way. */
    volatile State state;

    /**
     * Holds what all members know alike.
     *
     * @param group the group now
     * @param consensus decides about its changes
     * @param plan the plan of the group, with the operations since its construct
     */
    record State(Group group, Consensus consensus, Plan plan) {
        /** Returns the state after one more operation, with these places and the same group. */
        State next(Members places) {
            return new State(group, consensus, plan.next(places, plan.members()));
        }

        Members places() {
            return plan.places();
        }
    }

    ElasticGroup(Pmix pmix, State first) {
        this.pmix = pmix;
        this.state = first;
    }

    /**
     * {@return the operations for a group whose members now are its places} A collective, by an exchange: every member calls
     * it, while the group is complete. It has the default timeout of the handle.
     *
     * @param pmix the handle by which the group was constructed
     * @param group an active group
     * @throws IllegalArgumentException if the id has more than 240 bytes in UTF-8, to which later groups append
     * @throws IllegalStateException if the group has ended
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as in an {@linkplain Group#exchange exchange}
     * @throws PmixException.NotSupported if the host has no directory, or keeps two values of a key
     */
    public static ElasticGroup of(Pmix pmix, Group group) {
        Objects.requireNonNull(pmix, "pmix");
        int bytes = group.id().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_ID) {
            throw new IllegalArgumentException(
                    "elastic group: the id '" + group.id().substring(0, 20) + "…' has "
                            + bytes + " bytes, but later groups need one of at most " + LONGEST_ID
                            + "; construct the group with a shorter one");
        } else if (group.state() != Group.State.ACTIVE) {
            throw new IllegalStateException(
                    "elastic group: group '" + group.id() + "' has ended; give one that is active");
        }
        Map<ProcId, Long> secrets =
                group.exchange(ValueType.INT64, ThreadLocalRandom.current().nextLong());
        String secret = Long.toHexString(secrets.values().iterator().next());
        Members all = Members.of(secrets.keySet());
        Plan first = new Plan(group.id(), secret, 0, group.contextId().isPresent(), all, all);
        return new ElasticGroup(pmix, first.state(pmix, group));
    }

    /**
     * Makes this process a member of the group for which {@link #grow} or {@link #replace} has spawned it. Waits until the
     * group is complete.
     *
     * @param pmix the handle of this process
     * @param timeout more than zero
     * @return the group, as all its members have it
     * @throws IllegalStateException if this process was not spawned by another one
     * @throws PmixException.Timeout if the process that has spawned this one does not construct the group in time
     * @throws PmixException.MemberLost if that process has ended, or a member has ended meanwhile
     * @throws PmixException if the members have given up, or what was published for this process is unreadable
     */
    public static ElasticGroup join(Pmix pmix, Duration timeout) {
        return new Joining(pmix, timeout).run();
    }

    /** {@return the group as it is now} Each growth and each replacement constructs a new one. */
    public Group group() {
        return state.group();
    }

    /**
     * {@return the processes by rank, as they are if nobody has failed; immutable} A process that has failed, or
     * left by itself, keeps its place until it is replaced.
     */
    public List<ProcId> places() {
        return state.places();
    }

    /** {@return the ranks whose places are vacant, ascending; immutable} Members may learn of a death at different times. */
    public List<Integer> vacant() {
        State now = state;
        Members places = now.places();
        return places.difference(now.group().members()).stream()
                .map(places::indexOf)
                .toList();
    }

    // --- the operations ------------------------------------------------------------------------------------------

    /**
     * Adds nodes if the request names some, spawns processes, and takes them into the group, behind the members there are.
     * The ranks of these do not change.
     *
     * @param more the program, where it runs, and the timeout
     * @return the new group
     * @throws IllegalArgumentException if the members request different numbers of processes; or, in the lowest rank, if a
     *     node must not be added
     * @throws IllegalStateException in the lowest rank, if a node is in a reservation with others that are not named; the
     *     other members receive a {@link PmixException} with its message
     * @throws PmixException.MemberLost if a member or a new process has failed meanwhile
     * @throws PmixException.Timeout if it did not take place in time
     * @throws PmixException if nodes could not be added or processes could not be started; the message says why, on all
     *     members
     */
    public Group grow(NewMembers more) {
        return change(recruiting(more, true));
    }

    /**
     * {@return the future of a {@link #grow} that is started without waiting}
     *
     * @param more the program, where it runs, and the timeout
     */
    public CompletableFuture<Group> growAsync(NewMembers more) {
        return start("grow", recruiting(more, true));
    }

    private Supplier<Group> recruiting(NewMembers more, boolean grows) {
        Objects.requireNonNull(more, "new members");
        return () -> new Recruiting(this, more, grows).run();
    }

    /**
     * Starts a new process for each vacant place, and so restores the size of the group and the ranks of its members. If no
     * place is vacant when all have called it, the result is the group as it is.
     *
     * @param substitutes the program, where it runs, and the timeout
     * @return the complete group
     * @throws PmixException.MemberLost if a member or a new process has failed meanwhile
     * @throws PmixException.Timeout if it did not take place in time
     * @throws PmixException if nodes could not be added or processes could not be started; the message says why, on all
     *     members
     */
    public Group replace(NewMembers substitutes) {
        return change(recruiting(substitutes, false));
    }

    /**
     * {@return the future of a {@link #replace} that is started without waiting}
     *
     * @param substitutes the program, where it runs, and the timeout
     */
    public CompletableFuture<Group> replaceAsync(NewMembers substitutes) {
        return start("replace", recruiting(substitutes, false));
    }

    /**
     * Lets members leave, waits until their processes have ended, and gives back nodes: those that a job of the remaining
     * members has added, and on which nothing runs any more. The group stays the same object, with the members that
     * remain. A process that leaves receives no group. It closes its {@link Pmix} and returns from its program, because
     * the others wait for its end. PRRTE reports an end on another node only when all processes of the job there have
     * ended; so a process is not waited for if a remaining member of its job runs on its node.
     *
     * <p>A place that is vacant may be named as well. It is removed. If a member fails meanwhile, the others go on.
     *
     * @param leaving the processes that leave, the same on all members, in any order
     * @param timeout more than zero, for the whole operation
     * @return the group; empty in a process that leaves
     * @throws IllegalArgumentException if nobody is named, a process has no place, all leave, or the members name
     *     different processes. The group stays as it is
     * @throws PmixException.Timeout if a member did not call in time, or a process that has left did not end
     * @throws PmixException if nodes could not be given back; the group is smaller all the same
     */
    public Optional<Group> shrink(Collection<ProcId> leaving, Duration timeout) {
        return change(departure(leaving, timeout));
    }

    /**
     * {@return the future of a {@link #shrink} that is started without waiting}
     *
     * @param leaving the processes that leave, the same on all members
     * @param timeout more than zero
     */
    public CompletableFuture<Optional<Group>> shrinkAsync(Collection<ProcId> leaving, Duration timeout) {
        return start("shrink", departure(leaving, timeout));
    }

    private Supplier<Optional<Group>> departure(Collection<ProcId> leaving, Duration timeout) {
        Members all = Members.of(leaving);
        // Checked here, and again when no other operation is under way.
        Dismissal _ = new Dismissal(this, all, timeout);
        return () -> new Dismissal(this, all, timeout).run();
    }

    // --- one at a time -------------------------------------------------------------------------------------------

    private <T> CompletableFuture<T> start(String what, Supplier<T> operation) {
        return Elastic.of(pmix).apart(what, () -> change(operation));
    }

    private <T> T change(Supplier<T> operation) {
        if (!busy.compareAndSet(false, true)) {
            throw new IllegalStateException("group '" + state.plan().name()
                    + "' is changed by another call of this process; wait until that has returned");
        }
        try {
            if (state.group().state() != Group.State.ACTIVE) {
                throw new IllegalStateException("group '" + state.plan().name() + "' has ended for this process");
            }
            return operation.get();
        } finally {
            busy.set(false);
        }
    }
}
