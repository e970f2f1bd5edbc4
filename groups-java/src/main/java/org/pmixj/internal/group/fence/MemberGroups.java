// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

    /** Which group this process left, when, and who has stayed in it, as far as is known. */
    private record Left(long instance, long at, Members stayed) {
        /** Returns null if nobody stays without a member that has left. */
        @Nullable
        Left without(ProcId member, long of) {
            Members rest = of == instance ? stayed.difference(List.of(member)) : stayed;
            return rest.isEmpty() ? null : new Left(instance, at, rest);
        }
    }

    /** The groups that this process has left a moment ago, perhaps with an earlier session, until all others have. */
    private static final Map<String, Left> LEFT = new ConcurrentHashMap<>();

    /** Notes that this process leaves a group in which others stay. */
    static void leaves(String id, long instance, Members stayed) {
        LEFT.values().removeIf(left -> Deadline.until(left.at() + Patience.GRACE + Patience.FIRST_EVENT) <= 0);
        if (!stayed.isEmpty()) {
            LEFT.put(id, new Left(instance, Deadline.now(), stayed));
        }
    }

    // Anew, now that the server has answered; unless all others have left meanwhile.
    @Override
    public void left(String id, List<ProcId> others) {
        LEFT.computeIfPresent(id, (_, left) -> new Left(left.instance(), Deadline.now(), left.stayed()));
    }

    /** Notes that a member has left. Its notice names the group, so there is no doubt. */
    @Override
    public boolean isOfEarlier(String id, ProcId member, long instance) {
        LEFT.computeIfPresent(id, (_, left) -> left.without(member, instance));
        return false;
    }

    /** Returns when this process left the group of an id, or of null the last group, in which others have stayed. */
    private static long leftAt(@Nullable String id) {
        Stream<Left> groups = id == null ? LEFT.values().stream() : Stream.ofNullable(LEFT.get(id));
        return groups.mapToLong(Left::at).max().orElse(AT_ONCE);
    }

    // The others give up a fence that waits for this process when they have known for a while that it has left. If this
    // process ended before, the host would end that fence: one would receive a failure, and the others a success.
    @Override
    public void beforeEnd() {
        for (long left; (left = Deadline.until(leftAt(null) + Patience.GRACE + Patience.FIRST_EVENT)) > 0; ) {
            Deadline.sleepUntil(Deadline.in(Math.min(left, Patience.NEXT_GET)));
        }
    }

    /**
     * Has the next group of an id wait as long as others may be in the one that this process has left: they may read what
     * it has published for that. A construct waits for groups of any id: those that stayed may wait in a fence, and a fence
     * of another group with the same members would complete that.
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
        Members stayed = group.members().difference(List.of(self));
        List<ProcId> others = new ArrayList<>(stayed);
        // A job of others may have ended.
        group.membership.departed(0).stream()
                .filter(gone -> gone.nspace().equals(self.nspace()))
                .forEach(others::add);
        others.removeAll(group.membership.failed());
        if (ended || others.isEmpty() || HostPowers.isHostOtherThanPrrte()) {
            return FenceLeave.silent(group);
        }
        // Who learns that this process has left may call a fence with the same members.
        group.membership.giveUpOwn(self);
        // Also for a leave that nobody awaits: the session may end before the server has answered.
        leaves(group.id(), group.instance, stayed);
        for (ProcId member : stayed.difference(group.members())) {
            // It has left meanwhile.
            boolean _ = isOfEarlier(group.id(), member, group.instance);
        }
        return new FenceLeave(group, Members.of(others));
    }
}
