// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Groups;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.DataExchange;
import org.pmixj.internal.data.FencePlace;
import org.pmixj.internal.data.GetCall;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.data.SameNode;
import org.pmixj.internal.group.GroupKind.Traits;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.NativeRegistrations;

/** Checks requests, and constructs groups. */
public final class GroupsImpl implements Groups {
    private final Handle handle;

    /** Returns the interface: otherwise the bytecode verifier would load this class together with {@code Pmix}. */
    public static Groups of(Handle handle) {
        return new GroupsImpl(handle);
    }

    private GroupsImpl(Handle handle) {
        this.handle = handle;
    }

    /**
     * Constructs a group for another operation. The request decides about failures during the construct, the traits
     * about those afterwards.
     *
     * @param ending the group whose members meet in this one to end it, or null: who departs from it departs from this
     * @param place the place that was taken for the construct, where that is a fence, or null
     */
    public static GroupImpl construct(
            Handle handle,
            GroupRequest request,
            Traits traits,
            @Nullable GroupImpl ending,
            @Nullable FencePlace place) {
        return (GroupImpl) new GroupsImpl(handle).run(request, request.id(), traits, ending, place);
    }

    @Override
    public Group construct(GroupRequest request) {
        Objects.requireNonNull(request, "request");
        handle.session.refuseOnProgressThread(GroupKind.PLAIN.operation("construct", request.id()));
        return constructInPlaces(request, null, null);
    }

    /** Constructs a group in the places that were taken for it, where it is a fence, and for the fence that follows. */
    private Group constructInPlaces(GroupRequest request, @Nullable FencePlace own, @Nullable FencePlace next) {
        handle.checkOpen();
        long asked = Deadline.in(Deadline.toNanos(timeout(request)));
        for (String nspace : Participants.unknownJobs(handle, request)) {
            KnownJobs.of(handle.session).ask(handle, nspace, Deadline.durationUntil(asked));
        }
        long deadline = Deadline.in(Deadline.toNanos(timeout(request)));
        Group group = run(request, id(request), Traits.of(request), null, own);
        if (request.collectData()) {
            collect((GroupImpl) group, timeout(request), deadline, next);
        }
        return group;
    }

    /** Exchanges by a fence what the members have put. Then reads it, and their jobs, into this process. */
    private static void collect(GroupImpl group, Duration timeout, long deadline, @Nullable FencePlace place) {
        try {
            try {
                Duration left = Deadline.durationUntil(deadline);
                boolean tolerant = group.traits.faultTolerant();
                new Collective.GroupFence(group, "construct", true, true, tolerant, left, Attributes.none(), place)
                        .run();
            } catch (PmixException.Timeout e) {
                throw Deadline.collectiveTimeout(group.name("construct"), timeout, Absent.of(e));
            }
            readCollected(group, timeout, deadline);
        } catch (RuntimeException | Error e) {
            group.abandon();
            throw e;
        }
    }

    /** Reads what the members have put, and their jobs, when the group has been constructed. */
    private static void readCollected(GroupImpl group, Duration timeout, long deadline) {
        String what = group.name("construct");
        String reading = "";
        try {
            for (ProcId member : group.members()) {
                reading = "what " + member + " has put";
                read(group, what, member, deadline);
            }
            reading = "what is known of their jobs";
            var _ = group.jobs(Deadline.durationUntil(deadline));
        } catch (PmixException.Timeout e) {
            throw Deadline.collectiveTimeout(
                    what, timeout, Absent.because("all have called it, but " + reading + " was not read in time"));
        }
    }

    /** Reads what a member has put. If the member has departed, a fault-tolerant group goes on without its values. */
    private static void read(GroupImpl group, String what, ProcId member, long deadline) {
        while (true) {
            long nanos = Math.clamp(Deadline.until(deadline), 1, Patience.MEMBER_VALUES);
            try {
                GetCall.fetch(group.handle, member, Duration.ofNanos(nanos));
                return;
            } catch (PmixException.Interrupted e) {
                throw e;
            } catch (PmixException e) {
                boolean hasTime = Deadline.until(deadline) > 0;
                if (hasTime) {
                    GroupTable.of(group.handle.session)
                            .method
                            .askAndWait(group.handle, Members.of(member), false, Deadline.durationUntil(deadline));
                }
                if (!group.members().contains(member)) {
                    if (group.traits.faultTolerant()) {
                        return;
                    }
                    throw Roster.lost(what, List.of(member), "departed before its values were read");
                } else if (!hasTime || !(e instanceof PmixException.Timeout)) {
                    throw e;
                }
            }
        }
    }

