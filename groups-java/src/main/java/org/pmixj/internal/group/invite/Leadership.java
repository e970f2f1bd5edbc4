// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
import org.pmixj.group.LeaderFailurePolicy.Choice;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Timers;
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
    ProcId leader;
    final Set<ProcId> failedLeaders = new HashSet<>();
    /** The failed leader in whose place the current one was elected. */
    private @Nullable ProcId replaced;

    /** The election under way. */
    @Nullable
    LeaderElection election;

    /** The message by which this process ended the construction for all after a leader failed; null if it did not. */
    @Nullable
    InviteMessage ended;

    /** The construction as this process leads it. */
    @Nullable
    InviteLeader own;

    private @Nullable Future<?> silence;

    Leadership(Roles table, Invitee invitee, ProcId leader) {
        this.table = table;
        this.invitee = invitee;
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
        LeaderElection pending = election;
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
            LeaderElection started = new LeaderElection(invitee, table, leader, silent);
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
        LeaderElection pending = election;
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
            leading.abort(LeaderElection.abortReason(by, failed));
        }
    }

    /** The election has ended without a new leader. */
    void nobodySelected(ProcId failed) {
        if (failed.equals(leader) && invitee.needsLeader()) {
            String text = invitee.what() + " failed: the leader " + failed + " failed, and nobody took over";
            PmixStatus status = new PmixStatus(PMIxConstants.PMIX_GROUP_LEADER_FAILED());
            invitee.end(new PmixException.MemberLost(text, status, List.of(failed)));
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
            if (isSelf(chosen)) {
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
            new LeaderElection(invitee, table, failed, false).askLate(invitee.policy());
        }
        if (isSelf(chosen)) {
            takeOver();
            return;
        }
        watch();
        if (invitee.state == State.ACCEPTED) {
            invitee.answer(true);
        }
        check();
    }

    private boolean isSelf(ProcId proc) {
        return proc.equals(invitee.handle.session.self());
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
        CompletableFuture<?> _ = leading.done.whenComplete((group, failure) -> led(leading, group, failure));
        leading.start(false);
    }

    @SuppressWarnings("ReferenceEquality") // the construction itself
    private void led(InviteLeader leading, @Nullable Group group, @Nullable Throwable failure) {
        synchronized (table) {
            // Otherwise another process leads since.
            if (own == leading) {
                invitee.led(group, failure);
            }
        }
    }

    // --- the end ---------------------------------------------------------------------------------------------------

    private void closeElection() {
        LeaderElection pending = election;
        if (pending != null) {
            pending.close();
            election = null;
        }
    }

    void close() {
        Timers.cancel(silence);
        closeElection();
    }
}
