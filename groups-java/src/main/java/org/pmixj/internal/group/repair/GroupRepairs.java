// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Expiring;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.ByHost;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Roster;
import org.pmixj.internal.job.JobInfo;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;

/** Repairs groups in one session: what takes a few lines itself, and the rest by the other classes of this package. */
public final class GroupRepairs extends ByHost {
    /** Returns the repairs of a session whose groups are constructed with them. */
    public static GroupRepairs of(Session session) {
        return (GroupRepairs) GroupTable.of(session).method;
    }

    /**
     * The most bytes that all members together exchange at a time. PRRTE keeps 16 MiB of published values for a user,
     * and drops the oldest without an error; the values of two exchanges may be there at a time, and as much of groups
     * that members have left.
     */
    private static final long EXCHANGED = 4L << 20;

    /** The members of groups of which libpmix of this process has been notified, and has not handled that. */
    final Map<Long, Roster> notices = new ConcurrentHashMap<>();

    /**
     * Groups that this process has left, perhaps with an earlier session, and until when messages of the others may arrive
     * and they may read what it has published.
     */
    private static final Expiring<Long> QUIET_UNTIL = new Expiring<>(Integer.MAX_VALUE);
    /**
     * The members that were still in a group when this process left it. This library and libpmix both take the late
     * departure of one of them for one from a later group of the same id.
     */
    private final Expiring<Set<ProcId>> expected = new Expiring<>();

    private final Session session;
    private final IdCollisions collisions;
    private final MembershipQuestion questions;
    private final SpentIds spent;
    private final RetryWithoutDead retry;
    private final DeathWatch watch;
    private final AddedMembers added;

    public GroupRepairs(Session session) {
        this.session = session;
        this.collisions = new IdCollisions(session);
        this.questions = new MembershipQuestion(session);
        this.spent = new SpentIds(session, collisions);
        this.retry = new RetryWithoutDead(spent);
        this.watch = new DeathWatch(session);
        this.added = new AddedMembers(session);
    }

    // libpmix ignores the option, and confuses groups of one id on several nodes.
    @Override
    public String localId(Handle handle, String id) {
        if (!Defect.LOCAL_GROUPS_COLLIDE.isHere()) {
            return id;
        }
        String here = new JobInfo(handle, handle.session.self().nspace()).here().orElse(null);
        if (here == null) {
            throw StatusCodes.notFound(
                    "the host does not report the name of this node, which the id of a local group contains");
        }
        return Checks.nspace("group id with the name of this node", id + "@" + here);
    }

    // From now on a report of another process ends the construct itself.
    @Override
    public void reserved(String id, boolean survives) {
        LauncherSettings.warnOnce(session, false);
        if (survives) {
            LauncherSettings.warnOnce(session, true);
        }
        collisions.check(id);
    }

    @Override
    public long notBefore(String id, boolean isCollective) {
        Long until = QUIET_UNTIL.find(id);
        return until == null ? AT_ONCE : until;
    }

    @Override
    public NativeCall<?> construct(Construction construction, int departures, Duration timeout) {
        NativeCall<?> repaired = retry.attempt(construction, departures, timeout);
        repaired = repaired != null ? repaired : added.attempt(construction, departures, timeout);
        return repaired != null ? repaired : super.construct(construction, departures, timeout);
    }

    /** Returns whether a member has notified this process that it adds it, and still waits. For tests. */
    public boolean isNoticed(String id) {
        return added.isNoticed(id);
    }

    @Override
    public boolean mustShowCallers(Construction construction, String name) {
        return CallersOfConstruct.mustBeShown(construction, name);
    }

    @Override
    public boolean haveEndedWithoutCall(Construction construction, ConstructCall.Unchecked group) {
        return CallersOfConstruct.haveEnded(construction, group);
    }

