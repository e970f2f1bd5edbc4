// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.connect.ConnectNames;
import org.pmixj.internal.connect.ConnectionTable;
import org.pmixj.internal.event.EventCodes;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.group.invite.GroupInvites;
import org.pmixj.internal.group.invite.InviteId;
import org.pmixj.internal.group.invite.InviteTable;
import org.pmixj.internal.group.repair.IdCollisions;
import org.pmixj.internal.group.repair.LauncherSettings;
import org.pmixj.internal.group.repair.NodeLocalIds;

/** Checks requests, and turns them into {@link ConstructCall} operations. */
public final class GroupsImpl implements Groups {
    private final Handle handle;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Groups of(Handle handle) {
        return new GroupsImpl(handle);
    }

    private GroupsImpl(Handle handle) {
        this.handle = handle;
    }

    /**
     * The group that a connection is.
     *
     * @param faultTolerant whether its members may end; its construction is concerned by what the request says alone
     */
    public static GroupImpl connection(Handle handle, GroupRequest request, boolean faultTolerant) {
        GroupImpl.Traits traits = new GroupImpl.Traits(false, faultTolerant);
        return (GroupImpl) new GroupsImpl(handle).construct(request, request.id(), traits, null);
    }

    /** The group in which the members of a connection meet to end it: those who have not gone, and do not meanwhile. */
    public static GroupImpl meeting(Handle handle, GroupImpl connection, Duration timeout) {
        GroupRequest request = GroupRequest.named(ConnectNames.end(connection.id()))
                .members(connection.byRank())
                .optional()
                .timeout(timeout)
                .build();
        GroupImpl.Traits traits = new GroupImpl.Traits(false, true);
        return (GroupImpl) new GroupsImpl(handle).construct(request, request.id(), traits, connection);
    }

    @Override
    public Group construct(GroupRequest request) {
        if (Upcalls.onProgressThread()) {
            handle.session.refuseOnProgressThread(Construction.title(request.id()));
        }
        handle.checkOpen();
        return construct(request, id(request), GroupImpl.Traits.of(request), null);
    }

    private Group construct(GroupRequest request, String id, GroupImpl.Traits traits, @Nullable GroupImpl ending) {
        Participants participants = participants(request);
        return handle.session.singleton()
                ? alone(request, id, participants, traits)
                : Objects.requireNonNull(
                        construction(request, id, participants, traits, ending).run());
    }

    @Override
    public CompletableFuture<Group> constructAsync(GroupRequest request) {
        handle.checkOpen();
        String id = id(request);
        GroupImpl.Traits traits = GroupImpl.Traits.of(request);
        Participants participants = participants(request);
        return handle.session.singleton()
                ? PmixFuture.completed(handle.dispatcher, alone(request, id, participants, traits))
                : construction(request, id, participants, traits, null).submit();
    }

    @Override
    public String uniqueId(String prefix) {
        handle.checkOpen();
        return GroupIds.of(handle.session).unique(handle.session.self().nspace(), Checks.name("prefix", prefix));
    }

    @Override
    public Group invite(InviteRequest request) {
        return new GroupInvites(handle).invite(request);
    }

    @Override
    public CompletableFuture<Group> inviteAsync(InviteRequest request) {
        return new GroupInvites(handle).inviteAsync(request);
    }

    @Override
    public Registration onInvitation(InvitationHandler handler) {
        return new GroupInvites(handle).onInvitation(handler);
    }

    @Override
    public List<Invitation> invitations() {
        return new GroupInvites(handle).open();
    }

    @Override
    public Collection<Group> active() {
        List<Group> active = new ArrayList<>();
        for (Group group : GroupTable.of(handle.session).active()) {
            // A connection is its own business.
            if (!ConnectNames.isNamespace(group.id())) {
                active.add(group);
            }
        }
        return Collections.unmodifiableList(active);
    }

    private Duration timeout(GroupRequest request) {
        return request.timeout().orElse(handle.defaultTimeout);
    }

    private Construction construction(
            GroupRequest request,
            String id,
            Participants participants,
            GroupImpl.Traits traits,
            @Nullable GroupImpl ending) {
        Session session = handle.session;
        NativeRegistrations.of(session).ensureInternal(handle, EventCodes.ofMembers());
        LauncherSettings.look(session, false);
        if (ending == null && (request.faultTolerant() || request.notifyTermination() || request.optional())) {
            LauncherSettings.look(session, true);
        }
        IdCollisions.of(session).check(handle, id);
        Roster membership = new Roster(session, participants.known());
        GroupTable.Reservation reservation = GroupTable.of(session).reserve(id, membership);
        try {
            // Another process may have reported a collision since: from now on it ends this construction itself.
            IdCollisions.of(session).check(handle, id);
        } catch (PmixException.Exists e) {
            GroupTable.of(session).free(id, reservation);
            throw e;
        }
        if (ending != null) {
            // Who goes from now on goes from both.
            for (ProcId gone : ending.membership().gone(0)) {
                membership.remove(gone, true);
            }
        }
        Construction construction =
                new Construction(handle, request, id, participants, reservation, traits, timeout(request));
        reservation.tell(construction);
        List<ProcId> failed = membership.failed();
        if (!failed.isEmpty() && !Construction.isRetried(request, participants)) {
            construction.failed();
            throw Roster.lost(Construction.title(id), failed, "failed before");
        }
        if (request.leader().isPresent()) {
            InviteTable.of(session).listen(handle);
            InviteTable.of(session)
                    .forget(InviteId.ofConstruct(id, request.leader().get()));
        }
        return construction;
    }

    // --- a process without a launcher ----------------------------------------------------------------------------

    /** Without a server libpmix makes no groups; one of this process alone needs none. */
    private Group alone(GroupRequest request, String id, Participants participants, GroupImpl.Traits traits) {
        Session session = handle.session;
        if (participants.procs().isEmpty() || participants.leaders() > 1) {
            throw session.failure(Construction.title(id), StatusCodes.UNREACH);
        }
        session.enter(Construction.title(id));
        try {
            Members self = Members.of(session.self());
            GroupTable.Reservation reservation = GroupTable.of(session).reserve(id, new Roster(session, self));
            GroupImpl group = new GroupImpl(handle, id, self, OptionalLong.empty(), traits, request.info());
            GroupTable.of(session).activate(reservation, group);
            if (ConnectNames.isNamespace(id)) {
                ConnectionTable.of(session).made(group);
            }
            return group;
        } finally {
            session.exit();
        }
    }

    // --- what libpmix does not check -----------------------------------------------------------------------------

    private String id(GroupRequest request) {
        ProcLists.checkIsNoNamespace(handle.session, request.id());
        ConnectNames.refuse(request.id());
        return request.localOnly() ? NodeLocalIds.id(handle, request.id()) : request.id();
    }

    private Participants participants(GroupRequest request) {
        Participants participants = Participants.of(handle, request);
        ProcId leader = request.leader().orElse(null);
        if (leader != null && !participants.known().contains(leader)) {
            throw new IllegalArgumentException(
                    "the leader, " + leader + ", is not among the members of group '" + request.id() + "'");
        }
        if (request.localOnly()) {
            NodeLocalIds.check(handle, request.id(), participants.known());
        }
        return participants;
    }
}
