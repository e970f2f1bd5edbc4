// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.data.FencePlace;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;

/**
 * Constructs a group, mostly by one {@link ConstructCall}. If a member dies before, {@link GroupMethod} may have the
 * remaining members try again under an id of that attempt; then each registers with its libpmix the group that was
 * requested.
 *
 * <p>An attempt ends in one of these ways. On the progress thread:
 *
 * <ul>
 *   <li>{@link #made}: libpmix has constructed the group, which takes the place of the reservation of the id.
 *   <li>{@link #answered}: it has answered, but the values of members, or who has called, must be known before the group
 *       is created. The thread of the operation waits for that in {@link #succeeded}, which may start another attempt.
 *   <li>{@link #rejected}: libpmix has refused it. That frees the id if the caller has given up and no call is under way.
 *   <li>{@link #refused}: libpmix has constructed a group with other members than requested, or too late. This process
 *       leaves it, and the id is free afterwards.
 *   <li>{@link #outlived}: the same for an attempt that was given up before, while another one is under way.
 * </ul>
 *
 * <p>On the thread of the operation, {@link #failed} ends the construct after its last attempt, and frees the id at once
 * or when libpmix has answered. {@link #late} leaves a group that was made after its caller has given up. A repair that
 * finds an answer to be that to another operation says so by {@link #misanswered}; the attempt is repeated.
 */
public final class Construction extends Collective<Group> {
    final GroupMethod method;
    private final LeaderPath leaders;
    private final GroupImpl.Table table;
    public final GroupRequest request;
    public final Reservation reservation;
    public final String id;
    public final Participants participants;
    public final GroupKind.Traits traits;
    /** The time that this process waits for libpmix. */
    public final long waitNanos;

    /** No other attempt follows: the leader decides about this one, or it has failed for good. */
    private volatile boolean isFinal;
    /** How many attempts have started. Those before the last one were given up. */
    volatile int attempts;
    /** The members of a group that libpmix has constructed under the id for an attempt that was given up before. */
    private final AtomicReference<@Nullable List<ProcId>> outlived = new AtomicReference<>();
    /** A repair found that libpmix answered the last attempt with the outcome of another operation. */
    private volatile boolean misanswered;

    /** The answer of an attempt whose group is not created yet: a fence waits for values, a repair for who called. */
    private volatile ConstructCall.@Nullable Unchecked unchecked;
    /** The members of a group of the id to which this process does not belong. */
    public volatile @Nullable Members ofOthers;
    /** The place that was taken for the construct, where that is a fence. Set before the start. */
    public @Nullable FencePlace place;

    Construction(
            GroupMethod method,
            LeaderPath leaders,
            Handle handle,
            GroupRequest request,
            String id,
            Participants participants,
            Reservation reservation,
            GroupKind.Traits traits,
            Duration timeout) {
        super(handle, title(id, traits), reservation.membership, isRetriedByRequest(request, participants), timeout);
        this.method = method;
        this.leaders = leaders;
        this.table = GroupImpl.Table.of(handle.session);
        this.request = request;
        this.id = id;
        this.participants = participants;
        this.reservation = reservation;
        this.traits = traits;
        this.waitNanos = Deadline.collectiveNanos(timeout);
    }

    static String title(String id, GroupKind.Traits traits) {
        return traits.kind().operation("construct", id);
    }

    /**
     * Returns whether the request, which all members share, has the remaining members try again. Only those that all
     * know each other can agree on it. {@link #isRepeated} also counts a leader that declared itself, of which only
     * some may know.
     */
    private static boolean isRetriedByRequest(GroupRequest request, Participants participants) {
        boolean tolerant = request.faultTolerant() || request.leader().isPresent();
        return participants.isComplete() && (request.optional() || tolerant);
    }

    @Override
    protected String name() {
        return CONSTRUCT + id;
    }

    @Override
    protected boolean mustWait() {
        // A moment ago this process left a group, whose events may still arrive. Never by ByHost alone.
        return reservation.waits;
    }

