// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
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
import org.pmixj.group.LeaderFailurePolicy.Choice;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
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
 * leader in which a member failed. It is asked, answers, and waits for the leader. It watches the leader, elects a new
 * one if the leader fails, and leads if it is elected. Guarded by {@link InviteTable}, except {@link #accept} and
 * {@link #decline}.
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
    private final Terms terms;
    final InvitationImpl invitation;
    private final Roles table;
    private final ProcId self;
    /** The handle that answers. */
    volatile Handle handle;
    /** The group. Completed with the lock held. */
    final CompletableFuture<Group> done = new CompletableFuture<>();

    /** The process that leads, as far as this process knows. */
    ProcId leader;

    private final Set<ProcId> failedLeaders = new HashSet<>();
    /** The failed leader in whose place the current one was elected. */
    private @Nullable ProcId replaced;

    /** The election under way. */
    private @Nullable Election election;

    /** The message by which this process ended the construction for all after a leader failed; null if it did not. */
    private @Nullable InviteMessage endMessage;

    /** The construction as this process leads it. */
    private @Nullable InviteLeader own;

    private @Nullable Future<?> silence;
    private @Nullable Future<?> expiry;
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
    private AcceptOptions options = AcceptOptions.defaults();

    private @Nullable Reservation reservation;

    Invitee(Roles table, Handle handle, InviteId id, ProcId leader, Members participants, Terms terms) {
        this.table = table;
        this.handle = handle;
        this.self = handle.session.self();
        this.id = id;
        this.participants = participants;
        this.terms = terms;
        this.leader = leader;
        this.invitation = new InvitationImpl(table, this, AcceptOptions.defaults());
    }

    String what() {
        return "join of group '" + id.group() + "'";
    }

    /** Returns whether the application may answer. */
    boolean isOffered() {
        return state == State.OPEN && !isExpected;
    }

    private boolean needsLeader() {
        return state == State.OPEN || state == State.ACCEPTED;
    }

    boolean isOver() {
        return state == State.WITHDRAWN || state == State.OVER;
    }

    // --- it is asked, and answers ----------------------------------------------------------------------------------

    /** Starts to wait for the answer of the application, and watches the leader. */
    void start() {
        watch();
        check();
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

    /** Accepts when the reservation says that it may, and asks it again until then. */
    private void answerInTurn(Reservation reserved) {
        mustWait = false;
        // In any other state another group may already use the id.
        if (state != State.ACCEPTED) {
            return;
        }
        long delay = reserved.delay();
        mustWait = delay > 0;
        if (mustWait) {
            Future<?> _ = table.after(Math.min(delay, Patience.NEXT_GET), () -> answerInTurn(reserved));
            return;
        } else if (reserved.waits) {
            GroupTable.of(handle.session).exchanges().withdrawEarlier(id.group());
        }
        answer(true);
    }

    /** Declines for the application; does nothing if others have ended the construction. */
    void decline() {
        handle.session.refuseClosed(what());
        synchronized (table) {
            if (mayAnswer()) {
                answered = true;
                answer(false);
                PmixStatus status = new PmixStatus(PMIxConstants.PMIX_GROUP_INVITE_DECLINED());
                end(State.WITHDRAWN, aborted(status, "was declined by this process", self));
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
    private void answer(boolean accepted) {
        if (election != null || (accepted && mustWait)) {
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
        InviteLeader leading = own;
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
        withdraw(aborted(new PmixStatus(StatusCodes.CONSTRUCT_ABORT), text, self));
    }

    private PmixException aborted(PmixStatus status, String text, ProcId by) {
        return new PmixException.Aborted(what() + " " + text, status, by);
    }

    /** Returns whether a process takes part, so that it leads or may come to lead. Any program can send an event. */
    boolean mayDecide(ProcId proc) {
        return participants.contains(proc) || proc.equals(leader);
    }

    /** Returns the participants that have not failed, in the order of the invitation. */
    private Members living() {
        List<ProcId> living = new ArrayList<>(participants);
        living.removeIf(failedLeaders::contains);
        living.removeIf(GroupTable.of(handle.session).ends::isDead);
        return Members.of(living);
    }

    // --- the leader fails ------------------------------------------------------------------------------------------

    /** Starts to watch the leader, which ends the construction within its timeout or has failed. */
    private void watch() {
        Timers.cancel(silence);
        ProcId watched = leader;
        long nanos = terms.nanos();
        silence = nanos == 0
                ? null
                : table.after(nanos + Patience.LEADER_SILENT, () -> {
                    if (watched.equals(leader) && election == null) {
                        failed(true);
                    }
                });
    }

    /** Elects a new leader at once if the host has reported the end of the current one. */
    private void check() {
        if (GroupTable.of(handle.session).ends.isDead(leader)) {
            failed(false);
        }
    }

    /** The host has reported the end of some process. */
    void died() {
        Election pending = election;
        if (!needsLeader()) {
            return;
        } else if (pending == null) {
            check();
        } else {
            pending.evaluate();
        }
    }

    private void failed(boolean silent) {
        if (needsLeader()) {
            failedLeaders.add(leader);
            Timers.cancel(silence);
            InviteMessage.leaderFailed(handle, id, leader).report();
            Election started = new Election(leader, silent);
            election = started;
            started.start(policy());
        }
    }

    /** A participant has noticed that a leader failed, and sends its choice, perhaps again. */
    void voted(ProcId by, ProcId failed, Choice choice, boolean again) {
        InviteMessage last = endMessage;
        if (last != null) {
            if (!again) {
                last.send(List.of(by));
            }
            return;
        } else if (state == State.LEADING || !failed.equals(leader)) {
            votedLate(by, failed, choice, again);
            return;
        }
        if (election == null) {
            failed(!GroupTable.of(handle.session).ends.isDead(failed));
        }
        Election pending = election;
        if (pending != null) {
            pending.vote(by, choice);
        }
    }

    /** A participant has noticed the failure after the election. It may still abort the construction. */
    private void votedLate(ProcId by, ProcId failed, Choice choice, boolean again) {
        if (!again && (state == State.LEADING || failedLeaders.contains(failed))) {
            InviteMessage.selected(handle, id, failed, leader).send(List.of(by));
        }
        InviteLeader leading = own;
        if (leading != null && failedLeaders.contains(failed) && choice == Choice.ABORT) {
            leading.abort(abortReason(by, failed));
        }
    }

    /** The election has ended without a new leader. */
    void nobodySelected(ProcId failed) {
        if (failed.equals(leader) && needsLeader()) {
            String text = what() + " failed: the leader " + failed + " failed, and nobody took over";
            PmixStatus status = new PmixStatus(PMIxConstants.PMIX_GROUP_LEADER_FAILED());
            end(State.OVER, new PmixException.MemberLost(text, status, List.of(failed)));
        }
    }

    private LeaderFailurePolicy policy() {
        return state == State.ACCEPTED ? options.whenLeaderFails() : Fixed.Choice.FOLLOW;
    }

    // --- a new leader ----------------------------------------------------------------------------------------------

    /** The election has ended with a new leader. */
    void selected(ProcId chosen, ProcId failed) {
        boolean later = failed.equals(replaced) && participants.indexOf(chosen) >= participants.indexOf(leader);
        if (later || failedLeaders.contains(chosen) || !participants.contains(chosen)) {
            // Two processes have announced a leader: the first of the participants counts.
            return;
        } else if (state == State.WITHDRAWN && !chosen.equals(leader)) {
            leader = chosen;
            if (self.equals(chosen)) {
                String reason = "the process that was to lead does not take part any more";
                InviteMessage.aborted(handle, id, reason).send(living());
            } else {
                answer(false);
            }
            return;
        }
        InviteLeader leading = own;
        if (state == State.LEADING && leading != null) {
            own = null;
            state = State.ACCEPTED;
            leading.replacedBy(chosen);
        }
        if (!isOver()) {
            replace(failed, chosen);
        }
    }

    private void replace(ProcId failed, ProcId chosen) {
        replaced = failed;
        leader = chosen;
        boolean unnoticed = failedLeaders.add(failed);
        closeElection();
        if (unnoticed) {
            InviteMessage.leaderFailed(handle, id, failed).report();
            new Election(failed, false).askLate(policy());
        }
        if (self.equals(chosen)) {
            takeOver();
            return;
        }
        watch();
        if (state == State.ACCEPTED) {
            answer(true);
        }
        check();
    }

    private void takeOver() {
        Reservation reserved = reservation;
        if (state != State.ACCEPTED || reserved == null) {
            return;
        }
        state = State.LEADING;
        Timers.cancel(silence);
        Terms agreed = terms;
        if (terms.nanos() == 0) {
            long nanos = Deadline.toNanos(handle.defaultTimeout);
            agreed = new Terms(terms.traits(), terms.assignContextId(), nanos, terms.directives());
        }
        // Its policy is asked about members that failed before, too: the last leader may not have decided about them.
        Members all = participants.difference(List.copyOf(failedLeaders));
        long answerNanos = agreed.nanos() / 2;
        InviteLeader leading = new InviteLeader(
                table, handle, id, reserved, agreed, options.policy(), answerNanos, all, options.info());
        own = leading;
        CompletableFuture<?> _ = leading.done.whenComplete((group, failure) -> {
            // With the lock held. Otherwise another process leads since.
            if (leading.equals(own)) {
                led(group, failure);
            }
        });
        leading.start(false);
    }

    /** The construction that this process leads has ended. */
    private void led(@Nullable Group group, @Nullable Throwable failure) {
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
        participants = InviteFields.participants(event, leader, self);
    }

    /** The leader has completed the group. */
    void completed(ProcId source, ReceivedEvent event) {
        List<ProcId> members = event.singleProcs(EventKeys.GROUP_MEMBERSHIP);
        if (!mayDecide(source)) {
            return;
        } else if (!members.contains(self)) {
            aborted(source, "the group is complete without this process");
            return;
        }
        Terms agreed = id.isPlain() ? terms : InviteFields.terms(event);
        OptionalLong contextId = event.number(EventKeys.GROUP_CONTEXT_ID);
        GroupImpl group = InviteFields.group(handle, id, event, contextId, agreed);
        Reservation reserved = reservation;
        if (state != State.ACCEPTED || reserved == null || !source.equals(leader)) {
            // This process was withdrawn after the announcement was sent; its libpmix takes it for a member.
            if (failedLeaders.contains(source)) {
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
            GroupTable.of(handle.session).method.spend(id.group(), terms.nanos());
        }
        Roles.complete(id, group, leader, reserved, done);
    }

    /** The leader ends the construction or goes on without this process, or a participant ends it for all. */
    void aborted(ProcId by, String reason) {
        InviteLeader leading = own;
        boolean isReplaced = failedLeaders.contains(by) && !by.equals(leader);
        if (isOver() || isReplaced || !mayDecide(by)) {
            return;
        } else if (leading == null) {
            String text = "was aborted by " + by + (reason.isEmpty() ? "" : ": " + reason);
            end(State.WITHDRAWN, aborted(new PmixStatus(StatusCodes.CONSTRUCT_ABORT), text, by));
        } else if (!by.equals(self) && participants.contains(by)) {
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
        Timers.cancel(silence);
        closeElection();
        table.forgetLater(id, this);
    }

    private void closeElection() {
        Election pending = election;
        if (pending != null) {
            pending.close();
            election = null;
        }
    }

    // --- an election -----------------------------------------------------------------------------------------------

    private static String abortReason(ProcId by, ProcId failed) {
        return "the policy of " + by + " aborts because the leader " + failed + " failed";
    }

    /**
     * Elects a new leader. Each participant sends its choice to all. The first participant, in the order of the invitation,
     * that has sent one waits a while for the choices of the others and announces the result; if it does not, the next one
     * does. So a single process decides.
     */
    private final class Election {
        private final Handle handle = Invitee.this.handle;
        private final ProcId failed;
        private final boolean silent;
        private final Map<ProcId, Choice> choices = new LinkedHashMap<>();
        /** Participants that did not announce the result in time. */
        private final Set<ProcId> passed = new HashSet<>();

        // Whether the choices have been waited for.
        private boolean waited;
        private boolean closed;
        private @Nullable Future<?> timer;

        /** Prepares an election. A silent leader exceeded its own timeout; otherwise the host reported its end. */
        Election(ProcId failed, boolean silent) {
            this.failed = failed;
            this.silent = silent;
        }

        void start(LeaderFailurePolicy policy) {
            timer = table.after(Patience.CHOICES, this::timedOut);
            ask(policy);
        }

        /** Asks the policy after the others have elected a leader. It can only abort the construction. */
        void askLate(LeaderFailurePolicy policy) {
            closed = true;
            ask(policy);
        }

        private void ask(LeaderFailurePolicy policy) {
            LeaderFailurePolicy.Failure failure = new LeaderFailurePolicy.Failure(id.group(), failed, silent, living());
            if (policy instanceof Fixed.Choice fixed) {
                choose(fixed.decide(failure));
                return;
            }
            handle.dispatcher.execute(() -> {
                String asked = "the policy for a failed leader of group '" + failure.group() + "'";
                Choice choice = Policies.ask(asked, () -> policy.decide(failure), Choice.FOLLOW)
                        .decision();
                synchronized (table) {
                    choose(choice);
                }
            });
        }

        private void choose(Choice choice) {
            Members living = living();
            if (!closed) {
                InviteMessage.vote(handle, id, failed, choice, false).send(living.difference(List.of(self)));
                vote(self, choice);
            } else if (choice == Choice.ABORT && !isOver()) {
                abort(self, living);
            }
        }

        void vote(ProcId by, Choice choice) {
            if (!closed) {
                boolean isFirst = choices.put(by, choice) == null;
                Choice mine = choices.get(self);
                if (isFirst && mine != null && !by.equals(self)) {
                    // Perhaps it did not take part yet when this arrived there before.
                    InviteMessage.vote(handle, id, failed, mine, true).send(List.of(by));
                }
                evaluate();
            }
        }

        private void timedOut() {
            if (closed) {
                return;
            }
            ProcId due = announcer();
            if (waited && due != null) {
                passed.add(due);
            }
            waited = true;
            timer = table.after(Patience.CHOICE_RESULT, this::timedOut);
            evaluate();
        }

        private @Nullable ProcId announcer() {
            List<ProcId> candidates = new ArrayList<>(living());
            candidates.removeIf(proc -> !choices.containsKey(proc) || passed.contains(proc));
            return candidates.isEmpty() ? null : candidates.getFirst();
        }

        /** Announces the result if this process is the one to announce it and all choices are known. */
        void evaluate() {
            Members living = living();
            if (closed
                    || !self.equals(announcer())
                    || !(waited || choices.keySet().containsAll(living))) {
                return;
            }
            closed = true;
            ProcId chosen = null;
            for (ProcId proc : living) {
                Choice choice = choices.get(proc);
                if (choice == Choice.ABORT) {
                    abort(proc, living);
                    return;
                } else if (choice == Choice.TAKE_OVER && chosen == null) {
                    chosen = proc;
                }
            }
            if (chosen == null) {
                end(InviteMessage.nobodySelected(handle, id, failed), living);
            } else {
                InviteMessage.selected(handle, id, failed, chosen).send(everybody(living));
            }
        }

        private void abort(ProcId by, Members living) {
            end(InviteMessage.aborted(handle, id, abortReason(by, failed)), living);
        }

        /** Ends the construction for all. */
        private void end(InviteMessage result, Members living) {
            endMessage = result;
            result.send(everybody(living));
        }

        /** Returns whom to notify: a leader that was only silent may send again. */
        private List<ProcId> everybody(Members living) {
            List<ProcId> everybody = new ArrayList<>(living);
            if (silent) {
                everybody.add(failed);
            }
            return everybody;
        }

        void close() {
            closed = true;
            Timers.cancel(timer);
        }
    }
}
