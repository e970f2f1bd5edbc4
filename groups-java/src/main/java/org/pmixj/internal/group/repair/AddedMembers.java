// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.GroupTable;

/**
 * Notifies processes that they are added to a group. The server counts a construct of a process that names nobody as a
 * call of any group of the id; so a process that expects to be added calls libpmix only after a member has notified it.
 */
final class AddedMembers {
    private static final long SECOND = 1_000_000_000L;

    /** The notice is repeated, with growing pauses: servers keep a limited number of events for a process that is late. */
    private static final long LONGEST_PAUSE_NANOS = 8 * SECOND;

    private static final long LONGEST_SECONDS = 86_400;
    // Only a process that sends nonsense adds this one to more groups.
    private static final int MOST = 1000;

    private final Session session;
    /** The groups to which members add this process, and until when they wait. */
    private final ConcurrentHashMap<String, Long> noticed = new ConcurrentHashMap<>();
    /** Constructs that have no notice yet, by the group's id. */
    private final ConcurrentHashMap<String, AddedConstruct> waiting = new ConcurrentHashMap<>();

    AddedMembers(Session session) {
        this.session = session;
    }

    /** Notifies those that a construct adds. */
    void starts(ConstructCall call) {
        if (!call.added().isEmpty() && Defect.UNADDED_CALLER_COUNTED.isHere()) {
            send(call, SECOND);
        }
    }

    private void send(ConstructCall call, long pause) {
        if (call.wanted()) {
            Info adds = InfoAccess.get().info(WireKeys.GROUP_ADDS, GroupInfo.size(call.seconds), false);
            // The first is kept for those that construct their first group later.
            GroupEvents.send(
                    call.handle(), call.name, call.added(), List.of(GroupEvents.id(call.name), adds), pause == SECOND);
            session.timers.later(pause, () -> send(call, Math.min(2 * pause, LONGEST_PAUSE_NANOS)));
        }
    }

    /** Forgets the notices of a group that is constructed. A failed construct may be attempted again. */
    void ended(ConstructCall call) {
        if (!noticed.isEmpty() && GroupTable.of(session).find(call.name) != null) {
            noticed.remove(call.name);
        }
    }

    /** Returns the call that waits for a notice, or null if the construct needs none. */
    @Nullable
    NativeCall<?> attempt(Construction construction, int departures, Duration timeout) {
        boolean needsNone = !construction.request.isAdded()
                || construction.request.isUnannounced()
                || isNoticed(construction.id)
                || !Defect.UNADDED_CALLER_COUNTED.isHere();
        return needsNone ? null : new AddedConstruct(construction, this, departures, timeout);
    }

    private boolean isNoticed(String id) {
        Long until = noticed.get(id);
        return until != null && Deadline.until(until) > 0;
    }

    /** Continues the call when a notice is here. Returns false if it is here already. */
    boolean await(String id, AddedConstruct call) {
        waiting.put(id, call);
        if (isNoticed(id) && waiting.remove(id, call)) {
            call.proceed();
            return false;
        }
        return true;
    }

    void giveUp(String id, AddedConstruct call) {
        waiting.remove(id, call);
    }

    /** Handles a notice. Returns false if the event is none. On the progress thread. */
    boolean arrived(String id, ReceivedEvent event) {
        if (!(event.find(WireKeys.GROUP_ADDS) instanceof PmixValue.UInt seconds)) {
            return false;
        }
        // Each of several members that add this process notifies it, some when the group is complete.
        if (GroupTable.of(session).find(id) == null) {
            if (noticed.size() >= MOST) {
                noticed.values().removeIf(until -> Deadline.until(until) <= 0);
            }
            if (noticed.size() < MOST) {
                noticed.put(id, Deadline.in(Math.clamp(seconds.bits(), 1, LONGEST_SECONDS) * SECOND));
            }
        }
        AddedConstruct call = waiting.remove(id);
        if (call != null) {
            call.proceed();
        }
        return true;
    }

    /** A connection was lost, or a program in C says so. Without a server no notice arrives. */
    void connectionLost() {
        waiting.values().forEach(AddedConstruct::askServer);
    }

    /** Returns why a construct has timed out for which no notice is here, or null for another one. */
    @Nullable
    String explainTimeout(String id) {
        return waiting.containsKey(id)
                ? "no member has notified this process that it adds it; name this process in addMembers of a member's"
                        + " request, or set unannounced if the members that add it use libpmix alone"
                : null;
    }
}
