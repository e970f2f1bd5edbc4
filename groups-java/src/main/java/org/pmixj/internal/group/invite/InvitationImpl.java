// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Stage;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.EventMeaning;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.FixedChoice;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Roster;

/** The construction of a group by invitation, on the side of one who is invited. */
final class InvitationImpl implements Invitation {
    private enum State {
        OPEN,
        ACCEPTED,
        /** This process has taken over, and leads. */
        LEADING,
        OVER
    }

    /** How long after its bound a leader is still waited for. */
    private static final long SILENCE_NANOS = 2_500_000_000L;

    final InviteId id;
    private final InviteTable all;
    /** Of the handle whose handler answers. */
    private volatile Handle handle;

    private final GroupImpl.Traits traits;
    private final boolean assignContextId;
    /** The leader's; 0 if it is not known. */
    private final long bound;

    private final CompletableFuture<Group> done = new CompletableFuture<>();

    // Guarded by all.
    private Members participants;
    private State state = State.OPEN;
    /** By the application. */
    private boolean answered;
    /** The leader is told that this process does not come. */
    private boolean declined;

    private ProcId leader;
    private final Set<ProcId> failedLeaders = new HashSet<>();
    private @Nullable ProcId replaced;
    private @Nullable LeaderElection election;
    private AcceptOptions options = AcceptOptions.defaults();
    private GroupTable.@Nullable Reservation reservation;
    private @Nullable InviteLeader inviting;
    private @Nullable Future<?> silence;
    private @Nullable Future<?> expiry;

    InvitationImpl(InviteTable all, Handle handle, InviteId id, ProcId leader, ReceivedEvent event) {
        this(
                all,
                handle,
                id,
                leader,
                Members.of(single(InviteMessage.participants(event), leader, handle.session.self())),
                InviteMessage.traits(event),
                InviteMessage.assignContextId(event),
                InviteMessage.bound(event));
    }

    InvitationImpl(
            InviteTable all,
            Handle handle,
            InviteId id,
            ProcId leader,
            Members participants,
            GroupImpl.Traits traits,
            boolean assignContextId,
            long bound) {
        this.all = all;
        this.handle = handle;
        this.id = id;
        this.leader = leader;
        this.participants = participants;
        this.traits = traits;
        this.assignContextId = assignContextId;
        this.bound = bound;
    }

    /** A handler of another handle is asked. */
    void by(Handle user) {
        synchronized (all) {
            if (state == State.OPEN) {
                handle = user;
            }
        }
    }

    /** Those of libpmix may name every process of a namespace. */
    private static List<ProcId> single(List<ProcId> named, ProcId leader, ProcId self) {
        List<ProcId> procs = new ArrayList<>();
        procs.add(leader);
        for (ProcId proc : named) {
            if (!proc.isWildcard()) {
                procs.add(proc);
            }
        }
        procs.add(self);
        return procs;
    }

    String what() {
        return "join of group '" + id.group() + "'";
    }

    /** Guarded by all. */
    void begin() {
        watch();
        if (all.isDead(leader)) {
            leaderFailed(false);
        }
    }

    /** A leader ends the construction within its bound, or has failed. Guarded by all. */
    private void watch() {
        cancel(silence);
        silence = bound == 0 ? null : all.after(bound + SILENCE_NANOS, new Silence(leader));
    }

