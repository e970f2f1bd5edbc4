// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.Fixed;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.Roster;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.internal.trace.Trace;

/**
 * Constructs a group by invitation on the side of a process that was invited, or that has called a construct with a
 * leader in which a member failed. It is asked, answers, and waits for the leader, which {@link Leadership} watches.
 * Guarded by {@link InviteTable}, except {@link #accept} and {@link #decline}.
 */
final class Invitee {
    enum State {
        /** The application has not answered. */
        OPEN,
        /** This process has accepted, and waits for the leader. */
        ACCEPTED,
        /** This process was elected, and leads. */
        LEADING,
        /** This process does not take part. A new leader is notified of it. */
        WITHDRAWN,
        OVER
    }

    final InviteId id;
    final Terms terms;
    final InvitationImpl invitation;
    private final Roles table;
    /** The handle that answers. */
    volatile Handle handle;
    /** The group. Completed with the lock held. */
    final CompletableFuture<Group> done = new CompletableFuture<>();

    final Leadership leadership;
    State state = State.OPEN;
    /** Whether an event has reported that the construction was aborted, or that it continues without this process. */
    boolean abortReceived;
    /** Whether the library answers it itself, so that no application sees it. */
    boolean isExpected;
    // Whether an acceptance is sent later.
    private boolean mustWait;
    // Whether the application has accepted or declined.
    private boolean answered;
    Members participants;
    /** How this process has accepted, with the information that it gives to the members. */
    AcceptOptions options = AcceptOptions.defaults();

    @Nullable
    Reservation reservation;

    private @Nullable Future<?> expiry;

    Invitee(Roles table, Handle handle, InviteId id, ProcId leader, Members participants, Terms terms) {
        this.table = table;
        this.handle = handle;
        this.id = id;
        this.participants = participants;
        this.terms = terms;
        this.leadership = new Leadership(table, this, leader);
        this.invitation = new InvitationImpl(table, this, AcceptOptions.defaults());
    }

    String what() {
        return "join of group '" + id.group() + "'";
    }

    /** Returns whether the application may answer. */
    boolean isOffered() {
        return state == State.OPEN && !isExpected;
    }

    boolean needsLeader() {
        return state == State.OPEN || state == State.ACCEPTED;
    }

    boolean isOver() {
        return state == State.WITHDRAWN || state == State.OVER;
    }

    // --- it is asked, and answers ----------------------------------------------------------------------------------

    /** Starts to wait for the answer of the application, and watches the leader. */
    void start() {
        leadership.watch();
        leadership.check();
    }

    /** Accepts for the application; does nothing if others have ended the construction, which {@link #done} says. */
    void accept(AcceptOptions how) {
        Objects.requireNonNull(how, "options");
        handle.session.refuseClosed(what());
        synchronized (table) {
            if (mayAnswer()) {
                ContributedInfo.checkAnswer(id, how, participants);
                Reservation reserved = GroupTable.of(handle.session)
                        .reserve(id.group(), new Roster(handle.session, participants), false);
                reserved.asked();
                Trace.follow("join", id.group(), done);
                accepted(reserved, how);
                answerInTurn(reserved);
            }
        }
    }

    /** Accepts when the members of an earlier group of this id have read what this process had published for that. */
    private void answerInTurn(Reservation reserved) {
        if (!reserved.waits) {
            answer(true);
            return;
        }
        mustWait = true;
        Future<?> _ = table.after(reserved.delay(Deadline.now()), () -> {
            mustWait = false;
            // In any other state another group may already use the id.
            if (state == State.ACCEPTED) {
                GroupTable.of(handle.session).exchanges().withdrawEarlier(id.group());
                answer(true);
            }
        });
    }

    /** Declines for the application; does nothing if others have ended the construction. */
    void decline() {
        handle.session.refuseClosed(what());
        synchronized (table) {
            if (mayAnswer()) {
                answered = true;
                answer(false);
                PmixStatus status = new PmixStatus(PMIxConstants.PMIX_GROUP_INVITE_DECLINED());
                end(State.WITHDRAWN, aborted(status, "was declined by this process", handle.session.self()));
            }
        }
    }

    private boolean mayAnswer() {
        if (isOver() && !answered) {
            return false;
        } else if (state != State.OPEN) {
            throw new IllegalStateException("the " + id + " was answered before");
        }
        return true;
    }

    /** Accepts for a construct that this process has called. */
    void construct(Reservation reserved, AcceptOptions how) {
        accepted(reserved, how);
        start();
        answer(true);
    }

    private void accepted(Reservation reserved, AcceptOptions how) {
        reservation = reserved;
        answered = true;
        state = State.ACCEPTED;
        options = how;
        long nanos = Deadline.toNanos(how.timeout().orElse(handle.defaultTimeout));
        expiry = table.after(nanos, () -> withdraw(StatusCodes.timeout(what(), nanos)));
    }

