// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupMethod;
import org.pmixj.internal.group.Roster;

/**
 * Constructs and ends groups where the host has none. Each member sends the others what it contributes, and a fence of
 * the members ends the group. libpmix knows nothing of the group.
 */
public abstract class MemberGroups implements GroupMethod {
    /** The most names that are counted: the least recently used is forgotten, and counts from 0 again. */
    private static final int MOST = 10_000;

    /**
     * How many constructs with the same id and members there were to which all members have contributed. The members
     * agree: a construct that failed because one had not contributed is not counted, and is the same when it is called
     * again. The host keeps what was published and put when a session ends, so the next session counts on. Guarded by
     * the class, as the next.
     */
    private static final Map<String, Integer> CONSTRUCTED = new Bounded<>(MOST, true);
    /** The numbers of those that are not counted as constructed yet. */
    private static final Map<String, Long> CONTEXT_NUMBERS = new Bounded<>(MOST, true);

    /** How many constructs this process has given a number for their context id, as the first of their members. */
    private static final AtomicLong CONTEXTS = new AtomicLong();

    /** Which group this process has left, since when the others can know, and who stays, as far as is known. */
    private record Left(long instance, long at, Members stayed) {
        /** Returns what is known when members have left a group of the id; null if nobody stays any more. */
        @Nullable
        Left without(List<ProcId> gone, long instanceLeft) {
            Members rest = instanceLeft == instance ? stayed.difference(gone) : stayed;
            return rest.isEmpty() ? null : new Left(instance, at, rest);
        }
    }

    /**
     * The last group of each id that this process has left, perhaps with an earlier session. It is removed when all others
     * have left it, or at a later leave: a member that dies sends no notice.
     */
    private static final Map<String, Left> LEFT = new ConcurrentHashMap<>();

    /** Notes that this process leaves a group in which others stay. */
    static void leaves(String id, long instance, Members stayed) {
        LEFT.values().removeIf(left -> Deadline.until(left.at() + Patience.GRACE + Patience.FIRST_EVENT) <= 0);
        if (!stayed.isEmpty()) {
            LEFT.put(id, new Left(instance, Deadline.now(), stayed));
        }
    }

    // The time starts again: the server has only now taken the notice for the others. If all of them have left by now,
    // nothing is known of the group, and nobody waits.
    @Override
    public void left(String id, List<ProcId> others) {
        LEFT.computeIfPresent(id, (_, left) -> new Left(left.instance(), Deadline.now(), left.stayed()));
    }

    /** Notes that a member has left. The notice names its group, so that there is no doubt. */
    @Override
    public boolean isOfEarlier(String id, ProcId member, long instance) {
        haveLeft(id, List.of(member), instance);
        return false;
    }

    private static void haveLeft(String id, List<ProcId> gone, long instance) {
        LEFT.computeIfPresent(id, (_, left) -> left.without(gone, instance));
    }

    /**
     * Returns when this process left the group of an id, or if that is null, the last one of any id; {@link #AT_ONCE} if no
     * others have stayed.
     */
    private static long leftAt(@Nullable String id) {
        Stream<Left> groups = id == null ? LEFT.values().stream() : Stream.ofNullable(LEFT.get(id));
        return groups.mapToLong(Left::at).max().orElse(AT_ONCE);
    }

    // The others give up a fence that waits for this process when they have known for a while that it has left. If this
    // process ended before, the host would end that fence: one would receive a failure, and the others a success.
    @Override
    public void beforeEnd() {
        // In steps: the wait is over earlier when the others have left.
        for (long wait; (wait = Deadline.until(leftAt(null) + Patience.GRACE + Patience.FIRST_EVENT)) > 0; ) {
            Deadline.sleepUntil(Deadline.in(Math.min(wait, Patience.NEXT_GET)));
        }
    }