    private static void cancel(@Nullable Future<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private final class Silence implements Runnable {
        private final ProcId of;

        Silence(ProcId of) {
            this.of = of;
        }

        @Override
        public void run() {
            synchronized (all) {
                if (of.equals(leader) && election == null) {
                    leaderFailed(true);
                }
            }
        }
    }

    // --- what it is ------------------------------------------------------------------------------------------------

    @Override
    public String groupId() {
        return id.group();
    }

    @Override
    public ProcId leader() {
        synchronized (all) {
            return leader;
        }
    }

    /** Guarded by all. */
    ProcId currentLeader() {
        return leader;
    }

    @Override
    public Members participants() {
        synchronized (all) {
            return participants;
        }
    }

    @Override
    public boolean isOpen() {
        synchronized (all) {
            return state == State.OPEN;
        }
    }

    /** Guarded by all. */
    boolean isOver() {
        return state == State.OVER;
    }

    /** Those who can still take part, in the order of the invitation. Guarded by all. */
    Members left() {
        List<ProcId> left = new ArrayList<>();
        for (ProcId proc : participants) {
            if (!failedLeaders.contains(proc) && !all.isDead(proc)) {
                left.add(proc);
            }
        }
        return Members.of(left);
    }

    @Override
    public CompletableFuture<Group> outcome() {
        Stage<Group> stage = new Stage<>(handle.dispatcher);
        CompletableFuture<?> _ = done.whenComplete(new Delivery.Handing<>(handle, stage, false));
        return stage;
    }

    // --- answers ---------------------------------------------------------------------------------------------------

    @Override
    public Group accept() {
        return accept(AcceptOptions.defaults());
    }

    @Override
    public Group accept(AcceptOptions how) {
        handle.session.refuseOnProgressThread(what());
        join(how);
        return Delivery.await(done, what(), new GiveUp());
    }

    @Override
    public CompletableFuture<Group> acceptAsync() {
        return acceptAsync(AcceptOptions.defaults());
    }

    @Override
    public CompletableFuture<Group> acceptAsync(AcceptOptions how) {
        join(how);
        CompletableFuture<Group> future = outcome();
        CompletableFuture<?> _ = future.whenComplete(new Delivery.IfGivenUp(done, new GiveUp()));
        return future;
    }

    /** Nobody waits any more. */
    private final class GiveUp implements Runnable {
        @Override
        public void run() {
            synchronized (all) {
                withdraw(new PmixException.Aborted(
                        what() + " was given up", new PmixStatus(StatusCodes.CONSTRUCT_ABORT), handle.session.self()));
            }
            Delivery.abandon(done);
        }
    }

    private void join(AcceptOptions how) {
        Objects.requireNonNull(how, "options");
        handle.session.refuseClosed(what());
        synchronized (all) {
            if (isEndedByOthers()) {
                return;
            }
            refuseAnswered();
            GroupTable.Reservation reserved =
                    GroupTable.of(handle.session).reserve(id.group(), new Roster(handle.session, participants));
            reserved.asked();
            accepted(reserved, how);
            answer(true);
        }
    }

    private void accepted(GroupTable.Reservation reserved, AcceptOptions how) {
        reservation = reserved;
        answered = true;
        state = State.ACCEPTED;
        options = how;
        Duration timeout = how.timeout().orElse(handle.defaultTimeout);
        expiry = all.after(Deadline.toNanos(timeout), new Expiry(timeout));
    }

    /** A construct goes on so, in which this process takes part. Guarded by all. */
    void construct(GroupTable.Reservation reserved, AcceptOptions how) {
        accepted(reserved, how);
        begin();
        answer(true);
    }

    /** Completed by whoever ends it, not by the dispatcher. */
    CompletableFuture<Group> done() {
        return done;
    }

    /** It is over, and this process has had no say in it: the outcome tells. */
    private boolean isEndedByOthers() {
        return state == State.OVER && !answered;
    }

    private void refuseAnswered() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the " + id + " was answered before");
        }
    }

    @Override
    public void decline() {
        handle.session.refuseClosed(what());
        synchronized (all) {
            if (isEndedByOthers()) {
                return;
            }
            refuseAnswered();
            answered = true;
            declined = true;
            answer(false);
            end(new PmixException.Aborted(
                    what() + " was declined by this process",
                    new PmixStatus(PMIxConstants.PMIX_GROUP_INVITE_DECLINED()),
                    handle.session.self()));
        }
    }

    private void answer(boolean accepted) {
        if (election != null) {
            // To the one who will be leader.
            return;
        }
        if (id.isPlain() && leader.equals(id.origin())) {
            try {
                new Join(accepted).launch();
            } catch (IllegalStateException e) {
                // The session is ending.
            }
        } else {
            new InviteMessage(handle, id)
                    .send(
                            accepted
                                    ? PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED()
                                    : PMIxConstants.PMIX_GROUP_INVITE_DECLINED(),
                            List.of(leader));
        }
    }

    /** The answer to a leader that uses libpmix: it has the data of this process with it. The outcome comes by event. */
    private final class Join extends StatusCall {
        private final boolean accepted;

        Join(boolean accepted) {
            super(InvitationImpl.this.handle, InvitationImpl.this.what());
            this.accepted = accepted;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.groupJoin(
                    memory.allocateFrom(id.group()),
                    ProcCodec.proc(memory, leader),
                    accepted ? PMIxConstants.PMIX_GROUP_ACCEPT() : PMIxConstants.PMIX_GROUP_DECLINE(),
                    cbdata);
        }
    }

    private final class Expiry implements Runnable {
        private final Duration timeout;

        Expiry(Duration timeout) {
            this.timeout = timeout;
        }

        @Override
        public void run() {
            synchronized (all) {
                withdraw(StatusCodes.timeout(what(), Deadline.toNanos(timeout)));
            }
        }
    }

    /** This process will not be a member, whatever it has answered. Guarded by all. */
    void withdraw(PmixException why) {
        if (state == State.OVER) {
            return;
        }
        InviteLeader own = inviting;
        declined = own == null;
        end(why);
        if (own != null) {
            own.abort(String.valueOf(why.getMessage()));
        } else {
            answer(false);
        }
    }

    // --- what the leader tells; guarded by all -----------------------------------------------------------------------

    void update(ReceivedEvent event) {
        participants = Members.of(single(InviteMessage.participants(event), leader, handle.session.self()));
    }

    void complete(ProcId source, ReceivedEvent event) {
        List<ProcId> members = InviteMessage.members(event);
        if (!members.contains(handle.session.self())) {
            aborted(source, "the group is complete without this process");
            return;
        }
        GroupImpl made = new GroupImpl(
                handle,
                id.group(),
                members,
                EventMeaning.number(event, EventKeys.GROUP_CONTEXT_ID),
                id.isPlain() ? traits : InviteMessage.traits(event));
        GroupTable.Reservation reserved = reservation;
        if (state != State.ACCEPTED || reserved == null || !source.equals(leader)) {
            // It was taken back while the announcement was under way; libpmix takes this process for a member.
            if (failedLeaders.contains(source)) {
                // The others have gone on with another leader, under the same id.
                made.forget();
            } else if (!done.isDone() || done.isCompletedExceptionally()) {
                made.abandon();
            }
            return;
        }
        close();
        made.leads(leader, !leader.equals(id.origin()));
        if (id.isOfConstruct()) {
            made.keepFromLibrary();
            GroupTable.of(handle.session).spend(id.group(), bound);
        }
        GroupTable.of(handle.session).activate(reserved, made);
        if (!done.complete(made)) {
            made.abandon();
        }
    }

    void aborted(ProcId by, String reason) {
        if (state == State.OVER || failedLeaders.contains(by)) {
            return;
        }
        InviteLeader own = inviting;
        if (own != null) {
            if (!by.equals(handle.session.self()) && participants.contains(by)) {
                own.abort(reason);
            }
            return;
        }
        declined = true;
        end(new PmixException.Aborted(
                what() + " was aborted by " + by + (reason.isEmpty() ? "" : ": " + reason),
                new PmixStatus(StatusCodes.CONSTRUCT_ABORT),
                by));
    }

    private void end(PmixException failure) {
        close();
        GroupTable.Reservation reserved = reservation;
        if (reserved != null) {
            GroupTable.of(handle.session).free(id.group(), reserved);
        }
        done.completeExceptionally(failure);
    }

    private void close() {
        state = State.OVER;
        cancel(silence);
        cancel(expiry);
        LeaderElection pending = election;
        if (pending != null) {
            pending.close();
            election = null;
        }
        all.over(this);
    }

    // --- the leader fails; guarded by all ----------------------------------------------------------------------------

    /** Somebody did. */
    void died() {
        if (state == State.OVER || state == State.LEADING) {
            return;
        }
        LeaderElection pending = election;
        if (pending != null) {
            pending.evaluate();
        } else if (all.isDead(leader)) {
            leaderFailed(false);
        }
    }

    private void leaderFailed(boolean silent) {
        if (state == State.OVER || state == State.LEADING) {
            return;
        }
        failedLeaders.add(leader);
        cancel(silence);
        notifyLeaderFailed(leader);
        LeaderElection begun = new LeaderElection(this, all, handle, leader, silent);
        election = begun;
        begun.begin(policy());
    }

    private void notifyLeaderFailed(ProcId failed) {
        new InviteMessage(handle, id).affecting(failed).tell(PMIxConstants.PMIX_GROUP_LEADER_FAILED());
    }

    private LeaderFailurePolicy policy() {
        return state == State.ACCEPTED ? options.whenLeaderFails() : FixedChoice.FOLLOW;
    }

    void voted(ProcId by, ProcId failed, LeaderFailurePolicy.Choice choice) {
        if (state == State.LEADING || !failed.equals(leader)) {
            votedLate(by, failed, choice);
            return;
        }
        if (election == null) {
            leaderFailed(!all.isDead(failed));
        }
        LeaderElection pending = election;
        if (pending != null) {
            pending.vote(by, choice);
        }
    }

    /** A participant noticed the failure after the others had decided. It may still abort the construction. */
    private void votedLate(ProcId by, ProcId failed, LeaderFailurePolicy.Choice choice) {
        if (state == State.LEADING || failedLeaders.contains(failed)) {
            LeaderElection.announce(handle, id, failed, leader, List.of(by));
        }
        InviteLeader own = inviting;
        if (own != null && failedLeaders.contains(failed) && choice == LeaderFailurePolicy.Choice.ABORT) {
            own.abort(LeaderElection.abortReason(by, failed));
        }
    }

    void nobodySelected(ProcId failed) {
        if (failed.equals(leader) && state != State.OVER && state != State.LEADING) {
            end(new PmixException.MemberLost(
                    what() + " failed: the leader " + failed + " failed, and nobody took over",
                    new PmixStatus(PMIxConstants.PMIX_GROUP_LEADER_FAILED()),
                    List.of(failed)));
        }
    }

    void selected(ProcId chosen, ProcId failed) {
        boolean later = failed.equals(replaced) && participants.indexOf(chosen) >= participants.indexOf(leader);
        if (later || failedLeaders.contains(chosen)) {
            // Two have announced it: the first of the participants it is.
            return;
        }
        if (declined && !chosen.equals(leader)) {
            leader = chosen;
            if (chosen.equals(handle.session.self())) {
                new InviteMessage(handle, id)
                        .text("the process that was to lead does not take part any more")
                        .send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), left());
            } else {
                answer(false);
            }
            return;
        }
        if (state == State.LEADING && inviting != null) {
            InviteLeader own = inviting;
            inviting = null;
            state = State.ACCEPTED;
            own.deposed(chosen);
        }
        if (state == State.OVER) {
            return;
        }
        replaced = failed;
        boolean noticed = !failedLeaders.add(failed);
        LeaderElection pending = election;
        if (pending != null) {
            pending.close();
            election = null;
        }
        leader = chosen;
        if (!noticed) {
            notifyLeaderFailed(failed);
            new LeaderElection(this, all, handle, failed, false).askLate(policy());
        }
        if (chosen.equals(handle.session.self())) {
            takeOver();
            return;
        }
        watch();
        if (state == State.ACCEPTED) {
            answer(true);
        }
        if (all.isDead(chosen)) {
            leaderFailed(false);
        }
    }

    private void takeOver() {
        GroupTable.Reservation reserved = reservation;
        if (state != State.ACCEPTED || reserved == null) {
            return;
        }
        state = State.LEADING;
        cancel(silence);
        long nanos = bound == 0 ? Deadline.toNanos(handle.defaultTimeout) : bound;
        InviteLeader own = new InviteLeader(
                all,
                handle,
                id,
                reserved,
                new InviteLeader.Plan(
                        traits,
                        options.policy(),
                        assignContextId,
                        Duration.ofNanos(nanos),
                        Duration.ofNanos(nanos / 2)),
                left());
        inviting = own;
        CompletableFuture<?> _ = own.done().whenComplete(new Led(own));
        own.takeOver();
    }

    /** What this process has led to. */
    private final class Led implements BiConsumer<@Nullable Group, @Nullable Throwable> {
        private final InviteLeader own;

        Led(InviteLeader own) {
            this.own = own;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // the construction itself
        public void accept(@Nullable Group group, @Nullable Throwable failure) {
            synchronized (all) {
                if (inviting != own) {
                    // Another leads.
                    return;
                }
                if (state != State.OVER) {
                    close();
                }
                if (group != null) {
                    if (!done.complete(group) && group instanceof GroupImpl made) {
                        made.abandon();
                    }
                } else if (failure != null) {
                    done.completeExceptionally(failure);
                }
            }
        }
    }
}
