// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.Stage;
import org.pmixj.internal.connect.ConnectNames;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.ProcLists;
import org.pmixj.internal.group.Roster;

/** Checks requests to invite, and begins them. */
public final class GroupInvites {
    private final Handle handle;

    public GroupInvites(Handle handle) {
        this.handle = handle;
    }

    public Group invite(InviteRequest request) {
        String what = "invitation to group '" + request.id() + "'";
        handle.session.refuseOnProgressThread(what);
        InviteLeader inviting = begin(request);
        return Delivery.await(inviting.done(), what, new GiveUp(inviting));
    }

    public CompletableFuture<Group> inviteAsync(InviteRequest request) {
        InviteLeader inviting = begin(request);
        Stage<Group> stage = new Stage<>(handle.dispatcher);
        CompletableFuture<?> _ = stage.whenComplete(new Delivery.IfGivenUp(inviting.done(), new GiveUp(inviting)));
        CompletableFuture<?> _ = inviting.done().whenComplete(new Delivery.Handing<>(handle, stage, true));
        return stage;
    }

    private record GiveUp(InviteLeader inviting) implements Runnable {
        @Override
        public void run() {
            inviting.abort("the leader gave it up");
            Delivery.abandon(inviting.done());
        }
    }

    private InviteLeader begin(InviteRequest request) {
        Session session = handle.session;
        List<ProcId> procs = new ArrayList<>();
        procs.add(session.self());
        procs.addAll(request.members());
        handle.checkOpen();
        ProcLists.checkIsNoNamespace(session, request.id());
        ConnectNames.refuse(request.id());
        Members participants = ProcLists.expand(handle, procs, true);
        InviteTable.of(session).listen(handle);
        GroupTable.Reservation reservation =
                GroupTable.of(session).reserve(request.id(), new Roster(session, participants));
        reservation.asked();
        InviteId id = new InviteId(request.id(), session.self(), InviteTable.number());
        Duration timeout = request.timeout().orElse(handle.defaultTimeout);
        InviteLeader inviting = new InviteLeader(
                InviteTable.of(session),
                handle,
                id,
                reservation,
                new InviteLeader.Plan(
                        new GroupImpl.Traits(request.notifyTermination(), request.faultTolerant()),
                        request.policy(),
                        request.assignContextId(),
                        timeout,
                        request.answerWithin().orElse(null)),
                participants);
        try {
            inviting.begin();
        } catch (RuntimeException e) {
            GroupTable.of(session).free(request.id(), reservation);
            throw e;
        }
        return inviting;
    }

    public Registration onInvitation(InvitationHandler handler) {
        Objects.requireNonNull(handler, "handler");
        handle.checkOpen();
        InviteTable.of(handle.session).listen(handle);
        InvitationListener listener = new InvitationListener(handle, handler);
        InviteTable.of(handle.session).add(listener);
        return listener;
    }

    public List<Invitation> open() {
        return InviteTable.of(handle.session).open();
    }
}