    @Override
    protected void awaitTurn(long nanos) {
        long deadline = Deadline.in(nanos);
        // Before its turn no other member can have the group.
        for (long left; (left = reservation.delay()) > 0; membership.startedAt = Deadline.now()) {
            LockSupport.parkNanos(this, Math.min(left, Patience.NEXT_GET));
            boolean isInterrupted = Thread.currentThread().isInterrupted();
            if (isInterrupted || Deadline.until(deadline) <= 0) {
                failed();
                String cause = ": this process has left a group a moment before, and waits for late events of it";
                throw isInterrupted ? StatusCodes.interrupted(what) : StatusCodes.timeout(what, nanos, cause);
            }
        }
        // Until now a member may not have seen what this process had published for a group that it has left.
        table.exchanges().withdrawEarlier(id);
    }

    @Override
    protected NativeCall<?> newCall(Duration timeout) {
        misanswered = false;
        unchecked = null;
        // A member that departs in between is known to the attempt as one that departed meanwhile.
        synchronized (membership) {
            attempts++;
            int departures = membership.departures();
            return method.construct(this, departures, timeout);
        }
    }

    /** Returns the call of the remaining members, under an id of this attempt. */
    public ConstructCall among(Members remaining, int departures, Duration timeout) {
        return new ConstructCall(
                this, GroupIds.among(id, remaining), participants.among(remaining), departures, timeout);
    }

    /** Returns the call by which the leader decides who takes part. It is the final attempt. */
    public NativeCall<?> byLeader(ProcId leader, Duration timeout) {
        isFinal = true;
        return leaders.construct(this, leader, timeout);
    }

    /** Marks a failure as final. */
    public PmixException asFinal(PmixException failure) {
        isFinal = true;
        return failure;
    }

    @Override
    public boolean isFinal() {
        return isFinal;
    }

    /** Returns the failure of an attempt that got the answer to another operation, and is repeated. */
    public PmixException misanswered() {
        misanswered = true;
        return new PmixException.Aborted(
                what + " failed: libpmix took it for another operation of a group of that id that was under way;"
                        + " construct the group when the others have ended that one",
                new PmixStatus(StatusCodes.CONSTRUCT_ABORT));
    }

    @Override
    public boolean isStuck() {
        return misanswered;
    }

    /** Returns who leads: the leader that all have named, or one that has declared it. Null if nobody does. */
    public @Nullable ProcId leader() {
        ProcId named = request.leader().orElse(null);
        return named != null ? named : leaders.declared(id, membership.first());
    }

    @Override
    public boolean isRepeated() {
        return faultTolerant || (participants.isComplete() && leader() != null);
    }

    /**
     * Reports a member that failed before the group was complete. Where there is a leader, the leader does so alone.
     */
    void reportFailed(ProcId member) {
        if (leader() == null) {
            int code = PMIxConstants.PMIX_GROUP_INVITE_FAILED();
            List<Info> infos = table.reportOf(member, List.of(GroupEvents.id(id)));
            GroupEvents.launch(new NotifyCall(
                    handle, Notice.here(code, infos).affecting(List.of(member)).cached(true)));
        }
    }

    @Override
    protected boolean mayBlock() {
        return unchecked != null;
    }

    @Override
    protected @Nullable Group succeeded(@Nullable Object answer) {
        ConstructCall.Unchecked kept = unchecked;
        if (kept == null) {
            return (Group) Objects.requireNonNull(answer);
        }
        boolean haveEnded;
        try {
            haveEnded = method.haveEndedWithoutCall(this, kept);
            membership.checkFailure();
        } catch (RuntimeException e) {
            // The handle was closed meanwhile, or another group of the id has been found.
            late(null);
            throw e;
        }
        unchecked = null;
        if (!haveEnded) {
            return kept.create().get();
        }
        // Members ended before they called it, so this attempt counts as one that failed because of them: the others
        // attempt it again.
        if (!kept.name().equals(id)) {
            method.forget(handle, kept.name());
        }
        // libpmix's success counts as a refusal.
        rejected();
        return run();
    }

