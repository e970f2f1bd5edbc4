// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Expiring;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Notifies processes that they are added to a group. The server counts a construct of a process that names nobody as a
 * call of any group of the id; so a process that expects to be added calls libpmix only after a member has notified it.
 *
 * <p>A notice says how long its sender waits. It is repeated while the construct waits, and revoked by one with 0
 * seconds if the construct fails. Notices of one sender may overtake each other, so each has the time of its sending.
 */
final class AddedMembers {
    /**
     * A notice, or a revocation, which ends at once.
     *
     * @param by the sender
     * @param sent when it was sent, by the clock of the sender
     * @param end when the sender no longer waits
     */
    private record Notice(@Nullable ProcId by, long sent, long end) {
        boolean isOpen() {
            return Deadline.until(end) > 0;
        }

        /**
         * Returns the notice that counts: if both have one sender, the one that was sent later. Otherwise the one that
         * arrived later, unless that is a revocation, which concerns its sender's notices alone.
         */
        Notice latest(Notice next) {
            boolean counts = Objects.equals(by, next.by) ? next.sent - sent >= 0 : next.isOpen();
            return counts ? next : this;
        }
    }

    private final Session session;
    /** The last notice of each group to which members add this process. */
    private final Expiring<Notice> noticed = new Expiring<>();
    /** Constructs that have no notice yet, by the group's id. */
    private final ConcurrentHashMap<String, AddedConstruct> waiting = new ConcurrentHashMap<>();

    AddedMembers(Session session) {
        this.session = session;
    }

    /** Notifies those that a construct adds. */
    void starts(ConstructCall call) {
        if (!call.participants.added().isEmpty() && Defect.UNADDED_CALLER_COUNTED.isHere()) {
            send(call, true, Patience.SECOND);
        }
    }

    private void send(ConstructCall call, boolean isFirst, long pause) {
        // Before the question, so that a revocation is later.
        long now = Deadline.now();
        if (call.wanted()) {
            // The first is kept for those that construct their first group later.
            send(call.handle(), call.name, call.participants.added(), call.secondsLeft(), now, isFirst);
            session.timers.later(pause, () -> send(call, false, Math.min(2 * pause, Patience.ADDED_PAUSE)));
        }
    }

    /** Revokes the notices of a construct that has failed. */
    void failed(Construction construction) {
        Members added = construction.participants.added();
        if (!added.isEmpty() && Defect.UNADDED_CALLER_COUNTED.isHere()) {
            send(construction.handle, construction.id, added, 0, Deadline.now(), true);
        }
    }

    private static void send(Handle handle, String group, Members to, long seconds, long now, boolean kept) {
        List<Info> infos = List.of(
                GroupEvents.noGroup(WireKeys.GROUP_ADDS),
                InfoAccess.number(WireKeys.GROUP_ADDS, seconds),
                InfoAccess.text(WireKeys.GROUP_ADDS_TO, group),
                InfoAccess.number(WireKeys.GROUP_ADDS_AT, now));
        GroupEvents.send(handle, group, to, infos, kept, kept && seconds > 0);
    }

    /** Forgets the notices of a group that is constructed. A failed construct may be attempted again. */
    void ended(ConstructCall call) {
        if (GroupTable.of(session).find(call.name) != null) {
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

    boolean isNoticed(String id) {
        Notice last = noticed.find(id);
        return last != null && isOpen(last);
    }

    /** Returns whether the sender of a notice still waits. A sender that has failed revokes nothing. */
    private boolean isOpen(Notice notice) {
        return notice.isOpen()
                && (notice.by == null || !GroupTable.of(session).ends.isDead(notice.by));
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
    boolean arrived(ReceivedEvent event) {
        if (!(event.find(WireKeys.GROUP_ADDS) instanceof PmixValue.UInt seconds)
                || !(event.find(WireKeys.GROUP_ADDS_TO) instanceof PmixValue.Str id)
                || id.value().getBytes(StandardCharsets.UTF_8).length > Checks.MAX_NSPACE_BYTES
                || !(event.find(WireKeys.GROUP_ADDS_AT) instanceof PmixValue.UInt sent)) {
            return false;
        }
        long nanos = Math.clamp(seconds.bits(), 0, Patience.ADDED_DAY) * Patience.SECOND;
        Notice notice = new Notice(event.source, sent.bits(), Deadline.in(nanos));
        // Each of several members that add this process notifies it, some when the group is complete.
        if (GroupTable.of(session).find(id.value()) == null
                && noticed.merge(id.value(), notice, nanos + Patience.LATE_MESSAGE, Notice::latest)) {
            notice = Objects.requireNonNullElse(noticed.find(id.value()), notice);
        }
        AddedConstruct call = notice.isOpen() ? waiting.remove(id.value()) : null;
        if (call != null) {
            call.proceed();
        }
        return true;
    }

    /**
     * Lets each waiting call check that there is a server. Called when a connection was lost, or a program in C reports
     * that.
     */
    void connectionLost() {
        waiting.values().forEach(AddedConstruct::checkServer);
    }

    /** Returns why a construct has timed out for which no notice is here, or null for another one. */
    @Nullable
    String explainTimeout(String id) {
        if (!waiting.containsKey(id)) {
            return null;
        }
        // Notices of another version were dropped.
        String version = GroupTable.of(session).versions.explain();
        String remedy = version != null
                ? version
                : "name this process in addMembers of a member's request, or set unannounced if the members that add it"
                        + " use libpmix alone";
        return "no member has notified this process that it adds it; " + remedy;
    }
}
