// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.group.LeaderPolicy.Kind;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.group.Fixed;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Participants;
import org.pmixj.internal.group.ProcessEnds;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.invite.InvitedProc.Place;

/** Asks the invited processes, takes their answers, and has the policy decide. Guarded by {@link InviteTable}. */
final class InvitedProcs {
    private final InviteLeader leader;
    private final InviteId id;
    private final Handle handle;
    private final LeaderPolicy policy;
    private final long answerNanos;
    /** In the order of the group. */
    private final List<InvitedProc> entries = new ArrayList<>();
    /** All processes that know of the construction, and are notified of its end. */
    final Set<ProcId> informed = new LinkedHashSet<>();
    /** The number of decisions that the policy has not made. */
    private int undecided;
    /** Whether the timeout is over, and only decisions are waited for. */
    private boolean expired;

    InvitedProcs(InviteLeader leader, LeaderPolicy policy, long answerNanos, Members participants) {
        this.leader = leader;
        this.id = leader.id;
        this.handle = leader.handle;
        this.policy = policy;
        this.answerNanos = answerNanos;
        for (ProcId proc : participants) {
            if (!proc.equals(handle.session.self())) {
                entries.add(new InvitedProc(proc));
                informed.add(proc);
            } else if (id.isOfConstruct()) {
                entries.forEach(entry -> entry.precedesLeader = true);
            }
        }
    }

    // --- they are asked --------------------------------------------------------------------------------------------

    void invite() {
        List<ProcId> living = new ArrayList<>(informed);
        living.removeIf(GroupTable.of(handle.session).ends::isDead);
        invite(living, true);
    }

    private void invite(List<ProcId> procs, boolean mayBeUnknown) {
        if (!procs.isEmpty()) {
            InviteMessage.invited(handle, id, participants(), leader.terms).send(procs, failure -> {
                synchronized (leader.table) {
                    unsent(procs, failure, mayBeUnknown);
                }
            });
        }
    }

    private void unsent(List<ProcId> procs, RuntimeException failure, boolean mayBeUnknown) {
        boolean isUnknown = mayBeUnknown && failure instanceof PmixException.NotFound;
        if (isUnknown && procs.size() > 1) {
            // One of them does not exist any more, so that nobody was notified: now each is notified alone.
            procs.forEach(proc -> invite(List.of(proc), true));
            return;
        }
        informed.removeAll(procs);
        if (isUnknown) {
            lostIf(entry -> entry.proc.equals(procs.getFirst()), Kind.FAILED);
        } else {
            leader.end(failure, "it cannot be sent");
        }
    }

    void awaitAnswers() {
        for (InvitedProc entry : List.copyOf(entries)) {
            if (GroupTable.of(handle.session).ends.isDead(entry.proc)) {
                lost(entry, Kind.FAILED);
            } else {
                await(entry);
            }
        }
        Future<?> _ = leader.table.after(Patience.INVITED_FIRST_CHECK, this::check);
    }

    private void await(InvitedProc entry) {
        if (answerNanos > 0) {
            ProcId proc = entry.proc;
            entry.due = leader.table.after(answerNanos, () -> {
                if (entry.place == Place.ASKED && entry.proc.equals(proc)) {
                    lost(entry, Kind.SILENT);
                }
            });
        }
    }

    /** Asks the host about those that do not answer: it reports no process that ends in good order. */
    private void check() {
        List<ProcId> asked = in(Place.ASKED);
        if (leader.isAsking() && !asked.isEmpty()) {
            GroupTable.of(handle.session).repairs.askAndWait(handle, Members.of(asked), false, Duration.ZERO);
            Future<?> _ = leader.table.after(Patience.INVITED_CHECK, this::check);
        }
    }

    void close() {
        entries.forEach(entry -> Timers.cancel(entry.due));
    }

    // --- they answer -----------------------------------------------------------------------------------------------

    boolean waitsFor(ProcId proc) {
        InvitedProc entry = find(proc);
        return leader.isAsking() && entry != null && entry.place == Place.ASKED;
    }

    /** Takes an answer: what the process contributes, or null if it declines. */
    void answered(ProcId proc, @Nullable Attributes accepted) {
        InvitedProc entry = find(proc);
        if (!leader.isAsking() || entry == null) {
            if (accepted != null && (entry == null || entry.place != Place.ACCEPTED)) {
                Roles.refuse(handle, id, proc);
            }
        } else if (accepted != null && entry.place == Place.ASKED) {
            entry.info = accepted;
            entry.place = Place.ACCEPTED;
            Timers.cancel(entry.due);
            if (!(policy instanceof Fixed.Policy)) {
                decide(entry, Kind.ACCEPTED);
            }
            leader.completeIfAllAccepted();
        } else if (accepted == null && entry.place != Place.IN_QUESTION) {
            lost(entry, Kind.DECLINED);
        }
    }

    /** The host has reported the end of some process. */
    void died() {
        ProcessEnds ends = GroupTable.of(handle.session).ends;
        lostIf(entry -> entry.place != Place.IN_QUESTION && ends.isDead(entry.proc), Kind.FAILED);
    }

    /** The timeout is over: those that have not answered are silent. */
    void expire() {
        expired = true;
        lostIf(entry -> entry.place == Place.ASKED, Kind.SILENT);
    }

