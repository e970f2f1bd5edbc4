// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
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
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.group.Fixed;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.group.invite.Invitee.State;

/**
 * Knows who leads a construction that this process is invited to: it watches the leader, elects a new one if the leader
 * fails, and lets this process lead if it is elected. Guarded by {@link InviteTable}.
 */
final class Leadership {
    private final Roles table;
    private final Invitee invitee;
    private final ProcId self;
    ProcId leader;
    final Set<ProcId> failedLeaders = new HashSet<>();
    /** The failed leader in whose place the current one was elected. */
    private @Nullable ProcId replaced;

    /** The election under way. */
    @Nullable
    Election election;

    /** The message by which this process ended the construction for all after a leader failed; null if it did not. */
    private @Nullable InviteMessage ended;

    /** The construction as this process leads it. */
    @Nullable
    InviteLeader own;

    private @Nullable Future<?> silence;

    Leadership(Roles table, Invitee invitee, ProcId leader) {
        this.table = table;
        this.invitee = invitee;
        this.self = invitee.handle.session.self();
        this.leader = leader;
    }

    /** Returns whether a process takes part, so that it leads or may come to lead. Any program can send an event. */
    boolean mayDecide(ProcId proc) {
        return invitee.participants.contains(proc) || proc.equals(leader);
    }

    /** Returns the participants that have not failed, in the order of the invitation. */
    Members living() {
        List<ProcId> living = new ArrayList<>(invitee.participants);
        living.removeIf(failedLeaders::contains);
        living.removeIf(GroupTable.of(invitee.handle.session).ends::isDead);
        return Members.of(living);
    }

    // --- the leader fails ------------------------------------------------------------------------------------------

    /** Starts to watch the leader, which ends the construction within its timeout or has failed. */
    void watch() {
        Timers.cancel(silence);
        ProcId watched = leader;
        long nanos = invitee.terms.nanos();
        silence = nanos == 0
                ? null
                : table.after(nanos + Patience.LEADER_SILENT, () -> {
                    if (watched.equals(leader) && election == null) {
                        failed(true);
                    }
                });
    }

    /** Elects a new leader at once if the host has reported the end of the current one. */
    void check() {
        if (GroupTable.of(invitee.handle.session).ends.isDead(leader)) {
            failed(false);
        }
    }

    /** The host has reported the end of some process. */
    void died() {
        Election pending = election;
        if (!invitee.needsLeader()) {
            return;
        } else if (pending == null) {
            check();
        } else {
            pending.evaluate();
        }
    }

    private void failed(boolean silent) {
        if (invitee.needsLeader()) {
            failedLeaders.add(leader);
            Timers.cancel(silence);
            InviteMessage.leaderFailed(invitee.handle, invitee.id, leader).report();
            Election started = new Election(leader, silent);
            election = started;
            started.start(invitee.policy());
        }
    }

    /** A participant has noticed that a leader failed, and sends its choice, perhaps again. */
    void voted(ProcId by, ProcId failed, Choice choice, boolean again) {
        InviteMessage end = ended;
        if (end != null) {
            if (!again) {
                end.send(List.of(by));
            }
            return;
        } else if (invitee.state == State.LEADING || !failed.equals(leader)) {
            votedLate(by, failed, choice, again);
            return;
        }
        if (election == null) {
            failed(!GroupTable.of(invitee.handle.session).ends.isDead(failed));
        }
        Election pending = election;
        if (pending != null) {
            pending.vote(by, choice);
        }
    }

    /** A participant has noticed the failure after the election. It may still abort the construction. */
    private void votedLate(ProcId by, ProcId failed, Choice choice, boolean again) {
        if (!again && (invitee.state == State.LEADING || failedLeaders.contains(failed))) {
            InviteMessage.selected(invitee.handle, invitee.id, failed, leader).send(List.of(by));
        }
        InviteLeader leading = own;
        if (leading != null && failedLeaders.contains(failed) && choice == Choice.ABORT) {
            leading.abort(abortReason(by, failed));
        }
    }

    /** The election has ended without a new leader. */
    void nobodySelected(ProcId failed) {
        if (failed.equals(leader) && invitee.needsLeader()) {
            String text = invitee.what() + " failed: the leader " + failed + " failed, and nobody took over";
            PmixStatus status = new PmixStatus(PMIxConstants.PMIX_GROUP_LEADER_FAILED());
            invitee.end(State.OVER, new PmixException.MemberLost(text, status, List.of(failed)));
        }
    }