    private Group run(
            GroupRequest request, String id, Traits traits, @Nullable GroupImpl ending, @Nullable FencePlace place) {
        Participants participants = participants(request);
        if (handle.session.singleton()) {
            return alone(request, id, participants, traits);
        }
        try (GroupMethod.@Nullable Meeting meeting = meeting(request, id, participants)) {
            Participants all = meeting == null ? participants : meeting.all();
            Duration left = meeting == null ? timeout(request) : meeting.left();
            Construction construction = construction(request, id, all, traits, ending, left);
            construction.place = place;
            return Objects.requireNonNull(construction.run());
        }
    }

    /**
     * Returns how participants meet that do not know each other; null where the host has groups. Nothing starts before
     * {@code all}.
     */
    private GroupMethod.@Nullable Meeting meeting(GroupRequest request, String id, Participants participants) {
        return GroupTable.of(handle.session).method.meeting(handle, id, participants, timeout(request));
    }

    @Override
    public CompletableFuture<Group> constructAsync(GroupRequest request) {
        Objects.requireNonNull(request, "request");
        handle.checkOpen();
        return Delivery.start(handle, () -> constructing(request));
    }

    /** Does what {@link #construct} does, apart from this thread if anything but the construct itself may wait. */
    private CompletableFuture<Group> constructing(GroupRequest request) {
        if (!Participants.unknownJobs(handle, request).isEmpty()) {
            return new Apart(request, Members.none()).submit();
        }
        String id = id(request);
        Traits traits = Traits.of(request);
        Participants participants = participants(request);
        if (request.collectData() || meeting(request, id, participants) != null) {
            return new Apart(request, participants.isComplete() ? participants.known() : Members.none()).submit();
        }
        return handle.session.singleton()
                ? PmixFuture.completed(handle.dispatcher, alone(request, id, participants, traits))
                : construction(request, id, participants, traits, null, timeout(request))
                        .submit();
    }

    /**
     * Runs a blocking construct on a thread of its own, because it asks about jobs before, or collects data afterwards.
     * If all members are known, its fences have their places among those of the same processes.
     */
    private final class Apart extends Procedure<Group> {
        private final GroupRequest request;
        private final Members members;
        private @Nullable FencePlace own;
        private @Nullable FencePlace next;

        Apart(GroupRequest request, Members members) {
            super(GroupsImpl.this.handle, GroupKind.PLAIN.operation("construct", request.id()));
            this.request = request;
            this.members = members;
        }

        @Override
        public String verb() {
            return "";
        }

        @Override
        protected void takePlace() {
            if (!members.isEmpty()) {
                own = FencePlace.ofConstruct(handle, what, members, timeout(request));
                next = FencePlace.take(handle, what, members, timeout(request));
            }
        }

        @Override
        protected void leavePlace() {
            FencePlace.giveBack(own, next);
        }

        @Override
        protected Group call() {
            return constructInPlaces(request, own, next);
        }

        @Override
        protected void late(Group result) {
            ((GroupImpl) result).abandon();
        }
    }

    @Override
    public String uniqueId(String prefix) {
        handle.checkOpen();
        return GroupIds.of(handle.session).unique(handle.session.self().nspace(), Checks.name("prefix", prefix));
    }

    private LeaderPath.Invites invites(String what) {
        handle.checkOpen();
        GroupTable groups = GroupTable.of(handle.session);
        groups.method.requireHost(what);
        return groups.leaders.invites(handle);
    }

    private LeaderPath.Invites invites(InviteRequest request) {
        Objects.requireNonNull(request, "request");
        return invites("an invitation to group '" + request.id() + "'");
    }

    @Override
    public Group invite(InviteRequest request) {
        return invites(request).invite(request);
    }

    @Override
    public CompletableFuture<Group> inviteAsync(InviteRequest request) {
        return Delivery.start(handle, () -> invites(request).inviteAsync(request));
    }