    @Override
    public void forget(Handle handle, String name) {
        GroupEvents.launch(new StatusCall(handle, "destruct of group '" + name + "'") {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                InfoArray infos = InfoArray.allocate(memory, 1).timeout(memory, Patience.OWN_LIBRARY / Patience.SECOND);
                return Libpmix.groupDestruct(memory.allocateFrom(name), infos, cbdata);
            }
        });
    }

    @Override
    public void starts(ConstructCall call) {
        collisions.starts(call);
        // This process may have been notified of that since it looked.
        if (spent.isSpent(call.name)) {
            collisions.spent(call.name);
        }
        added.starts(call);
    }

    @Override
    public void failed(Construction construction) {
        added.failed(construction);
    }

    @Override
    public void ended(ConstructCall call) {
        collisions.ended(call);
        added.ended(call);
    }

    @Override
    public void checkAnswer(ConstructCall call, int status) {
        if (status == StatusCodes.CONSTRUCT_ABORT
                && isOver(Deadline.since(call.startedAt), call.seconds)
                && Defect.TIMEOUT_REPORTED_AS_ABORT.isHere()) {
            throw new PmixException.Timeout(call.what + " timed out", new PmixStatus(status));
        } else if (status == StatusCodes.TIMEOUT
                && call.name.equals(call.construction.id)
                && call.secondsLeft() > 1
                && spent.isKnown(call.name)) {
            // The timeout of an earlier operation.
            throw call.construction.misanswered();
        }
    }

    // Across nodes, when the member that called first times out, the others receive an abort. They may have called a
    // second after it.
    private static boolean isOver(long nanos, long seconds) {
        return nanos
                >= Math.max(seconds * 500_000_000L, Math.min(seconds * 900_000_000L, (seconds - 1) * Patience.SECOND));
    }

    @Override
    public void collided(Handle handle, String id, Members ours, List<ProcId> theirs) {
        collisions.found(handle, id, ours, theirs);
    }

    @Override
    public void spend(String id, long nanos) {
        spent.spend(id, nanos);
    }

    @Override
    public boolean spend(Handle handle, String id, Members members, long nanos) {
        return spent.spend(handle, id, members, nanos);
    }

    @Override
    public boolean retryOrThrow(Collective<?> collective, PmixException failure, int departuresBefore) {
        try {
            return spent.areOfAnother(collective, failure)
                    || RetryWithoutDead.retryOrThrow(collective, failure, departuresBefore);
        } catch (PmixException.Aborted e) {
            if (spent.areOfAnother(collective, e)) {
                return true;
            }
            throw e;
        }
    }

    @Override
    public @Nullable Absent explainTimeout(Collective<?> collective) {
        if (collective instanceof Construction construction) {
            String why = added.explainTimeout(construction.id);
            why = why == null ? construction.explainTimeout() : why;
            return why == null ? null : Absent.because(why);
        }
        return null;
    }

    @Override
    public void activated(GroupImpl group) {
        watch.verify(group);
    }

    /** Returns whether this process will ask the host about members, now or later. For tests. */
    public boolean isWatching() {
        return watch.isWaiting();
    }

    @Override
    public void collectiveStarts() {
        watch.begin();
    }

    @Override
    public void askAndWait(Handle handle, Members procs, boolean failures, Duration left) {
        watch.askAndWait(handle, procs, failures, left);
    }

    @Override
    public void reported(String nspace) {
        watch.reported(nspace);
    }

    @Override
    public void left(String id, List<ProcId> others) {
        if (Defect.LATE_DEPARTURE_MISTAKEN.isHere()) {
            QUIET_UNTIL.put(id, Deadline.in(Patience.LEAVER_NOTICED), Patience.LEAVER_NOTICED);
            Set<ProcId> members = ConcurrentHashMap.newKeySet();
            members.addAll(others);
            expected.put(id, members, Patience.LATE_MESSAGE);
        }
    }

    @Override
    public boolean isOfEarlier(String id, ProcId member, long instance) {
        Set<ProcId> members = expected.find(id);
        return members != null && members.remove(member);
    }

    @Override
    public int countLeft() {
        return QUIET_UNTIL.size();
    }

    @Override
    public void askMember(GroupImpl group, ProcId member) {
        questions.ask(group, member);
    }

    @Override
    public long mostExchanged(int members) {
        return Defect.PUBLISHED_VALUES_DROPPED.isHere() ? EXCHANGED / Math.max(1, members) : Long.MAX_VALUE;
    }

    @Override
    public boolean arrived(ReceivedEvent event) {
        if (event.code == StatusCodes.LOST_CONNECTION) {
            added.connectionLost();
        }
        return added.arrived(event)
                || spent.arrived(event)
                || (event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str id
                        && (LibraryView.arrived(session, id.value(), event)
                                || collisions.arrived(id.value(), event)
                                || questions.arrived(id.value(), event)));
    }

    @Override
    public Collective<Void> destruct(GroupImpl group, Duration timeout, Attributes directives) {
        return new DestructWithoutDead(group, (LibraryView) group.repair, timeout, directives);
    }

    @Override
    public GroupImpl.View view(GroupImpl group) {
        return new LibraryView(group);
    }
}
