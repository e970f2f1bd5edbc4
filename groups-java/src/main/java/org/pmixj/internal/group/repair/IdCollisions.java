// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Expiring;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Detects groups of one id that are constructed at the same time. libpmix gives some processes the membership of the
 * other group, has some wait for ever, and lets some believe that all is well; later collectives of the latter hang. A
 * process that detects it notifies all others of both groups.
 */
final class IdCollisions implements Runnable {
    /** How many other members are asked whether a construct is complete. */
    private static final int ASKED = 3;

    private final Session session;
    /** The collisions of ids; the failure is null if it has been reported to the caller here. */
    private final Expiring<AtomicReference<@Nullable Supplier<PmixException.Exists>>> seen = new Expiring<>();
    /** Constructs that libpmix has not answered, by the id that it was given. */
    private final ConcurrentHashMap<String, StalledConstruct> pending = new ConcurrentHashMap<>();
    /** Numbers the constructs: an answer about an earlier one of the same id may arrive late. */
    private final AtomicLong numbers = new AtomicLong();

    private final AtomicBoolean watching = new AtomicBoolean();
    /**
     * The names under which other processes attempt constructs that this process has not called yet: libpmix may
     * continue an earlier operation of that id, of which this process does not know.
     */
    private final Expiring<Boolean> names = new Expiring<>();

    IdCollisions(Session session) {
        this.session = session;
    }

    /** Throws if other processes have reported a collision of an id, of which nobody here was notified. */
    void check(String id) {
        AtomicReference<@Nullable Supplier<PmixException.Exists>> known = seen.find(id);
        Supplier<PmixException.Exists> failure = known == null ? null : known.getAndSet(null);
        if (failure != null) {
            throw failure.get();
        }
    }

    /** Reports a construct that ended with other members than requested, or with none. */
    void found(Handle handle, String id, Members ours, List<ProcId> theirs) {
        if (!Defect.GROUP_IDS_COLLIDE.isHere()) {
            return;
        }
        seen.put(id, new AtomicReference<>(), Patience.COLLISION);
        PmixValue sides =
                new PmixValue.Array(DataType.DATA_ARRAY, List.of(NotifyCall.array(ours), NotifyCall.array(theirs)));
        List<ProcId> others = ours.union(theirs).difference(List.of(session.self()));
        List<Info> infos = List.of(GroupEvents.id(id), InfoAccess.info(WireKeys.GROUP_COLLISION, sides));
        // Cached: a member whose first construct this is may register for such events only now.
        GroupEvents.send(handle, id, others, infos, true, true);
    }

    /** Handles an event of this class. Returns false if it is none. On the progress thread. */
    boolean arrived(String id, ReceivedEvent event) {
        if (event.find(WireKeys.GROUP_COLLISION) instanceof PmixValue.Array sides) {
            if (sides.elements().size() == 2) {
                List<ProcId> ours = ReceivedEvent.singleProcs(sides.elements().getFirst());
                List<ProcId> theirs = ReceivedEvent.singleProcs(sides.elements().getLast());
                if (isCollision(event.source, ours, theirs)) {
                    collided(id, () -> GroupIds.collision(id, ours, theirs));
                }
            }
        } else if (event.find(WireKeys.GROUP_COMPLETE) instanceof PmixValue.Array members) {
            StalledConstruct construct = pending.get(id);
            List<ProcId> theirs = ReceivedEvent.singleProcs(members);
            if (construct != null
                    && event.find(WireKeys.GROUP_PENDING) instanceof PmixValue.UInt number
                    && number.bits() == construct.number
                    && theirs.contains(event.source)
                    && construct.mayAsk(event.source)) {
                if (theirs.contains(session.self())) {
                    construct.overElsewhere(theirs);
                } else {
                    construct.isWithoutThis(theirs);
                }
            }
        } else if (event.find(WireKeys.GROUP_PENDING) instanceof PmixValue.UInt number) {
            if (!followed(id, event.source)) {
                answer(id, event.source, number);
            }
        } else {
            return false;
        }
        return true;
    }

