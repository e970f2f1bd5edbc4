// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupRepair;

/** The repairs of groups in one session. */
public final class GroupRepairs implements SessionPart, GroupRepair {
    private static final SessionPart.Slot<GroupRepairs> SLOT = new SessionPart.Slot<>(6) {
        @Override
        protected GroupRepairs create(Session session) {
            return new GroupRepairs(session);
        }
    };

    /** Returns the one of a session. */
    public static GroupRepairs of(Session session) {
        return session.part(SLOT);
    }

    private final Session session;
    private final IdCollisions collisions;
    private final MembershipQuestion questions;
    private final LateDepartures late;
    private final SpentIds spent;
    private final DeathWatch watch;

    public GroupRepairs(Session session) {
        this.session = session;
        this.collisions = new IdCollisions(session);
        this.questions = new MembershipQuestion(session);
        this.late = new LateDepartures(session.timers);
        this.spent = new SpentIds(session.timers);
        this.watch = new DeathWatch(session);
    }

    @Override
    public String localId(Handle handle, String id) {
        return NodeLocalIds.id(handle, id);
    }

    @Override
    public void checkLocal(Handle handle, String id, Members members) {
        NodeLocalIds.check(handle, id, members);
    }

    @Override
    public void beforeConstruct(Handle handle, boolean survives) {
        LauncherSettings.look(session, false);
        if (survives) {
            LauncherSettings.look(session, true);
        }
        questions.answerThrough(handle);
    }

    // From now on a report of another process ends the construct itself.
    @Override
    public void reserved(String id) {
        collisions.check(id);
    }

    @Override
    public long notBefore(String id) {
        return late.notBefore(id);
    }

    @Override
    public @Nullable NativeCall<?> attempt(Construction construction, int departures, Duration timeout) {
        return RetryWithoutDead.attempt(construction, departures, spent, timeout);
    }

    @Override
    public void starts(ConstructCall call) {
        collisions.starts(call);
    }

    @Override
    public void ended(ConstructCall call) {
        collisions.ended(call);
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
    public boolean isOver(Collective<?> collective, PmixException failure, int known) {
        return RetryWithoutDead.isOver(collective, failure, known);
    }

    @Override
    public void collectiveStarts() {
        watch.begin();
    }

    @Override
    public void look(Handle handle, Members procs) {
        watch.look(handle, procs);
    }

    @Override
    public void ask(Handle handle, Members procs, boolean failures) {
        watch.askNow(handle, procs, failures);
    }

    @Override
    public void left(String id, List<ProcId> others) {
        late.left(id, others);
    }

    @Override
    public boolean isOfEarlier(String id, ProcId member) {
        return late.isOfEarlier(id, member);
    }

    @Override
    public int size() {
        return late.size();
    }

    @Override
    public void askMember(GroupImpl group, ProcId member) {
        questions.ask(group, member);
    }

    @Override
    public boolean arrived(ReceivedEvent event) {
        return event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str id
                && (collisions.arrived(id.value(), event) || questions.arrived(id.value(), event));
    }

    @Override
    public OfGroup of(GroupImpl group) {
        return new LibraryView(group);
    }
}
