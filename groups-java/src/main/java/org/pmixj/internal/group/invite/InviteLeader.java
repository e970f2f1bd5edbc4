// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.group.Fixed;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Constructs a group by invitation on the side of its leader, the first one or one that was elected: it invites,
 * collects answers, has the policy decide, which {@link InvitedProcs} does, and announces the group. Guarded by
 * {@link InviteTable}.
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
    final Terms terms;
    /** The group. Completed with the lock held. */
    final CompletableFuture<Group> done = new CompletableFuture<>();

    final Roles table;
    final Handle handle;
    private final ProcId self;
    final Reservation reservation;
    /** The information that this process gives to the members. */
    private final Attributes info;

    final InvitedProcs invited;
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
        this.invited = new InvitedProcs(this, policy, answerNanos, participants);
    }

    String what() {
        return "invitation to group '" + id.group() + "'";
    }

    boolean isAsking() {
        return state == State.ASKING || state == State.COMPLETING;
    }

    // --- it invites, and collects answers --------------------------------------------------------------------------

    /** Starts the construction. A new leader does not invite: all know of it, and will answer to this process. */
    void start(boolean invites) {
        synchronized (table) {
            table.put(this);
            expiry = table.after(terms.nanos(), this::expired);
            if (invites) {
                invited.invite();
            }
            invited.awaitAnswers();
            completeIfAllAccepted();
        }
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
        invited.answered(proc, accepted);
        return true;
    }

    /** A process does not come, and the policy is about to decide. */
    void lost() {
        state = State.ASKING;
    }

    private void expired() {
        if (isAsking()) {
            // This leads to the last decisions.
            expiry = table.after(ownNanos() - terms.nanos(), () -> timedOut("the leader's timeout is over"));
            invited.expire();
        }
    }

    private long ownNanos() {
        return Deadline.collectiveNanos(Duration.ofNanos(terms.nanos()));
    }

    private void timedOut(String reason) {
        end(StatusCodes.timeout(what(), terms.nanos()), reason);
    }

    // --- it announces the group ------------------------------------------------------------------------------------

    void completeIfAllAccepted() {
        if (state != State.ASKING || !invited.areComplete()) {
            return;
        } else if (id.isOfConstruct() && invited.areUnheeded()) {
            abort("none of the others has followed this leader in time; have them name it, or call before them");
            return;
        }
        state = State.COMPLETING;
        // A process that contributes information to a construct wants a context id.
        boolean wanted = terms.assignContextId() || (id.isOfConstruct() && invited.contribute());
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
        Members members = invited.accepted();
        Map<ProcId, Attributes> contributed = invited.info();
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
                ? invited.informed.contains(source)
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
    void refused(LeaderPolicy policy, LeaderPolicy.Answer answer, String reason, Policies.Decided<?> made) {
        String text = what() + " failed: " + answer.proc() + " " + Fixed.Policy.did(answer.kind());
        PmixStatus status = new PmixStatus(StatusCodes.CONSTRUCT_ABORT);
        PmixException failure = switch (answer.kind()) {
            case FAILED -> new PmixException.MemberLost(text, status, List.of(answer.proc()));
            case SILENT -> new PmixException.Timeout(text, new PmixStatus(StatusCodes.TIMEOUT));
            case ACCEPTED, DECLINED -> new PmixException.Aborted(text, status, answer.proc());
        };
        end(policy == Fixed.Policy.ALL ? failure : made.explain(aborted(reason, self)), reason);
    }

    /** The policy replaces a process by one that cannot come. */
    void cannotReplace(String reason, boolean expired) {
        PmixStatus status = new PmixStatus(StatusCodes.TIMEOUT);
        end(
                expired ? new PmixException.Timeout(what() + " timed out: " + reason, status) : aborted(reason, self),
                reason);
    }

    void end(RuntimeException failure, String reason) {
        if (state == State.OVER) {
            return;
        }
        close(State.OVER);
        try {
            // Those that have the group already ignore this, and will see this process leave the group.
            List<ProcId> everybody = new ArrayList<>(invited.informed);
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
        invited.close();
        table.forgetLater(id, this);
    }
}