    // --- a new leader ----------------------------------------------------------------------------------------------

    /** The election has ended with a new leader. */
    void selected(ProcId chosen, ProcId failed) {
        Members participants = invitee.participants;
        boolean later = failed.equals(replaced) && participants.indexOf(chosen) >= participants.indexOf(leader);
        if (later || failedLeaders.contains(chosen) || !participants.contains(chosen)) {
            // Two processes have announced a leader: the first of the participants counts.
            return;
        } else if (invitee.state == State.WITHDRAWN && !chosen.equals(leader)) {
            leader = chosen;
            if (self.equals(chosen)) {
                String reason = "the process that was to lead does not take part any more";
                InviteMessage.aborted(invitee.handle, invitee.id, reason).send(living());
            } else {
                invitee.answer(false);
            }
            return;
        }
        InviteLeader leading = own;
        if (invitee.state == State.LEADING && leading != null) {
            own = null;
            invitee.state = State.ACCEPTED;
            leading.replacedBy(chosen);
        }
        if (!invitee.isOver()) {
            replace(failed, chosen);
        }
    }

    private void replace(ProcId failed, ProcId chosen) {
        replaced = failed;
        leader = chosen;
        boolean unnoticed = failedLeaders.add(failed);
        closeElection();
        if (unnoticed) {
            InviteMessage.leaderFailed(invitee.handle, invitee.id, failed).report();
            new Election(failed, false).askLate(invitee.policy());
        }
        if (self.equals(chosen)) {
            takeOver();
            return;
        }
        watch();
        if (invitee.state == State.ACCEPTED) {
            invitee.answer(true);
        }
        check();
    }

    private void takeOver() {
        Reservation reservation = invitee.reservation;
        if (invitee.state != State.ACCEPTED || reservation == null) {
            return;
        }
        invitee.state = State.LEADING;
        Timers.cancel(silence);
        Terms terms = invitee.terms;
        if (terms.nanos() == 0) {
            long nanos = Deadline.toNanos(invitee.handle.defaultTimeout);
            terms = new Terms(terms.traits(), terms.assignContextId(), nanos, terms.directives());
        }
        AcceptOptions how = invitee.options;
        // Its policy is asked about members that failed before, too: the last leader may not have decided about them.
        Members all = invitee.participants.difference(List.copyOf(failedLeaders));
        long answerNanos = terms.nanos() / 2;
        InviteLeader leading = new InviteLeader(
                table, invitee.handle, invitee.id, reservation, terms, how.policy(), answerNanos, all, how.info());
        own = leading;
        CompletableFuture<?> _ = leading.done.whenComplete((group, failure) -> {
            // With the lock held. Otherwise another process leads since.
            if (leading.equals(own)) {
                invitee.led(group, failure);
            }
        });
        leading.start(false);
    }

    // --- the end ---------------------------------------------------------------------------------------------------

    private void closeElection() {
        Election pending = election;
        if (pending != null) {
            pending.close();
            election = null;
        }
    }

    void close() {
        Timers.cancel(silence);
        closeElection();
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
    final class Election {
        private final Handle handle = invitee.handle;
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
            LeaderFailurePolicy.Failure failure =
                    new LeaderFailurePolicy.Failure(invitee.id.group(), failed, silent, living());
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
                InviteMessage.vote(handle, invitee.id, failed, choice, false).send(living.difference(List.of(self)));
                vote(self, choice);
            } else if (choice == Choice.ABORT && !invitee.isOver()) {
                abort(self, living);
            }
        }

        void vote(ProcId by, Choice choice) {
            if (!closed) {
                boolean isFirst = choices.put(by, choice) == null;
                Choice mine = choices.get(self);
                if (isFirst && mine != null && !by.equals(self)) {
                    // Perhaps it did not take part yet when this arrived there before.
                    InviteMessage.vote(handle, invitee.id, failed, mine, true).send(List.of(by));
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
            if (closed || !self.equals(announcer()) || !(waited || choices.keySet().containsAll(living))) {
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
                end(InviteMessage.nobodySelected(handle, invitee.id, failed), living);
            } else {
                InviteMessage.selected(handle, invitee.id, failed, chosen).send(everybody(living));
            }
        }

        private void abort(ProcId by, Members living) {
            end(InviteMessage.aborted(handle, invitee.id, abortReason(by, failed)), living);
        }

        /** Ends the construction for all. */
        private void end(InviteMessage result, Members living) {
            ended = result;
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