    @Override
    public Registration onInvitation(InvitationHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return invites("a handler of invitations").onInvitation(handler);
    }

    @Override
    public Invitation awaitInvitation(Duration timeout) {
        return invites("the wait for an invitation").await(timeout);
    }

    @Override
    public List<Invitation> invitations() {
        return GroupTable.of(handle.session).leaders.invites(handle).open();
    }

    @Override
    public Collection<Group> active() {
        return GroupTable.of(handle.session).active().stream()
                .filter(group -> !group.traits.kind().isFixed())
                .<Group>map(group -> group)
                .toList();
    }

    private Duration timeout(GroupRequest request) {
        return request.timeout().orElse(handle.defaultTimeout);
    }

    private Construction construction(
            GroupRequest request,
            String id,
            Participants participants,
            Traits traits,
            @Nullable GroupImpl ending,
            Duration timeout) {
        Session session = handle.session;
        DataExchange.refuseTooMuchPut(
                session, Construction.title(id, traits), participants.known(), participants.leastMembers(), "");
        GroupTable groups = GroupTable.of(session);
        // Before the registration, which does not wait: with it the server delivers cached questions of others, which
        // are answered through this handle.
        groups.answerThrough(handle);
        NativeRegistrations.of(session).ensureInternal(handle, EventCodes.ofMembers());
        GroupTable.followJobs(handle, participants.known());
        boolean survives = request.faultTolerant() || request.notifyTermination() || request.optional();
        Roster membership = new Roster(session, participants.known());
        Reservation reservation = groups.reserve(id, membership, true);
        try {
            groups.method.reserved(id, ending == null && survives);
        } catch (PmixException.Exists e) {
            groups.free(id, reservation);
            throw e;
        }
        if (ending != null) {
            // The members that departed before. Whoever departs from now on departs from both.
            for (ProcId departed : ending.membership.departed(0)) {
                membership.remove(departed, true);
            }
        }
        Construction construction = new Construction(
                groups.method, groups.leaders, handle, request, id, participants, reservation, traits, timeout);
        try {
            if (request.leader().isPresent() || request.declaresLeader()) {
                groups.method.requireHost(construction.what + " with a leader");
            }
            if (request.leader().isPresent()) {
                groups.leaders.beforeConstruct(handle, id, request.leader().get());
            } else if (request.declaresLeader()) {
                groups.leaders.declare(handle, id, participants.known());
            }
            // After the leader is known: a leader reports those itself.
            reservation.report(construction::reportFailed);
            List<ProcId> failed = membership.failed();
            if (!failed.isEmpty() && !construction.isRepeated()) {
                throw Roster.lost(Construction.title(id, traits), failed, "ended before");
            }
        } catch (RuntimeException e) {
            construction.failed();
            throw e;
        }
        return construction;
    }

    /** Constructs a group of this process alone: without a server libpmix constructs none. */
    private Group alone(GroupRequest request, String id, Participants participants, Traits traits) {
        Session session = handle.session;
        if (participants.procs().isEmpty() || participants.leaders() > 1) {
            throw session.failure(Construction.title(id, traits), StatusCodes.UNREACH);
        }
        session.enter(Construction.title(id, traits));
        try {
            Members self = Members.of(session.self());
            Reservation reservation = GroupTable.of(session).reserve(id, new Roster(session, self), true);
            GroupImpl group = new GroupImpl(
                    handle, id, self, OptionalLong.empty(), traits, Map.of(session.self(), request.info()));
            GroupTable.of(session).activate(reservation, group);
            // Nothing for a group of the application.
            traits.kind().onMade(group);
            return group;
        } finally {
            session.exit();
        }
    }

    private String id(GroupRequest request) {
        GroupIds.check(handle.session, request.id());
        return request.localOnly() ? GroupTable.of(handle.session).method.localId(handle, request.id()) : request.id();
    }

    private Participants participants(GroupRequest request) {
        Participants participants = Participants.of(handle, request);
        ProcId leader = request.leader().orElse(null);
        if (leader != null && !participants.known().contains(leader)) {
            throw new IllegalArgumentException("group '" + request.id() + "': the leader, " + leader
                    + ", is not among the members; add it, or name a member");
        }
        if (request.localOnly()) {
            SameNode.require(handle, request.id(), participants.known());
        }
        return participants;
    }
}