    private void lostIf(Predicate<InvitedProc> condition, Kind kind) {
        for (InvitedProc entry : List.copyOf(entries)) {
            if (condition.test(entry)) {
                lost(entry, kind);
            }
        }
    }

    private void lost(InvitedProc entry, Kind kind) {
        if (leader.isAsking()) {
            entry.place = Place.IN_QUESTION;
            leader.lost();
            Timers.cancel(entry.due);
            if (kind != Kind.DECLINED) {
                InviteMessage.lost(handle, id, entry.proc).report();
            }
            decide(entry, kind);
        }
    }

    // --- the policy decides ----------------------------------------------------------------------------------------

    private void decide(InvitedProc entry, Kind kind) {
        ProcessEnds.Report end = GroupTable.of(handle.session).ends.reportOf(entry.proc);
        LeaderPolicy.Answer answer = new LeaderPolicy.Answer(
                id.group(), entry.proc, kind, accepted(), Members.of(in(Place.ASKED)), end.status(), end.exitCode());
        if (policy instanceof Fixed.Policy fixed) {
            decided(entry, answer, new Policies.Decided<>(fixed.decide(answer), null));
            return;
        }
        undecided++;
        handle.dispatcher.execute(() -> {
            Policies.Decided<LeaderDecision> made = Policies.ask(
                    "the policy of the leader of group '" + answer.group() + "'",
                    () -> policy.decide(answer),
                    LeaderDecision.abort("the policy of its leader failed"));
            if (made.decision() instanceof LeaderDecision.Replace replace) {
                // This looks up the size of its job, which cannot be done with the lock held.
                boolean _ = Participants.mayExist(handle, replace.by());
            }
            synchronized (leader.table) {
                undecided--;
                decided(entry, answer, made);
            }
        });
    }

    private void decided(InvitedProc entry, LeaderPolicy.Answer answer, Policies.Decided<LeaderDecision> made) {
        LeaderDecision decision = made.decision();
        // The policy may have been asked again meanwhile: about a process that accepted and then failed.
        boolean current = entries.contains(entry) && entry.proc.equals(answer.proc());
        if (!leader.isAsking()) {
            return;
        } else if (current && decision instanceof LeaderDecision.Abort abort) {
            leader.refused(policy, answer, abort.reason(), made);
        } else if (current && decision instanceof LeaderDecision.Replace replace) {
            replace(entry, replace.by());
        } else if (current && answer.kind() != Kind.ACCEPTED) {
            entries.remove(entry);
            if (answer.kind() == Kind.SILENT) {
                Roles.refuse(handle, id, entry.proc);
            }
        }
        leader.completeIfAllAccepted();
    }

    private void replace(InvitedProc entry, ProcId by) {
        ProcId before = entry.proc;
        String problem = problem(by);
        if (problem != null) {
            leader.cannotReplace(by + " cannot replace " + before + ": " + problem, expired);
            return;
        }
        Timers.cancel(entry.due);
        entry.proc = by;
        entry.place = Place.ASKED;
        entry.info = Attributes.none();
        if (!GroupTable.of(handle.session).ends.isDead(before)) {
            Roles.refuse(handle, id, before);
        }
        Reservation reservation = leader.reservation;
        reservation.requested = reservation.requested.difference(List.of(before)).union(List.of(by));
        Members others = Members.of(informed);
        informed.add(by);
        invite(List.of(by), false);
        await(entry);
        InviteMessage.updated(handle, id, participants()).send(others);
    }

    private @Nullable String problem(ProcId by) {
        if (by.isWildcard() || by.equals(handle.session.self()) || informed.contains(by)) {
            return "it was invited before, or is not one process";
        } else if (!Participants.mayExist(handle, by)) {
            return "it does not exist";
        } else if (GroupTable.of(handle.session).ends.isDead(by)) {
            return "it has ended";
        }
        return expired ? "there is no time left" : null;
    }

    // --- who they are ----------------------------------------------------------------------------------------------

    private @Nullable InvitedProc find(ProcId proc) {
        return entries.stream()
                .filter(entry -> entry.proc.equals(proc))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether all have accepted, and no decision is waited for. */
    boolean areComplete() {
        return undecided == 0 && entries.stream().allMatch(entry -> entry.place == Place.ACCEPTED);
    }

    /** Returns whether nobody follows the leader, although others live. */
    boolean areUnheeded() {
        ProcessEnds ends = GroupTable.of(handle.session).ends;
        return in(Place.ACCEPTED).isEmpty() && !informed.stream().allMatch(ends::isDead);
    }

    /** Returns the leader and those that have accepted. */
    Members accepted() {
        return InvitedProc.withLeader(handle.session.self(), entries, entry -> entry.place == Place.ACCEPTED);
    }

    /** Returns what those that have accepted contribute. */
    Map<ProcId, Attributes> info() {
        Map<ProcId, Attributes> info = new LinkedHashMap<>();
        entries.stream()
                .filter(entry -> entry.place == Place.ACCEPTED)
                .forEach(entry -> info.put(entry.proc, entry.info));
        return info;
    }

    boolean contribute() {
        return entries.stream().anyMatch(entry -> !entry.info.isEmpty());
    }

    private Members participants() {
        return InvitedProc.withLeader(handle.session.self(), entries, _ -> true);
    }

    private List<ProcId> in(Place place) {
        return entries.stream()
                .filter(entry -> entry.place == place)
                .map(entry -> entry.proc)
                .toList();
    }
}
