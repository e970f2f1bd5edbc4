// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

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

/** Checks requests to invite, and begins them. */
final class GroupInvites {
    private final Context context;

    GroupInvites(Context context) {
        this.context = context;
    }

    Group invite(InviteRequest request) {
        String what = "invitation to group '" + request.id() + "'";
        context.session.refuseOnProgressThread(what);
        Inviting inviting = begin(request);
        return Delivery.await(inviting.done(), what, new GiveUp(inviting));
    }

    CompletableFuture<Group> inviteAsync(InviteRequest request) {
        Inviting inviting = begin(request);
        Stage<Group> stage = new Stage<>(context.dispatcher);
        CompletableFuture<?> _ = stage.whenComplete(new Delivery.IfGivenUp(inviting.done(), new GiveUp(inviting)));
        CompletableFuture<?> _ = inviting.done().whenComplete(new Delivery.Handing<>(context, stage, true));
        return stage;
    }

    private record GiveUp(Inviting inviting) implements Runnable {
        @Override
        public void run() {
            inviting.abort("the leader gave it up");
            Delivery.abandon(inviting.done());
        }
    }

    private Inviting begin(InviteRequest request) {
        Session session = context.session;
        List<ProcId> procs = new ArrayList<>();
        procs.add(session.self());
        procs.addAll(request.invited());
        context.checkOpen();
        SingleProcs.checkIsNoNamespace(session, request.id());
        ConnectNames.refuse(request.id());
        Members participants = SingleProcs.expand(context, procs, true);
        session.formations.listen(context);
        GroupRegistry.Reservation reservation =
                session.groups.reserve(request.id(), new Membership(session, participants));
        reservation.asked();
        InviteId id = new InviteId(request.id(), session.self(), Formations.number());
        Duration timeout = request.timeout().orElse(context.defaultTimeout);
        Inviting inviting = new Inviting(
                session.formations,
                context,
                id,
                reservation,
                new Inviting.Plan(
                        new GroupImpl.Traits(request.notifyTermination(), request.faultTolerant()),
                        request.policy(),
                        request.assignContextId(),
                        timeout,
                        request.answerWithin().orElse(null)),
                participants);
        try {
            inviting.begin();
        } catch (RuntimeException e) {
            session.groups.free(request.id(), reservation);
            throw e;
        }
        return inviting;
    }

    Registration onInvitation(InvitationHandler handler) {
        Objects.requireNonNull(handler, "handler");
        context.checkOpen();
        context.session.formations.listen(context);
        InvitationListener listener = new InvitationListener(context, handler);
        context.session.formations.add(listener);
        return listener;
    }

    List<Invitation> open() {
        return context.session.formations.open();
    }
}
