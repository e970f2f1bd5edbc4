// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.LeaderPath;
import org.pmixj.internal.group.Participants;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.Roster;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.trace.Trace;

/** Checks and starts what a handle's user asks for about invitations. */
record GroupInvites(Handle handle) implements LeaderPath.Invites {
    @Override
    public Group invite(InviteRequest request) {
        String what = "invitation to group '" + request.id() + "'";
        handle.session.refuseOnProgressThread(what);
        InviteLeader leader = start(request);
        return Delivery.await(leader.done, what, leader::giveUp);
    }

    @Override
    public CompletableFuture<Group> inviteAsync(InviteRequest request) {
        InviteLeader leader = start(request);
        return Delivery.orGiveUp(Delivery.future(handle, leader.done, true), leader.done, leader::giveUp);
    }

    private InviteLeader start(InviteRequest request) {
        Session session = handle.session;
        String what = "invitation to group '" + request.id() + "'";
        List<ProcId> procs = new ArrayList<>();
        procs.add(session.self());
        procs.addAll(request.members());
        handle.checkOpen();
        GroupIds.check(session, request.id());
        Members participants = Participants.expand(handle, what, procs, true);
        ContributedInfo.check(what, request.info(), participants);
        InviteTable.of(session).listen(handle);
        Reservation reservation =
                GroupTable.of(session).reserve(request.id(), new Roster(session, participants), false);
        reservation.asked();
        GroupKind.Traits traits = new GroupKind.Traits(request.notifyTermination(), request.faultTolerant());
        long nanos = Deadline.toNanos(request.timeout().orElse(handle.defaultTimeout));
        Terms terms = new Terms(traits, request.assignContextId(), nanos, request.directives());
        InviteId id = InviteId.next(request.id(), session.self());
        long answerNanos = request.answerWithin().map(Deadline::toNanos).orElse(0L);
        InviteLeader leader = new InviteLeader(
                InviteTable.of(session),
                handle,
                id,
                reservation,
                terms,
                request.policy(),
                answerNanos,
                participants,
                request.info());
        Trace.follow("invite", request.id(), leader.done);
        try {
            leader.start(true);
        } catch (RuntimeException e) {
            GroupTable.of(session).free(request.id(), reservation);
            throw e;
        }
        return leader;
    }

    @Override
    public Registration onInvitation(InvitationHandler handler) {
        InviteTable table = InviteTable.of(handle.session);
        table.listen(handle);
        return table.asker.add(handle, handler);
    }

    @Override
    public Invitation await(Duration timeout) {
        String what = "the wait for an invitation";
        Checks.timeout(timeout);
        handle.session.refuseOnProgressThread(what);
        InviteTable.of(handle.session).listen(handle);
        return InviteTable.of(handle.session).await(handle, Deadline.of(what, timeout));
    }

    @Override
    public CompletableFuture<Invitation> expect(String group, List<ProcId> leaders) {
        InviteTable table = InviteTable.of(handle.session);
        table.listen(handle);
        return table.asker.expect(handle, group, leaders);
    }

    @Override
    public void forget(String group) {
        InviteTable.of(handle.session).asker.forget(group);
    }

    @Override
    public List<Invitation> open() {
        InviteTable.of(handle.session).listen(handle);
        return InviteTable.of(handle.session).open();
    }
}
