// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.group.LeaderPolicy.Kind;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.group.Fixed;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Participants;
import org.pmixj.internal.group.ProcessEnds;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.group.invite.InvitedProc.Place;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Constructs a group by invitation on the side of its leader, the first one or one that was elected: it invites,
 * collects answers, has the policy decide, and announces the group. Guarded by {@link InviteTable}.
 */
final class InviteLeader {
    private enum State {
        /** Waits for answers and decisions. */
        ASKING,
        /** All have accepted, and the host is asked for a context id. A process that is lost leads back to ASKING. */
        COMPLETING,
        /** The group is complete for the others, and this process waits for its own announcement. */
        ANNOUNCED,
        OVER
    }

    final InviteId id;
    private final Terms terms;
    /** The group. Completed with the lock held. */
    final CompletableFuture<Group> done = new CompletableFuture<>();

    private final Roles table;
    private final Handle handle;
    private final ProcId self;
    private final Reservation reservation;
    /** The information that this process gives to the members. */
    private final Attributes info;

    private final LeaderPolicy policy;
    private final long answerNanos;
    /** The invited processes, in the order of the group. */
    private final List<InvitedProc> entries = new ArrayList<>();
    /** All processes that know of the construction, and are notified of its end. */
    private final Set<ProcId> informed = new LinkedHashSet<>();
    /** The number of decisions that the policy has not made. */
    private int undecided;
    /** Whether the timeout is over, and only decisions are waited for. */
    private boolean expired;

    private State state = State.ASKING;
    private OptionalLong contextId = OptionalLong.empty();
    private @Nullable GroupImpl group;
    private @Nullable Future<?> expiry;

    /** Prepares a construction; with 0 as the time to answer, each has as long as the construction. */
    InviteLeader(
            Roles table,
            Handle handle,
            InviteId id,
            Reservation reservation,
            Terms terms,
            LeaderPolicy policy,
            long answerNanos,
            Members participants,
            Attributes info) {
        this.table = table;
        this.handle = handle;
        this.self = handle.session.self();
        this.id = id;
        this.reservation = reservation;
        this.terms = terms;
        this.info = info;
        this.policy = policy;
        this.answerNanos = answerNanos;
        for (ProcId proc : participants) {
            if (!proc.equals(self)) {
                entries.add(new InvitedProc(proc));
                informed.add(proc);
            } else if (id.isOfConstruct()) {
                entries.forEach(entry -> entry.precedesLeader = true);
            }
        }
    }

    String what() {
        return "invitation to group '" + id.group() + "'";
    }

    private boolean isAsking() {
        return state == State.ASKING || state == State.COMPLETING;
    }

    // --- it starts -------------------------------------------------------------------------------------------------

    /** Starts the construction. A new leader does not invite: all know of it, and will answer to this process. */
    void start(boolean invites) {
        synchronized (table) {
            table.put(this);
            expiry = table.after(terms.nanos(), this::expired);
            if (invites) {
                invite();
            }
            awaitAnswers();
            completeIfAllAccepted();
        }
    }

    private void expired() {
        if (isAsking()) {
            // This leads to the last decisions.
            expiry = table.after(ownNanos() - terms.nanos(), () -> timedOut("the leader's timeout is over"));
            expired = true;
            lostIf(entry -> entry.place == Place.ASKED, Kind.SILENT);
        }
    }

    private long ownNanos() {
        return Deadline.collectiveNanos(Duration.ofNanos(terms.nanos()));
    }

    private void timedOut(String reason) {
        end(StatusCodes.timeout(what(), terms.nanos()), reason);
    }

    // --- the others are asked --------------------------------------------------------------------------------------

    private void invite() {
        List<ProcId> living = new ArrayList<>(informed);
        living.removeIf(GroupTable.of(handle.session).ends::isDead);
        invite(living, true);
    }