    private void collided(String id, Supplier<PmixException.Exists> failure) {
        // Before the groups are searched: a construct that is reserved in between checks afterwards.
        seen.merge(id, new AtomicReference<>(failure), Patience.COLLISION, (known, _) -> known);
        if (GroupTable.of(session).collided(id, failure)) {
            seen.put(id, new AtomicReference<>(), Patience.COLLISION);
        }
    }

    /** Returns whether a report of a collision makes sense. Any program can send the event. */
    private boolean isCollision(@Nullable ProcId by, List<ProcId> ours, List<ProcId> theirs) {
        boolean areSame = Set.copyOf(ours).equals(Set.copyOf(theirs));
        boolean concernsSelf = ours.contains(session.self()) || theirs.contains(session.self());
        return by != null && ours.contains(by) && concernsSelf && !areSame;
    }

    // --- constructs that may be complete for others --------------------------------------------------------------

    void starts(ConstructCall call) {
        if (Defect.GROUP_IDS_COLLIDE.isHere()) {
            long number = numbers.incrementAndGet();
            pending.put(call.name, new StalledConstruct(call, this, number));
            watch();
            if (call.isRenamed()) {
                // Not all may know that. Whose first construct this is registers for the question only now.
                ask(call, number, true);
            }
        }
    }

    /**
     * Others have an id that libpmix may still have; a construct that was under way may be taken for another operation.
     */
    void spent(String id) {
        StalledConstruct construct = pending.get(id);
        if (construct != null) {
            construct.mayBeTaken();
        }
    }

    /** Returns whether another process constructs a group of an id and members under the name of an attempt. */
    boolean isRenamed(String id, Members members) {
        return names.size() > 0 && names.find(GroupIds.among(id, members)) != null;
    }

    /** Passes the name of an attempt to the construct to which it belongs. Returns false if there is none. */
    private boolean followed(String name, @Nullable ProcId by) {
        for (StalledConstruct construct : pending.values()) {
            if (construct.mayAsk(by) && construct.follow(name)) {
                return true;
            }
        }
        if (GroupIds.isOfAttempt(name)) {
            names.put(name, true, Patience.LATE_MESSAGE);
        }
        return false;
    }

    // One timer for all, because most constructs end early.
    private void watch() {
        if (!watching.get() && watching.compareAndSet(false, true)) {
            session.timers.later(Patience.COLLISION_STEP, this);
        }
    }

    // On the thread of the timers.
    @Override
    public void run() {
        watching.set(false);
        if (!pending.isEmpty()) {
            watch();
            pending.values().forEach(StalledConstruct::askIfDue);
        }
    }

    void ended(ConstructCall call) {
        StalledConstruct construct = pending.get(call.name);
        if (construct != null && construct.call.token == call.token) {
            pending.remove(call.name, construct);
        }
    }

    /** Asks other members whether a construct is complete that has not been answered here. */
    void ask(ConstructCall call, long number, boolean cached) {
        List<ProcId> asked = GroupEvents.next(call.participants.known(), session.self(), ASKED);
        if (asked.isEmpty()) {
            return;
        }
        Info question = InfoAccess.number(WireKeys.GROUP_PENDING, number);
        GroupEvents.send(call.handle(), call.name, asked, List.of(GroupEvents.id(call.name), question), cached, false);
    }

    private void answer(String id, @Nullable ProcId asking, PmixValue number) {
        GroupImpl group = GroupTable.of(session).find(id);
        if (group == null || asking == null) {
            return;
        }
        // Also those that departed: they have not departed for a process that is slow.
        Members first = group.membership.first();
        // A process that was never a member constructs another group. One that departed may construct the next.
        if (group.members().contains(asking) || !first.contains(asking)) {
            Info complete = InfoAccess.info(WireKeys.GROUP_COMPLETE, NotifyCall.array(first));
            Info question = InfoAccess.info(WireKeys.GROUP_PENDING, number);
            List<Info> infos = List.of(GroupEvents.id(id), complete, question);
            GroupEvents.send(group.handle, id, List.of(asking), infos, false, false);
        }
    }
}