    /**
     * Returns when the wait after a leave ends, two seconds after it at the latest. A group of the same id waits because
     * others may still read what this process has published for the earlier one. A construct waits for groups of any id:
     * those that stayed may wait in a fence, and a fence of the new group, with the same members, would complete that.
     */
    @Override
    public long notBefore(String id, boolean isCollective) {
        return leftAt(isCollective ? null : id) + Patience.FIRST_EVENT;
    }

    /** Returns how many groups of an id and members there were. */
    static synchronized int earlierGroups(String name) {
        return CONSTRUCTED.getOrDefault(name, 0);
    }

    /** Counts a construct to which all members have contributed. */
    static synchronized void constructed(String name) {
        CONSTRUCTED.merge(name, 1, Integer::sum);
        CONTEXT_NUMBERS.remove(name);
    }

    /**
     * Returns the number for a context id, which this process has given to no other group. A construct that is called
     * again has the same, because other members may have read it the first time.
     */
    static synchronized long contextNumber(String name) {
        return CONTEXT_NUMBERS.computeIfAbsent(name, _ -> CONTEXTS.incrementAndGet());
    }

    @Override
    public @Nullable Long contextId(ProcId self) {
        return Contributions.contextId(self, CONTEXTS.incrementAndGet());
    }

    @Override
    public int constructs(String id, Members members) {
        return earlierGroups(Contributions.name(id, members));
    }

    // If members have left, the fence has failed for all others, who attempt it again without them. If one has died, it
    // may have succeeded for some; a destruct that was given up has not, and the others call it without the dead.
    @Override
    public boolean retryOrThrow(Collective<?> collective, PmixException failure, int departuresBefore) {
        Roster membership = collective.membership;
        if (membership.hasLeft()) {
            throw failure;
        }
        // The server answers before the event of the same end arrives.
        Duration left = collective.remainingTime();
        membership.awaitDeparture(departuresBefore, Math.min(Patience.FIRST_EVENT, left.toNanos()));
        if (collective.isExcused(failure, departuresBefore)) {
            return false;
        }
        List<ProcId> departed = membership.departed(departuresBefore);
        boolean haveLeft = Collections.disjoint(departed, membership.failed());
        boolean isRepeated = collective instanceof FenceDestruct destruct
                ? haveLeft || destruct.isRepeatedWithoutDead(failure)
                : haveLeft && collective.isRepeated() && !collective.isFinal();
        if (isRepeated && !departed.isEmpty()) {
            return true;
        }
        throw membership.lostSince(departuresBefore, collective.what, failure);
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public Collective<Void> destruct(GroupImpl group, Duration timeout, Attributes directives) {
        return new FenceDestruct(group, timeout, directives);
    }

    @Override
    public boolean distinguishesDestructs() {
        return false;
    }

    @Override
    public StatusCall leave(GroupImpl group, boolean ended) {
        ProcId self = group.handle.session.self();
        Members members = group.members();
        Set<ProcId> others = new HashSet<>(members);
        if (group.instance != 0) {
            // Those that have left before wait for this process, and are notified, too: but not those of other jobs.
            // Such a job may have ended, and then the notice would be refused.
            group.membership.departed(0).stream()
                    .filter(gone -> gone.nspace().equals(self.nspace()))
                    .forEach(others::add);
            group.membership.failed().forEach(others::remove);
        }
        others.remove(self);
        if (ended || others.isEmpty() || HostPowers.isHostOtherThanPrrte()) {
            return FenceLeave.silent(group);
        }
        // A call of this process in the group ends within a second. Until then this process must not call a fence with
        // the same members, because the server would take it for that call. The others need this process for one.
        boolean isWaiting = group.membership.wanted() != null;
        // Also for a leave that nobody awaits: the session may end before the server has answered.
        leaves(group.id(), group.instance, isWaiting ? members : members.difference(List.of(self)));
        // Their notices came before the leave of this process was noted.
        haveLeft(group.id(), members.difference(group.members()), group.instance);
        return new FenceLeave(group, Members.of(others));
    }
}