    /** Sends the answer to the leader. During an election, and before its turn, it is sent later. */
    void answer(boolean accepted) {
        ProcId leader = leadership.leader;
        if (leadership.election != null || (accepted && mustWait)) {
            return;
        } else if (!id.isPlain() || !leader.equals(id.origin())) {
            InviteMessage.answer(handle, id, accepted ? options.info() : null, options.directives())
                    .send(List.of(leader));
            return;
        }
        // This answers a leader that uses libpmix alone, with the data of this process. The outcome arrives as an
        // event.
        int code = accepted ? PMIxConstants.PMIX_GROUP_ACCEPT() : PMIxConstants.PMIX_GROUP_DECLINE();
        Attributes directives = options.directives();
        GroupEvents.launch(new StatusCall(handle, what()) {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                InfoArray infos = directives.isEmpty() ? InfoArray.NONE : InfoArray.allocate(memory, directives, 0);
                MemorySegment to = ProcCodec.proc(memory, leader);
                return Libpmix.groupJoin(memory.allocateFrom(id.group()), to, code, infos, cbdata);
            }
        });
    }

    /** Ends the part of this process, whatever it has answered, and notifies the others. */
    void withdraw(PmixException why) {
        InviteLeader leading = leadership.own;
        if (isOver()) {
            return;
        } else if (leading == null) {
            end(State.WITHDRAWN, why);
            answer(false);
        } else {
            end(State.OVER, why);
            leading.abort(String.valueOf(why.getMessage()));
        }
    }

    /** Takes back what was answered, because no caller waits for the group any more. */
    void giveUp() {
        String text = "was aborted: its caller no longer waits for it";
        withdraw(aborted(new PmixStatus(StatusCodes.CONSTRUCT_ABORT), text, handle.session.self()));
    }

    private PmixException aborted(PmixStatus status, String text, ProcId by) {
        return new PmixException.Aborted(what() + " " + text, status, by);
    }

    // --- the leader fails, and another is elected ------------------------------------------------------------------

    LeaderFailurePolicy policy() {
        return state == State.ACCEPTED ? options.whenLeaderFails() : Fixed.Choice.FOLLOW;
    }

    /** The construction that this process leads has ended. */
    void led(@Nullable Group group, @Nullable Throwable failure) {
        if (!isOver()) {
            close(State.OVER);
        }
        if (failure != null) {
            done.completeExceptionally(failure);
        } else if (group instanceof GroupImpl made && !done.complete(made)) {
            made.abandon();
        }
    }

    // --- what the leader sends -------------------------------------------------------------------------------------

    /** The leader has replaced a participant. */
    void updated(ReceivedEvent event) {
        participants = InviteFields.participants(event, leadership.leader, handle.session.self());
    }

    /** The leader has completed the group. */
    void completed(ProcId source, ReceivedEvent event) {
        List<ProcId> members = event.singleProcs(EventKeys.GROUP_MEMBERSHIP);
        if (!leadership.mayDecide(source)) {
            return;
        } else if (!members.contains(handle.session.self())) {
            aborted(source, "the group is complete without this process");
            return;
        }
        Terms agreed = id.isPlain() ? terms : InviteFields.terms(event);
        OptionalLong contextId = event.number(EventKeys.GROUP_CONTEXT_ID);
        GroupImpl group = InviteFields.group(handle, id, event, contextId, agreed);
        ProcId leader = leadership.leader;
        Reservation reserved = reservation;
        if (state != State.ACCEPTED || reserved == null || !source.equals(leader)) {
            // This process was withdrawn after the announcement was sent; its libpmix takes it for a member.
            if (leadership.failedLeaders.contains(source)) {
                // The others go on with another leader, under the same id.
                group.forget();
            } else if (!done.isDone() || done.isCompletedExceptionally()) {
                group.abandon();
            }
            return;
        }
        close(State.OVER);
        if (!id.isPlain()) {
            reserved.requested = Members.of(members).union(event.singleProcs(WireKeys.INVITE_PROCS));
        }
        if (id.isOfConstruct()) {
            GroupTable.of(handle.session).repairs.spend(id.group(), terms.nanos());
        }
        Roles.complete(id, group, leader, reserved, done);
    }

    /** The leader ends the construction or goes on without this process, or a participant ends it for all. */
    void aborted(ProcId by, String reason) {
        InviteLeader leading = leadership.own;
        boolean isReplaced = leadership.failedLeaders.contains(by) && !by.equals(leadership.leader);
        if (isOver() || isReplaced || !leadership.mayDecide(by)) {
            return;
        } else if (leading == null) {
            String text = "was aborted by " + by + (reason.isEmpty() ? "" : ": " + reason);
            end(State.WITHDRAWN, aborted(new PmixStatus(StatusCodes.CONSTRUCT_ABORT), text, by));
        } else if (!by.equals(handle.session.self()) && participants.contains(by)) {
            leading.abort(reason);
        }
    }

    void end(State last, PmixException failure) {
        close(last);
        Reservation reserved = reservation;
        if (reserved != null) {
            GroupTable.of(handle.session).free(id.group(), reserved);
        }
        done.completeExceptionally(failure);
    }

    private void close(State last) {
        state = last;
        Timers.cancel(expiry);
        leadership.close();
        table.forgetLater(id, this);
    }
}
