// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Listeners;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;

/** Applies changes of one group, and reports them to its listeners and to the event handlers of this process. */
public final class GroupChanges {
    private final GroupImpl group;
    private final Roster membership;
    private final Listeners<GroupEvent> listeners;
    // Guarded by the membership.
    private @Nullable ProcId leader;

    GroupChanges(GroupImpl group) {
        this.group = group;
        this.membership = group.membership;
        this.listeners = new Listeners<>(this);
    }

    Registration listen(Consumer<? super GroupEvent> listener) {
        return listeners.add(group.handle, listener);
    }

    Optional<ProcId> leader() {
        synchronized (membership) {
            return Optional.ofNullable(leader);
        }
    }

    /** Records the group as it is after a change, and the member that has died, if one has. */
    private void record(String change, @Nullable ProcId dead) {
        Tracer tracer = Trace.tracer();
        if (tracer == null) {
            return;
        }
        Members members = group.members();
        int rank = members.indexOf(group.handle.session.self());
        Tracer.GroupState state = new Tracer.GroupState(
                group.id(), members, rank, group.contextId().orElse(-1), membership.departures());
        tracer.group(change, state);
        if (dead != null) {
            tracer.memberLost(dead, state);
        }
    }

    /**
     * Reports the membership to the event handlers of this process, as RFC 0033 requires. No listener of the group has
     * been called before.
     */
    void constructed(Members asked) {
        if (!group.members().contains(group.handle.session.self())) {
            return;
        }
        record("constructed", null);
        if (!asked.equals(group.members())
                || NativeRegistrations.of(group.handle.session).isReady(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE())) {
            notifyHere(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), List.of());
        }
    }

    /** Sets the leader. A leader that was selected in the place of another is reported. */
    public void setLeader(@Nullable ProcId proc) {
        synchronized (membership) {
            leader = proc;
        }
    }

    /** Notes a leader that has declared itself, of several the first member. */
    public void declared(ProcId proc) {
        synchronized (membership) {
            Members first = membership.first();
            if (leader == null || first.indexOf(proc) < first.indexOf(leader)) {
                leader = proc;
            }
        }
    }

    /** Removes a member that left. libpmix knows. */
    public void left(ProcId proc) {
        departed(proc, false);
    }

    /** Removes a member that left before the group was constructed here. libpmix has forgotten that event. */
    public void leftBefore(ProcId proc) {
        synchronized (membership) {
            if (departed(proc, false)) {
                group.repair.prune(proc);
            }
        }
    }

    /** Removes a member that failed, of which libpmix takes no notice. */
    void failed(ProcId proc) {
        boolean led = leader().filter(proc::equals).isPresent();
        boolean notifies = group.traits.notifyTermination();
        if (!departed(proc, true) || !(led || notifies)) {
            return;
        }
        List<Info> infos = GroupImpl.Table.of(group.handle.session)
                .reportOf(proc, GroupEvents.idAndMembers(group.id(), group.members()));
        if (notifies) {
            notifyHere(PMIxConstants.PMIX_GROUP_MEMBER_FAILED(), List.of(proc), infos);
        }
        // "Failure of the leader at any time will cause a PMIX_GROUP_LEADER_FAILED event."
        if (led) {
            notifyHere(PMIxConstants.PMIX_GROUP_LEADER_FAILED(), List.of(proc), infos);
        }
        if (notifies) {
            notifyHere(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), List.of(proc));
        }
    }

    private boolean departed(ProcId proc, boolean dead) {
        synchronized (membership) {
            if (!membership.remove(proc, dead)) {
                return false;
            }
            record(dead ? "memberFailed" : "memberLeft", dead ? proc : null);
            group.traits.kind().onGone(group, proc);
            Members rest = group.members();
            if (dead) {
                group.repair.prune(proc);
                listeners.report(new GroupEvent.MemberFailed(group.id(), proc, rest));
            } else {
                listeners.report(new GroupEvent.MemberLeft(group.id(), proc, rest));
            }
            if (proc.equals(leader)) {
                leader = null;
                if (dead) {
                    listeners.report(new GroupEvent.LeaderFailed(group.id(), proc, rest));
                }
            }
            listeners.report(new GroupEvent.MembershipUpdated(group.id(), rest));
            return true;
        }
    }

    /** Notifies the event handlers of this process. Every member notifies its own. */
    private void notifyHere(int code, List<ProcId> affected) {
        notifyHere(code, affected, GroupEvents.idAndMembers(group.id(), group.members()));
    }

    private void notifyHere(int code, List<ProcId> affected, List<Info> infos) {
        GroupEvents.launch(new NotifyCall(
                group.handle, Notice.here(code, infos).affecting(affected).cached(true)));
    }

    void destructed() {
        record("destructed", null);
        listeners.report(new GroupEvent.Destructed(group.id(), group.members()));
        listeners.end();
    }

    /** Removes the listeners. They still receive what was reported before. */
    void end() {
        record("left", null);
        listeners.end();
    }

    /** Returns the subject of warnings about listeners. Most groups have none, so that no text is kept for it. */
    @Override
    public String toString() {
        return group.title();
    }
}