    private void invite(List<ProcId> procs, boolean mayBeUnknown) {
        if (!procs.isEmpty()) {
            InviteMessage.invited(handle, id, participants(), terms).send(procs, failure -> {
                synchronized (table) {
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
            end(failure, "it cannot be sent");
        }
    }

    private void awaitAnswers() {
        for (InvitedProc entry : List.copyOf(entries)) {
            if (GroupTable.of(handle.session).ends.isDead(entry.proc)) {
                lost(entry, Kind.FAILED);
            } else {
                await(entry);
            }
        }
        Future<?> _ = table.after(Patience.INVITED_FIRST_CHECK, this::check);
    }

    private void await(InvitedProc entry) {
        if (answerNanos > 0) {
            ProcId proc = entry.proc;
            entry.due = table.after(answerNanos, () -> {
                if (entry.place == Place.ASKED && entry.proc.equals(proc)) {
                    lost(entry, Kind.SILENT);
                }
            });
        }
    }

    /** Asks the host about those that do not answer: it reports no process that ends in good order. */
    private void check() {
        List<ProcId> asked = in(Place.ASKED);
        if (isAsking() && !asked.isEmpty()) {
            GroupTable.of(handle.session).method.askAndWait(handle, Members.of(asked), false, Duration.ZERO);
            Future<?> _ = table.after(Patience.INVITED_CHECK, this::check);
        }
    }

    // --- they answer -----------------------------------------------------------------------------------------------

    boolean waitsFor(ProcId proc) {
        InvitedProc entry = find(proc);
        return isAsking() && entry != null && entry.place == Place.ASKED;
    }

    /**
     * Takes the answer of a process: what it contributes, or null if it declines. Returns false if it is for a later
     * construct of the same id.
     */
    boolean answered(ProcId proc, @Nullable Attributes accepted) {
        GroupImpl made = group;
        if (id.isOfConstruct()
                && made != null
                && (!made.isActive() || made.membership.first().contains(proc))) {
            return false;
        }
        InvitedProc entry = find(proc);
        if (!isAsking() || entry == null) {
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
            completeIfAllAccepted();
        } else if (accepted == null && entry.place != Place.IN_QUESTION) {
            lost(entry, Kind.DECLINED);
        }
        return true;
    }

    /** The host has reported the end of some process. */
    void died() {
        ProcessEnds ends = GroupTable.of(handle.session).ends;
        lostIf(entry -> entry.place != Place.IN_QUESTION && ends.isDead(entry.proc), Kind.FAILED);
    }

    private void lostIf(Predicate<InvitedProc> condition, Kind kind) {
        for (InvitedProc entry : List.copyOf(entries)) {
            if (condition.test(entry)) {
                lost(entry, kind);
            }
        }
    }

    private void lost(InvitedProc entry, Kind kind) {
        if (isAsking()) {
            entry.place = Place.IN_QUESTION;
            state = State.ASKING;
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
            synchronized (table) {
                undecided--;
                decided(entry, answer, made);
            }
        });
    }

    private void decided(InvitedProc entry, LeaderPolicy.Answer answer, Policies.Decided<LeaderDecision> made) {
        LeaderDecision decision = made.decision();
        // The policy may have been asked again meanwhile: about a process that accepted and then failed.
        boolean current = entries.contains(entry) && entry.proc.equals(answer.proc());
        if (!isAsking()) {
            return;
        } else if (current && decision instanceof LeaderDecision.Abort abort) {
            refused(answer, abort.reason(), made);
        } else if (current && decision instanceof LeaderDecision.Replace replace) {
            replace(entry, replace.by());
        } else if (current && answer.kind() != Kind.ACCEPTED) {
            entries.remove(entry);
            if (answer.kind() == Kind.SILENT) {
                Roles.refuse(handle, id, entry.proc);
            }
        }
        completeIfAllAccepted();
    }

    private void replace(InvitedProc entry, ProcId by) {
        ProcId before = entry.proc;
        String problem = problem(by);
        if (problem != null) {
            String reason = by + " cannot replace " + before + ": " + problem;
            PmixException failure = expired
                    ? new PmixException.Timeout(what() + " timed out: " + reason, new PmixStatus(StatusCodes.TIMEOUT))
                    : aborted(reason, self);
            end(failure, reason);
            return;
        }
        Timers.cancel(entry.due);
        entry.proc = by;
        entry.place = Place.ASKED;
        entry.info = Attributes.none();
        if (!GroupTable.of(handle.session).ends.isDead(before)) {
            Roles.refuse(handle, id, before);
        }
        reservation.requested =
                reservation.requested.difference(List.of(before)).union(List.of(by));
        Members others = Members.of(informed);
        informed.add(by);
        invite(List.of(by), false);
        await(entry);
        InviteMessage.updated(handle, id, participants()).send(others);
    }

    private @Nullable String problem(ProcId by) {
        if (by.isWildcard() || by.equals(self) || informed.contains(by)) {
            return "it was invited before, or is not one process";
        } else if (!Participants.mayExist(handle, by)) {
            return "it does not exist";
        } else if (GroupTable.of(handle.session).ends.isDead(by)) {
            return "it has ended";
        }
        return expired ? "there is no time left" : null;
    }

    // --- it announces the group ------------------------------------------------------------------------------------

    private void completeIfAllAccepted() {
        if (state != State.ASKING || !areComplete()) {
            return;
        } else if (id.isOfConstruct() && areUnheeded()) {
            abort("none of the others has followed this leader in time; have them name it, or call before them");
            return;
        }
        state = State.COMPLETING;
        // A process that contributes information to a construct wants a context id.
        boolean wanted = terms.assignContextId() || (id.isOfConstruct() && contribute());
        if (!wanted || contextId.isPresent() || handle.session.singleton()) {
            announce();
            return;
        }
        Long own = GroupTable.of(handle.session).method.contextId(self);
        if (own != null) {
            contextId = OptionalLong.of(own);
            announce();
            return;
        }
        CompletableFuture<?> _ = new ContextIdCall(handle.own(), id.group())
                .submit(Deadline.toNanos(handle.defaultTimeout))
                .whenComplete(this::assigned);
    }

    private void assigned(@Nullable Long assigned, @Nullable Throwable failure) {
        synchronized (table) {
            // If a process is lost meanwhile the host is asked again: the first answer counts.
            if (!isAsking()) {
                return;
            } else if (failure instanceof RuntimeException cause) {
                end(cause, "the host assigns no context id");
            } else if (assigned != null) {
                contextId = OptionalLong.of(assigned);
                if (state == State.COMPLETING) {
                    announce();
                } else {
                    completeIfAllAccepted();
                }
            }
        }
    }

    /** Notifies all members, also this process: its libpmix learns of the group by the same event as theirs. */
    private void announce() {
        close(State.ANNOUNCED);
        // No member is in an earlier group of this id any more.
        GroupTable.of(handle.session).exchanges().withdrawEarlier(id.group());
        Members members = accepted();
        Map<ProcId, Attributes> contributed = new LinkedHashMap<>();
        // All have accepted.
        entries.forEach(entry -> contributed.put(entry.proc, entry.info));
        contributed.put(self, info);
        Members missing = reservation.requested.difference(members);
        InviteMessage.completed(handle, id, members, missing, terms, contextId, contributed)
                .send(members, failure -> {
                    synchronized (table) {
                        end(failure, "it cannot be announced");
                    }
                });
        // The server may take the announcement and not deliver it.
        expiry = table.after(ownNanos(), () -> timedOut("the leader does not receive its announcement"));
    }

    /** The announcement has arrived, and libpmix of this process knows the group. */
    void completed(ReceivedEvent event) {
        if (group != null) {
            return;
        }
        Timers.cancel(expiry);
        GroupImpl made = InviteFields.group(handle, id, event, contextId, terms);
        group = made;
        if (done.isDone()) {
            // The construction was aborted after the announcement, and the others have the group.
            made.abandon();
        } else {
            state = State.OVER;
            Roles.complete(id, made, self, reservation, done);
        }
    }

    // --- it ends without a group -----------------------------------------------------------------------------------

    void giveUp() {
        abort("its caller no longer waits for it");
        Delivery.abandon(done);
    }

    void abort(String reason) {
        synchronized (table) {
            end(aborted(reason, self), reason);
        }
    }

    private PmixException aborted(String reason, ProcId by) {
        return new PmixException.Aborted(
                what() + " was aborted: " + reason, new PmixStatus(StatusCodes.CONSTRUCT_ABORT), by);
    }

    /** Returns whether a process may say that another one leads: of a group that is made only a member. */
    boolean heeds(ProcId source) {
        GroupImpl made = group;
        return made == null
                ? informed.contains(source)
                : made.membership.first().contains(source);
    }

    /** The participants have elected another leader. */
    void replacedBy(ProcId leader) {
        if (group != null) {
            // Only this process takes itself for a member.
            group.members().difference(List.of(self)).forEach(group.changes::left);
        }
        endQuietly(aborted("the others took this process for failed, and " + leader + " leads", leader));
    }

    /** This process has no server any more, so that nobody can be notified. */
    void unreachable() {
        endQuietly(handle.session.failure(what(), StatusCodes.UNREACH));
    }

    private void endQuietly(PmixException failure) {
        if (state != State.OVER) {
            close(State.OVER);
            fail(failure);
        }
    }

    /** The policy aborts because of a process. */
    private void refused(LeaderPolicy.Answer answer, String reason, Policies.Decided<?> made) {
        String text = what() + " failed: " + answer.proc() + " " + Fixed.Policy.did(answer.kind());
        PmixStatus status = new PmixStatus(StatusCodes.CONSTRUCT_ABORT);
        PmixException failure = switch (answer.kind()) {
            case FAILED -> new PmixException.MemberLost(text, status, List.of(answer.proc()));
            case SILENT -> new PmixException.Timeout(text, new PmixStatus(StatusCodes.TIMEOUT));
            case ACCEPTED, DECLINED -> new PmixException.Aborted(text, status, answer.proc());
        };
        PmixException byPolicy = aborted(reason, self);
        if (made.thrown() != null) {
            byPolicy.initCause(made.thrown());
        }
        end(policy == Fixed.Policy.ALL ? failure : byPolicy, reason);
    }

    private void end(RuntimeException failure, String reason) {
        if (state == State.OVER) {
            return;
        }
        close(State.OVER);
        try {
            // Those that have the group already ignore this, and will see this process leave the group.
            List<ProcId> everybody = new ArrayList<>(informed);
            everybody.add(self);
            InviteMessage.aborted(handle, id, reason).send(everybody);
        } finally {
            fail(failure);
        }
    }

    private void fail(RuntimeException failure) {
        GroupTable.of(handle.session).free(id.group(), reservation);
        done.completeExceptionally(failure);
    }

    private void close(State next) {
        state = next;
        Timers.cancel(expiry);
        entries.forEach(entry -> Timers.cancel(entry.due));
        table.forgetLater(id, this);
    }

    // --- who they are ----------------------------------------------------------------------------------------------

    private @Nullable InvitedProc find(ProcId proc) {
        return entries.stream()
                .filter(entry -> entry.proc.equals(proc))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether all have accepted, and no decision is waited for. */
    private boolean areComplete() {
        return undecided == 0 && entries.stream().allMatch(entry -> entry.place == Place.ACCEPTED);
    }

    /** Returns whether nobody follows the leader, although others live. */
    private boolean areUnheeded() {
        ProcessEnds ends = GroupTable.of(handle.session).ends;
        return in(Place.ACCEPTED).isEmpty() && !informed.stream().allMatch(ends::isDead);
    }

    /** Returns the leader and those that have accepted. */
    private Members accepted() {
        return InvitedProc.withLeader(self, entries, entry -> entry.place == Place.ACCEPTED);
    }

    private boolean contribute() {
        return entries.stream().anyMatch(entry -> !entry.info.isEmpty());
    }

    private Members participants() {
        return InvitedProc.withLeader(self, entries, _ -> true);
    }

    private List<ProcId> in(Place place) {
        return entries.stream()
                .filter(entry -> entry.place == place)
                .map(entry -> entry.proc)
                .toList();
    }
}
