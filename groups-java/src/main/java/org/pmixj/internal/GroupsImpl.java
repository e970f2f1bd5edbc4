// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

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

/** Checks requests, and turns them into {@link GroupConstruct} operations. */
public final class GroupsImpl implements Groups {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Groups of(Context context) {
        return new GroupsImpl(context);
    }

    private GroupsImpl(Context context) {
        this.context = context;
    }

    /**
     * The group that a connection is.
     *
     * @param faultTolerant whether its members may end; its construction is concerned by what the request says alone
     */
    static GroupImpl connection(Context context, GroupRequest request, boolean faultTolerant) {
        GroupImpl.Traits traits = new GroupImpl.Traits(false, faultTolerant);
        return (GroupImpl) new GroupsImpl(context).construct(request, request.id(), traits, null);
    }

    /** The group in which the members of a connection meet to end it: those who have not gone, and do not meanwhile. */
    static GroupImpl meeting(Context context, GroupImpl connection, Duration timeout) {
        GroupRequest request = GroupRequest.named(ConnectNames.end(connection.id()))
                .members(connection.byRank())
                .optional()
                .timeout(timeout)
                .build();
        GroupImpl.Traits traits = new GroupImpl.Traits(false, true);
        return (GroupImpl) new GroupsImpl(context).construct(request, request.id(), traits, connection);
    }

    @Override
    public Group construct(GroupRequest request) {
        if (Upcalls.onProgressThread()) {
            context.session.refuseOnProgressThread(GroupConstruction.title(request.id()));
        }
        context.checkOpen();
        return construct(request, id(request), GroupImpl.Traits.of(request), null);
    }

    private Group construct(GroupRequest request, String id, GroupImpl.Traits traits, @Nullable GroupImpl ending) {
        Participants participants = participants(request);
        return context.session.singleton()
                ? alone(request, id, participants, traits)
                : Objects.requireNonNull(
                        construction(request, id, participants, traits, ending).run());
    }

    @Override
    public CompletableFuture<Group> constructAsync(GroupRequest request) {
        context.checkOpen();
        String id = id(request);
        GroupImpl.Traits traits = GroupImpl.Traits.of(request);
        Participants participants = participants(request);
        return context.session.singleton()
                ? Stage.completed(context.dispatcher, alone(request, id, participants, traits))
                : construction(request, id, participants, traits, null).submit();
    }

    @Override
    public Group joinAsMember(String id) {
        return construct(GroupRequest.joining(id).build());
    }

    @Override
    public Group joinAsMember(String id, Duration timeout) {
        return construct(GroupRequest.joining(id).timeout(timeout).build());
    }

    @Override
    public CompletableFuture<Group> joinAsMemberAsync(String id) {
        return constructAsync(GroupRequest.joining(id).build());
    }

    @Override
    public CompletableFuture<Group> joinAsMemberAsync(String id, Duration timeout) {
        return constructAsync(GroupRequest.joining(id).timeout(timeout).build());
    }

    @Override
    public String uniqueId(String prefix) {
        context.checkOpen();
        return context.session.groupIds.unique(context.session.self().nspace(), Checks.name("prefix", prefix));
    }

    @Override
    public Group invite(InviteRequest request) {
        return new GroupInvites(context).invite(request);
    }

    @Override
    public CompletableFuture<Group> inviteAsync(InviteRequest request) {
        return new GroupInvites(context).inviteAsync(request);
    }

    @Override
    public Registration onInvitation(InvitationHandler handler) {
        return new GroupInvites(context).onInvitation(handler);
    }

    @Override
    public List<Invitation> invitations() {
        return new GroupInvites(context).open();
    }

    @Override
    public Collection<Group> active() {
        List<Group> active = new ArrayList<>();
        for (Group group : context.session.groups.active()) {
            // A connection is its own business.
            if (!ConnectNames.isNamespace(group.id())) {
                active.add(group);
            }
        }
        return Collections.unmodifiableList(active);
    }

    private Duration timeout(GroupRequest request) {
        return request.timeout().orElse(context.defaultTimeout);
    }

    private GroupConstruction construction(
            GroupRequest request,
            String id,
            Participants participants,
            GroupImpl.Traits traits,
            @Nullable GroupImpl ending) {
        Session session = context.session;
        session.events.ensureInternal(context, EventCodes.ofMembers());
        LauncherSettings.look(session, false);
        if (ending == null && (request.faultTolerant() || request.notifyTermination() || request.optional())) {
            LauncherSettings.look(session, true);
        }
        session.collisions.check(context, id);
        Membership membership = new Membership(session, participants.known());
        GroupRegistry.Reservation reservation = session.groups.reserve(id, membership);
        try {
            // Another process may have reported a collision since: from now on it ends this construction itself.
            session.collisions.check(context, id);
        } catch (PmixException.Exists e) {
            session.groups.free(id, reservation);
            throw e;
        }
        if (ending != null) {
            // Who goes from now on goes from both.
            for (ProcId gone : ending.membership().gone(0)) {
                membership.remove(gone, true);
            }
        }
        GroupConstruction construction =
                new GroupConstruction(context, request, id, participants, reservation, traits, timeout(request));
        reservation.tell(construction);
        List<ProcId> failed = membership.failed();
        if (!failed.isEmpty() && !GroupConstruction.isRetried(request, participants)) {
            construction.failed();
            throw Membership.lost(GroupConstruction.title(id), failed, "failed before");
        }
        if (request.leader().isPresent()) {
            session.formations.listen(context);
            session.formations.forget(InviteId.ofConstruct(id, request.leader().get()));
        }
        return construction;
    }

    // --- a process without a launcher ----------------------------------------------------------------------------

    /** Without a server libpmix makes no groups; one of this process alone needs none. */
    private Group alone(GroupRequest request, String id, Participants participants, GroupImpl.Traits traits) {
        Session session = context.session;
        if (participants.procs().isEmpty() || participants.leaders() > 1) {
            throw session.failure(GroupConstruction.title(id), Status.UNREACH);
        }
        session.enter(GroupConstruction.title(id));
        try {
            Members self = Members.of(session.self());
            GroupRegistry.Reservation reservation = session.groups.reserve(id, new Membership(session, self));
            GroupImpl group = new GroupImpl(context, id, self, OptionalLong.empty(), traits, request.info());
            session.groups.activate(reservation, group);
            if (ConnectNames.isNamespace(id)) {
                session.connections.made(group);
            }
            return group;
        } finally {
            session.exit();
        }
    }

    // --- what libpmix does not check -----------------------------------------------------------------------------

    private String id(GroupRequest request) {
        SingleProcs.checkIsNoNamespace(context.session, request.id());
        ConnectNames.refuse(request.id());
        return request.localOnly() ? LocalGroups.id(context, request.id()) : request.id();
    }

    private Participants participants(GroupRequest request) {
        Participants participants = Participants.of(context, request);
        ProcId leader = request.leader().orElse(null);
        if (leader != null && !participants.known().contains(leader)) {
            throw new IllegalArgumentException(
                    "the leader, " + leader + ", is not among the members of group '" + request.id() + "'");
        }
        if (request.localOnly()) {
            LocalGroups.check(context, request.id(), participants.known());
        }
        return participants;
    }
}
