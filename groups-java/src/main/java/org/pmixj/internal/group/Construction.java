// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

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
import org.pmixj.internal.base.CollectiveBound;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.connect.ConnectNames;
import org.pmixj.internal.connect.ConnectionTable;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.NotifyCall;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.invite.LedConstruct;
import org.pmixj.internal.group.repair.RetryWithoutDead;

/**
 * The construction of a group. Where a member dies before it has taken part, libpmix ends it for all, or across nodes
 * does not get to an end. One that is to go on without them is then done once more by those who are left, under an id of
 * this attempt: libpmix may still be at the first, and mixes up two of the same id. When they have met, each tells its
 * libpmix the group that was meant.
 */
public final class Construction extends RetryWithoutDead<Group> {
    public final Handle handle;
    public final String what;
    public final GroupRequest request;
    public final GroupTable.Reservation reservation;
    private final String id;
    private final Participants participants;
    private final GroupImpl.Traits traits;
    private final long bound;
    /** Somebody has failed, and the leader decides, or nobody. */
    private volatile boolean last;

    Construction(
            Handle handle,
            GroupRequest request,
            String id,
            Participants participants,
            GroupTable.Reservation reservation,
            GroupImpl.Traits traits,
            Duration timeout) {
        this(handle, title(id), request, id, participants, reservation, traits, timeout);
    }

    private Construction(
            Handle handle,
            String what,
            GroupRequest request,
            String id,
            Participants participants,
            GroupTable.Reservation reservation,
            GroupImpl.Traits traits,
            Duration timeout) {
        super(handle, what, reservation.membership(), isRetried(request, participants), timeout);
        this.handle = handle;
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
    protected boolean isEarly() {
        return reservation.delay(System.nanoTime()) > 0;
    }

    @Override
    protected void awaitTurn(long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (isEarly() && System.nanoTime() - deadline < 0) {
            long now = System.nanoTime();
            LockSupport.parkNanos(this, Math.min(deadline - now, reservation.delay(now)));
            if (Thread.currentThread().isInterrupted()) {
                failed();
                throw StatusCodes.interrupted(what);
            }
        }
    }

    @Override
    protected NativeCall<?> attempt(Duration timeout) {
        Roster membership = reservation.membership();
        // Whoever goes in between is known to the attempt as one who has gone meanwhile.
        synchronized (membership) {
            int departures = membership.departures();
            GroupTable groups = GroupTable.of(handle.session);
            if (departures > 0) {
                groups.spend(id, bound);
                if (!isRetried(request, participants)) {
                    // Since it was begun.
                    last = true;
                    throw Roster.lost(title(id), membership.gone(0), membership.how(membership.gone(0)) + " before");
                }
            } else if (!participants.isComplete() || !groups.isSpent(id)) {
                return new ConstructCall(this, id, participants, departures, timeout);
            }
            if (departures > 0 && request.leader().isPresent()) {
                last = true;
                return new LedConstruct(
                        this, participants.procs(), request.leader().get(), timeout);
            }
            Members left = membership.members();
            return new ConstructCall(this, GroupIds.among(id, left), participants.among(left), departures, timeout);
        }
    }

    @Override
    protected boolean isLast() {
        return last;
    }

    boolean isLeader() {
        return request.leader().isPresent() && request.leader().get().equals(handle.session.self());
    }

    public GroupImpl.Traits traits() {
        return traits;
    }

    public String id() {
        return id;
    }

    /** A member has failed before the group was complete. Where there is a leader, it is told alone. */
    void failed(ProcId member) {
        if (request.leader().isEmpty()) {
            GroupImpl.launch(new NotifyCall(
                    handle,
                    PMIxConstants.PMIX_GROUP_INVITE_FAILED(),
                    List.of(member),
                    List.of(InfoAccess.get().info(EventKeys.GROUP_ID, new PmixValue.Str(id), false)),
                    true));
        }
    }

    @Override
    protected Group succeeded(@Nullable Object answer) {
        return (Group) Objects.requireNonNull(answer);
    }

    @Override
    protected void failed() {
        if (reservation.membership().departures() > 0) {
            GroupTable.of(handle.session).spend(id, bound);
        }
        if (reservation.givenUp()) {
            GroupTable.of(handle.session).free(id, reservation);
        }
    }

    @Override
    public void late(@Nullable Group result) {
        // The caller is gone: the others must not count on this process.
        if (result instanceof GroupImpl abandoned) {
            abandoned.abandon();
        }
    }

    // --- what libpmix answers, on the progress thread ------------------------------------------------------------

    /** Whether somebody may still want the answer. */
    boolean isUnderWay() {
        return !last && GroupTable.of(handle.session).holds(id, reservation);
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
        GroupTable.of(handle.session).activate(reservation, group);
        if (ConnectNames.isNamespace(id)) {
            ConnectionTable.of(handle.session).made(group);
        }
        return group;
    }

    private GroupImpl group(List<ProcId> members, OptionalLong contextId) {
        GroupImpl made = new GroupImpl(handle, id, members, contextId, traits, request.info());
        if (request.leader().isPresent()) {
            made.leads(request.leader().get(), false);
        }
        return made;
    }

    /** Handles a construct that succeeded in libpmix with other members than requested. */
    void refused(String name, List<ProcId> returned) {
        if (name.equals(id)) {
            GroupImpl group = group(returned, OptionalLong.empty());
            GroupTable.of(handle.session).activate(reservation, group);
            group.abandon();
        } else {
            forget(name);
        }
    }

    /** It has failed. */
    void rejected() {
        if (!last && reservation.refused()) {
            GroupTable.of(handle.session).free(id, reservation);
        }
    }

    private void forget(String name) {
        try {
            new Forget(handle, name).launch();
        } catch (IllegalStateException e) {
            // The session is ending.
        }
    }

    /** Has libpmix forget the group of one attempt, as all who have met in it do. */
    private static final class Forget extends StatusCall {
        /** It has then forgotten it, whoever did not. */
        private static final long SECONDS = 5;

        private final String name;

        Forget(Handle handle, String name) {
            super(handle, "destruct of group '" + name + "'");
            this.name = name;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.groupDestruct(
                    memory.allocateFrom(name), InfoArray.allocate(memory, 1).timeout(memory, SECONDS), cbdata);
        }
    }
}