    /** Frees the id when libpmix has answered, or at once if libpmix is not given the id before that. */
    @Override
    protected void failed() {
        method.failed(this);
        boolean isFree = !reservation.giveUp();
        if (membership.departures() > 0) {
            if (isFree || leader() != null) {
                method.spend(id, waitNanos);
            } else {
                isFree = method.spend(handle, id, membership.members(), waitNanos);
            }
        }
        if (!leaveOutlived() && isFree) {
            table.free(id, reservation);
        }
    }

    @Override
    public void late(@Nullable Group result) {
        // The caller has given up: the others must not count on this process.
        ConstructCall.Unchecked kept = unchecked;
        if ((kept == null ? result : kept.create().get()) instanceof GroupImpl abandoned) {
            abandoned.abandon();
        }
    }

    // --- answers of libpmix, on the progress thread --------------------------------------------------------------

    /** Returns whether somebody may still want the answer. */
    boolean isUnderWay() {
        return !isFinal && table.holds(id, reservation);
    }

    /** Returns why it has timed out, or null if that is not known. */
    public @Nullable String explainTimeout() {
        Members theirs = ofOthers;
        return theirs == null
                ? participants.explainTimeout()
                : "this process named " + participants.known()
                        + ", and others have a group of that id with the members " + theirs
                        + "; all members must name the same ones";
    }

    /** Keeps the answer of libpmix until it is known who called. */
    public void answered(ConstructCall.Unchecked group) {
        unchecked = group;
    }

    /** Creates the group. libpmix knows it by {@code name}, and has its members in this order if isAsReturned. */
    Group made(String name, Members members, boolean isAsReturned, OptionalLong contextId) {
        GroupImpl group = group(members, contextId);
        if (!name.equals(id)) {
            List<ProcId> earlier = outlived.getAndSet(null);
            if (earlier != null) {
                // libpmix must forget the group of the earlier attempt; otherwise it keeps those members under the id.
                group(earlier, OptionalLong.empty()).forget();
            }
            group.repair.introduce();
            method.forget(handle, name);
            method.spend(id, waitNanos);
        } else if (!isAsReturned) {
            group.repair.reorder();
        }
        table.activate(reservation, group);
        // Nothing for a group of the application.
        traits.kind().onMade(group);
        return group;
    }

    private GroupImpl group(List<ProcId> members, OptionalLong contextId) {
        return group(members, contextId, Map.of(handle.session.self(), request.info()));
    }

    /** Creates the group, with what its members have contributed. */
    public GroupImpl group(List<ProcId> members, OptionalLong contextId, Map<ProcId, Attributes> infos) {
        GroupImpl made = new GroupImpl(handle, id, members, contextId, traits, infos);
        made.changes.setLeader(leader());
        return made;
    }

    /** Handles a construct that succeeded in libpmix with other members than requested, or too late. */
    void refused(String name, List<ProcId> returned) {
        if (name.equals(id)) {
            GroupImpl group = group(returned, OptionalLong.empty());
            if (table.holds(id, reservation)) {
                table.activate(reservation, group);
            } else if (table.find(id) != null) {
                // libpmix keeps the next group of the id, and has none of this one.
                return;
            } else if (handle.session.addresses().hasCalled(name())) {
                // A departure that is reported now would be taken for one from the next group of this id.
                group.forget();
            }
            group.abandon();
        } else {
            method.forget(handle, name);
        }
    }

    /**
     * Handles the success of an attempt that was given up before. It does not end the attempt that follows. If that
     * fails, this process leaves the group, which other members may have.
     */
    void outlived(String name, List<ProcId> returned) {
        if (!name.equals(id)) {
            method.forget(handle, name);
            return;
        }
        outlived.set(returned);
        if (reservation.isGivenUp()) {
            boolean _ = leaveOutlived();
        }
    }

    private boolean leaveOutlived() {
        List<ProcId> members = outlived.getAndSet(null);
        if (members != null) {
            refused(id, members);
        }
        return members != null;
    }

    /** Frees the id if libpmix has refused the last call of a construct that nobody waits for. */
    void rejected() {
        if (!isFinal && reservation.countRefusal()) {
            table.free(id, reservation);
        }
    }
}
