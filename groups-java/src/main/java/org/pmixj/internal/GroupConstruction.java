// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;

/**
 * The construction of a group. Where a member dies before it has taken part, libpmix ends it for all, or across nodes
 * does not get to an end. One that is to go on without them is then done once more by those who are left, under an id of
 * this attempt: libpmix may still be at the first, and mixes up two of the same id. When they have met, each tells its
 * libpmix the group that was meant.
 */
final class GroupConstruction extends GroupCollective<Group> {
    final Context context;
    final String what;
    final GroupRequest request;
    final GroupRegistry.Reservation reservation;
    private final String id;
    private final Participants participants;
    private final GroupImpl.Traits traits;
    private final long bound;
    /** Somebody has failed, and the leader decides, or nobody. */
    private volatile boolean last;

    GroupConstruction(
            Context context,
            GroupRequest request,
            String id,
            Participants participants,
            GroupRegistry.Reservation reservation,
            GroupImpl.Traits traits,
            Duration timeout) {
        this(context, title(id), request, id, participants, reservation, traits, timeout);
    }

    private GroupConstruction(
            Context context,
            String what,
            GroupRequest request,
            String id,
            Participants participants,
            GroupRegistry.Reservation reservation,
            GroupImpl.Traits traits,
            Duration timeout) {
        super(context, what, reservation.membership(), isRetried(request, participants), timeout);
        this.context = context;
        this.what = what;
        this.request = request;
        this.id = id;
        this.participants = participants;
        this.reservation = reservation;
        this.traits = traits;
        this.bound = CollectiveBound.own(timeout);
    }

    static String title(String id) {
        return ConnectNames.operation(id, "construct");
    }

    /** Those who do not all know each other cannot agree on who is left. */
    static boolean isRetried(GroupRequest request, Participants participants) {
        return participants.isComplete()
                && (request.optional()
                        || request.faultTolerant()
                        || request.leader().isPresent());
    }

    @Override
    boolean isEarly() {
        return reservation.delay(System.nanoTime()) > 0;
    }

    @Override
    void awaitTurn(long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (isEarly() && System.nanoTime() - deadline < 0) {
            long now = System.nanoTime();
            LockSupport.parkNanos(this, Math.min(deadline - now, reservation.delay(now)));
            if (Thread.currentThread().isInterrupted()) {
                failed();
                throw Status.interrupted(what);
            }
        }
    }

    @Override
    Operation<?> attempt(Duration timeout) {
        Membership membership = reservation.membership();
        // Whoever goes in between is known to the attempt as one who has gone meanwhile.
        synchronized (membership) {
            int departures = membership.departures();
            GroupRegistry groups = context.session.groups;
            if (departures > 0) {
                groups.spend(id, bound);
                if (!isRetried(request, participants)) {
                    // Since it was begun.
                    last = true;
                    throw Membership.lost(
                            title(id), membership.gone(0), membership.how(membership.gone(0)) + " before");
                }
            } else if (!participants.isComplete() || !groups.isSpent(id)) {
                return new GroupConstruct(this, id, participants, departures, timeout);
            }
            if (departures > 0 && request.leader().isPresent()) {
                last = true;
                return new LedConstruct(
                        this, participants.procs(), request.leader().get(), timeout);
            }
            Members left = membership.members();
            return new GroupConstruct(this, GroupIds.among(id, left), participants.among(left), departures, timeout);
        }
    }

    @Override
    boolean isLast() {
        return last;
    }

    boolean isLeader() {
        return request.leader().isPresent() && request.leader().get().equals(context.session.self());
    }

    GroupImpl.Traits traits() {
        return traits;
    }

    String id() {
        return id;
    }

    /** A member has failed before the group was complete. Where there is a leader, it is told alone. */
    void failed(ProcId member) {
        if (request.leader().isEmpty()) {
            GroupImpl.launch(new Notify(
                    context,
                    PMIxConstants.PMIX_GROUP_INVITE_FAILED(),
                    List.of(member),
                    List.of(Trusted.get().info(EventKeys.GROUP_ID, new PmixValue.Str(id), false)),
                    true));
        }
    }

    @Override
    Group succeeded(@Nullable Object answer) {
        return (Group) Objects.requireNonNull(answer);
    }

    @Override
    void failed() {
        if (reservation.membership().departures() > 0) {
            context.session.groups.spend(id, bound);
        }
        if (reservation.givenUp()) {
            context.session.groups.free(id, reservation);
        }
    }

    @Override
    void late(@Nullable Group result) {
        // The caller is gone: the others must not count on this process.
        if (result instanceof GroupImpl abandoned) {
            abandoned.abandon();
        }
    }

    // --- what libpmix answers, on the progress thread ------------------------------------------------------------

    /** Whether somebody may still want the answer. */
    boolean isUnderWay() {
        return !last && context.session.groups.holds(id, reservation);
    }

    /**
     * It has succeeded.
     *
     * @param name the id libpmix knows the group by
     * @param isAsReturned whether libpmix has the members in the same order
     */
    Group made(String name, Members members, boolean isAsReturned, OptionalLong contextId) {
        GroupImpl group = group(members, contextId);
        if (!name.equals(id)) {
            group.introduce();
            forget(name);
        } else if (!isAsReturned) {
            group.reorder();
        }
        context.session.groups.activate(reservation, group);
        if (ConnectNames.isNamespace(id)) {
            context.session.connections.made(group);
        }
        return group;
    }

    private GroupImpl group(List<ProcId> members, OptionalLong contextId) {
        GroupImpl made = new GroupImpl(context, id, members, contextId, traits, request.info());
        if (request.leader().isPresent()) {
            made.leads(request.leader().get(), false);
        }
        return made;
    }

    /** Handles a construct that succeeded in libpmix with other members than requested. */
    void refused(String name, List<ProcId> returned) {
        if (name.equals(id)) {
            GroupImpl group = group(returned, OptionalLong.empty());
            context.session.groups.activate(reservation, group);
            group.abandon();
        } else {
            forget(name);
        }
    }

    /** It has failed. */
    void rejected() {
        if (!last && reservation.refused()) {
            context.session.groups.free(id, reservation);
        }
    }

    private void forget(String name) {
        try {
            new Forget(context, name).launch();
        } catch (IllegalStateException e) {
            // The session is ending.
        }
    }

    /** Has libpmix forget the group of one attempt, as all who have met in it do. */
    private static final class Forget extends Action {
        /** It has then forgotten it, whoever did not. */
        private static final long SECONDS = 5;

        private final String name;

        Forget(Context context, String name) {
            super(context, "destruct of group '" + name + "'");
            this.name = name;
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Native.groupDestruct(
                    memory.allocateFrom(name), Infos.allocate(memory, 1).timeout(memory, SECONDS), cbdata);
        }
    }
}
