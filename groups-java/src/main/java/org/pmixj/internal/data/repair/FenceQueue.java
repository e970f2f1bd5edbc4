// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.FencePlace;
import org.pmixj.internal.ffi.InFlight;

/**
 * Runs fences, or connects and disconnects, of the same participants one at a time. The server identifies a fence by
 * its participants alone: it would count a concurrent second one for the first, which would then succeed without
 * another process.
 *
 * <p>The server keeps a fence that was given up here, because its timeout expired or a participant has left a group. It
 * takes the next fence of the same participants for that one. So the next one, the heir, takes the answer to the first
 * and does not call libpmix; if it did, this process would stay one fence ahead of the others. That holds however late
 * the next one is called: also when the others have passed the one that was given up, which is remembered until then.
 * Where the members construct a group themselves, they agree that it does not count for any fence of the new group:
 * {@link #agree}.
 */
public final class FenceQueue implements SessionPart {
    private static final SessionPart.Slot<FenceQueue> SLOT = new SessionPart.Slot<>(11) {
        @Override
        protected FenceQueue create(Session session) {
            return new FenceQueue(new FenceQueue(null));
        }
    };

    private static final int MOST = 1000;

    /** Added to a count of fences that may not be that of the other participants any more. */
    private static final long UNKNOWN = 1L << 40;

    /** In place of a count: fences wait that have not been called yet. */
    private static final long WAITING = -1;

    /** How many fences and connects of some participants libpmix was asked for, in all sessions of this process. */
    private static final Map<Set<ProcId>, Long> CALLED = Collections.synchronizedMap(new Bounded<>(10 * MOST, true));

    /** The queue of connects and disconnects, which do not wait for fences; null in that queue itself. */
    private final @Nullable FenceQueue connects;

    private FenceQueue(@Nullable FenceQueue connects) {
        this.connects = connects;
    }

    private boolean isOfConnects() {
        return connects == null;
    }

    /** Returns the queue of fences, or the one of connects. */
    public static FenceQueue of(Session session, boolean connects) {
        FenceQueue fences = session.part(SLOT);
        return connects ? Objects.requireNonNull(fences.connects) : fences;
    }

    public enum Place {
        /** The fence calls libpmix. */
        FIRST,
        /** The fence takes the answer to one that was given up. */
        HEIR,
        /** The fence waits for its turn. */
        QUEUED,
        /** The fence has succeeded: the others passed it with the one that was given up here. */
        SUCCEEDED
    }

    /** The unfinished fences of the same participants. */
    private static final class Line {
        private FenceCall first;
        private @Nullable FenceCall heir;
        private final Deque<FenceCall> rest = new ArrayDeque<>();
        /** Whether the members have agreed that the first fence, if given up, does not count for a later one. */
        private boolean isSettled;
        /** Whether the first fence, which got a kept place, waits for the end of a connect or disconnect. */
        private boolean isHeld;

        Line(FenceCall first) {
            this.first = first;
        }

        /** Puts a fence into the place of another. Returns false if that is not here any more. */
        boolean replace(FenceCall other, FenceCall fence) {
            if (first.equals(other)) {
                first = fence;
                return true;
            }
            boolean found = false;
            // Each is moved to the end once, so their order stays.
            for (int i = rest.size(); i > 0; i--) {
                FenceCall next = rest.removeFirst();
                found |= next.equals(other);
                rest.addLast(next.equals(other) ? fence : next);
            }
            return found;
        }

        boolean has(FenceCall fence) {
            return first.equals(fence) || rest.contains(fence);
        }

        /** Returns the place of the first fence, which a connect holds. */
        Place firstPlace(boolean isBesideConnect) {
            isHeld |= isBesideConnect;
            return isBesideConnect ? Place.QUEUED : Place.FIRST;
        }

        /** Returns whether the first fence was given up, and libpmix still has it. */
        boolean isGivenUp() {
            return first.endsAtServer() != null && !isWanted(first);
        }

        /**
         * Returns whether fences wait for their turn, before a place if that is among them. Without, places do not
         * count.
         */
        boolean hasWaiting(@Nullable FencePlace place) {
            boolean found = isWanted(heir);
            List<FenceCall> all = new ArrayList<>(rest);
            all.addFirst(first);
            for (FenceCall each : all) {
                if (each.equals(place)) {
                    return found;
                }
                boolean counts = place != null || !(each instanceof FencePlace);
                found |= counts && isWanted(each) && each.endsAtServer() == null;
            }
            return found;
        }

        boolean isWanted() {
            return isWanted(first) || isWanted(heir) || rest.stream().anyMatch(Line::isWanted);
        }

        private static boolean isWanted(@Nullable FenceCall fence) {
            return fence != null && !(fence instanceof OwedFence) && !fence.hasFailed();
        }
    }

    /** Calls a fence that others have called and given up, so that the server does not count it for the next one. */
    private static final class OwedFence extends FenceCall {
        OwedFence(Handle handle, List<ProcId> procs) {
            // It collects data, as fences of groups do.
            super(handle, "fence that others gave up", procs, true, handle.defaultTimeout, null);
        }
    }

    // The fields below are guarded by this. Participants are unordered, because the server ignores their order too.
    private final Map<Set<ProcId>, Line> lines = new HashMap<>();
    private final DueFences due = new DueFences();
    /**
     * The calls that were given up and then succeeded, before this process called the next one; the oldest first.
     * Only a process that never calls a fence again after it gave it up keeps {@link #MOST}.
     */
    private final Map<Set<ProcId>, FenceCall.LateSuccess> lateSuccesses = new Bounded<>(MOST);
    /** The processes of connects and disconnects that are under way, and how many there are. */
    private final Map<Set<ProcId>, Integer> connecting = new HashMap<>();

    /**
     * Refuses fences of some processes while these connect or disconnect at the host, which would take one for the
     * other. A fence for which a place is kept waits. Throws if such a fence is under way, or has a place. Balanced by
     * {@link #connected}.
     */
    public synchronized void connects(String what, Set<ProcId> participants) {
        Line line = lines.get(participants);
        if (line != null && line.isWanted()) {
            throw besideConnect(what, "a fence");
        }
        connecting.merge(participants, 1, Integer::sum);
    }

    /** Notes that a connect or disconnect of some processes has ended. */
    public void connected(Set<ProcId> participants) {
        FenceCall held = null;
        synchronized (this) {
            Integer left = connecting.computeIfPresent(participants, (_, count) -> count == 1 ? null : count - 1);
            Line line = lines.get(participants);
            if (left == null && line != null && line.isHeld) {
                line.isHeld = false;
                held = line.first;
            }
        }
        if (held != null) {
            start(held);
        }
    }

    private static IllegalStateException besideConnect(String what, String other) {
        return new IllegalStateException(what + ": " + other + " of exactly these processes is under way, and the host"
                + " would take one for the other; wait until it has ended");
    }

    /** Queues a call, perhaps in the place that was kept for it, and returns its place. */
    public synchronized Place place(FenceCall fence, @Nullable FencePlace kept, Set<ProcId> participants) {
        Line line = lines.get(participants);
        boolean isBesideConnect = fence.isOfApplication() && connecting.containsKey(participants);
        if (line != null && line.first.equals(fence)) {
            // Its turn has come; or libpmix has answered, and is asked once more.
            return line.firstPlace(isBesideConnect);
        }
        if (isBesideConnect && (line == null || kept == null || !line.has(kept))) {
            throw besideConnect(fence.what, "a connect or disconnect");
        }
        FenceCall.LateSuccess earlier = lateSuccesses.get(participants);
        // A FencePlace does not take the late success; the fence that takes over the place does.
        if (earlier != null && !(fence instanceof FencePlace) && fence.isRepeatOf(earlier)) {
            lateSuccesses.remove(participants);
            return Place.SUCCEEDED;
        }
        if (line == null) {
            line = begin(fence, participants);
            return startsLater(line, participants) ? Place.QUEUED : Place.FIRST;
        }
        if (kept != null && line.replace(kept, fence)) {
            return line.first.equals(fence) && kept.passTo(fence) ? line.firstPlace(isBesideConnect) : Place.QUEUED;
        }
        FenceCall before = line.heir;
        if (line.first.hasFailed()
                && line.first.endsAtServer() != null
                && !line.isSettled
                && (before == null || before.hasFailed())
                && line.rest.isEmpty()
                && !(fence instanceof FencePlace)
                && fence.kind() == line.first.kind()) {
            line.heir = fence;
            if (before != null) {
                drop(before);
            }
            return Place.HEIR;
        }
        line.rest.add(fence);
        return Place.QUEUED;
    }

    /** Lets a fence be the first of a new line. */
    private Line begin(FenceCall first, Set<ProcId> participants) {
        Line line = new Line(first);
        lines.put(participants, line);
        CALLED.merge(participants, 1L, Long::sum);
        return line;
    }

    /** Starts a fence when the server has forgotten that of an earlier session. Returns false if there is none. */
    private boolean startsLater(Line line, Set<ProcId> participants) {
        long wait = LeftFences.nanosLeft(isOfConnects(), participants);
        if (wait > 0) {
            line.first.handle().session.timers.later(wait, () -> {
                FenceCall first;
                synchronized (this) {
                    first = line.first;
                }
                start(first);
            });
        }
        return wait > 0;
    }

    /** Starts the first fence of a line, unless nobody waits for it any more. */
    private void start(FenceCall first) {
        if (first.hasFailed()) {
            drop(first);
        } else {
            due.ask(first);
        }
    }

    /** Starts a fence whose turn has come. */
    public void ask(FenceCall fence) {
        due.ask(fence);
    }

    @Override
    public void sessionEnded() {
        synchronized (this) {
            lines.forEach((participants, line) -> LeftFences.add(isOfConnects(), participants, line.first));
            lines.keySet().forEach(participants -> CALLED.merge(participants, UNKNOWN, Long::sum));
        }
        if (connects != null) {
            connects.sessionEnded();
        }
    }

    /** Removes a fence that nobody waits for and that did not call libpmix. */
    public static void drop(FenceCall fence) {
        if (InFlight.take(fence.token) != null) {
            fence.ended();
        }
    }

    /**
     * Passes the answer to a call on to its heir, and starts the next one. Does nothing for a call that did not call
     * libpmix.
     */
    public void ended(FenceCall fence, Set<ProcId> participants, int status) {
        FenceCall heir;
        FenceCall unwanted = null;
        FenceCall next;
        int answer = status;
        synchronized (this) {
            Line line = lines.get(participants);
            if (line == null || !line.first.equals(fence)) {
                return;
            }
            lines.remove(participants);
            heir = line.heir;
            if (heir != null && !takes(heir, status)) {
                unwanted = heir;
                heir = null;
            }
            // If the answer is a failure, the heir may call libpmix itself, before the fences behind it.
            boolean mayAsk = heir != null && status != StatusCodes.SUCCESS;
            next = mayAsk ? null : poll(line.rest);
            // A place that is given back has asked nobody.
            long count = status == StatusCodes.SUCCESS ? 0 : fence.endsAtServer() == null ? -1 : UNKNOWN;
            CALLED.merge(participants, count, Long::sum);
            FenceCall.LateSuccess earlier = heir == null ? unclaimed(line, participants, status, next) : null;
            if (earlier != null) {
                answer = StatusCodes.SUCCESS;
                while (next != null
                        && !(next instanceof FencePlace)
                        && next.kind() == fence.kind()
                        && !takes(next, answer)) {
                    drop(next);
                    next = poll(line.rest);
                }
                // The fence that takes over a place finds the success there.
                if (next == null || next instanceof FencePlace) {
                    lateSuccesses.put(participants, earlier);
                } else if (next.kind() == fence.kind()) {
                    heir = next;
                    next = poll(line.rest);
                }
            }
            FenceCall first = mayAsk ? heir : next;
            if (first != null) {
                Line following = begin(first, participants);
                following.rest.addAll(line.rest);
                // A place that was given back has not waited for the fence of an earlier session.
                next = next != null && startsLater(following, participants) ? null : next;
            }
        }
        if (unwanted != null) {
            drop(unwanted);
        }
        // A claimed heir has to be completed, even if the end of the session has taken it out of InFlight.
        if (heir != null && (InFlight.take(heir.token) != null || answer == StatusCodes.SUCCESS)) {
            heir.arrived(answer, MemorySegment.NULL, 0);
        }
        if (next != null) {
            due.ask(next);
        }
    }

    // --- what the members of a new group agree on ----------------------------------------------------------------

    /**
     * Returns twice the number of fences that this process has called for exactly these participants; plus one if it
     * gave up the last. Returns {@link #WAITING} if others wait before the construct that asks.
     *
     * @param place that of the construct, if it is a fence
     */
    public synchronized long called(Set<ProcId> participants, @Nullable FencePlace place) {
        Line line = lines.get(participants);
        if (line != null && line.hasWaiting(place)) {
            return WAITING;
        }
        boolean isOwed = line != null && line.rest.stream().anyMatch(OwedFence.class::isInstance);
        boolean isPlace = line != null && line.first instanceof FencePlace;
        long called = CALLED.getOrDefault(participants, 0L) + (isOwed ? 1 : 0) - (isPlace ? 1 : 0);
        return 2 * called + (line != null && line.isGivenUp() ? 1 : 0);
    }

    /**
     * Lets fences that members of a new group have given up count for none of its own: the members that have not called
     * the last one call it now, and nobody waits for it. Does nothing if members count differently or wait for a
     * fence, or if this process has called one since: of two constructs at once only the first one agrees.
     *
     * @param called what {@link #called} returned to each member before it called the construct
     */
    public synchronized void agree(Handle handle, List<ProcId> members, Map<ProcId, Long> called) {
        Set<ProcId> participants = Set.copyOf(members);
        long own = Objects.requireNonNull(called.get(handle.session.self())) >> 1;
        if (countAlike(called) && called(participants, null) >> 1 == own) {
            lateSuccesses.remove(participants);
            Line line = lines.get(participants);
            if (line != null) {
                line.isSettled = true;
            }
            if (own < Collections.max(called.values()) / 2) {
                owe(handle, members);
            }
        }
    }

    /** Returns whether members count alike, but for a last fence that some have given up and others have not called. */
    private static boolean countAlike(Map<ProcId, Long> called) {
        long least = Collections.min(called.values());
        return least != WAITING
                && called.values().stream().allMatch(each -> each / 2 == least / 2 || each == least / 2 * 2 + 3);
    }

    /**
     * Lets the fence of a construct be that of all members, where it took over one that was given up here: if all had
     * called as many before, the others have passed that one. Where some have lost count, because a fence has failed,
     * all count alike from here on.
     *
     * @param called as for {@link #agree}
     */
    public static void met(Handle handle, List<ProcId> members, Map<ProcId, Long> called, boolean tookOver) {
        long own = Objects.requireNonNull(called.get(handle.session.self())) / 2;
        long least = Collections.min(called.values()) / 2;
        long most = Collections.max(called.values()) / 2;
        if (countAlike(called)) {
            if (tookOver && own == least) {
                owe(handle, members);
            }
        } else if (!called.containsValue(WAITING) && most - least >= UNKNOWN) {
            CALLED.merge(Set.copyOf(members), most - own + (tookOver ? 1 : 0), Long::sum);
        }
    }

    private static void owe(Handle handle, List<ProcId> members) {
        OwedFence owed = new OwedFence(handle.own(), members);
        CompletableFuture<?> _ = owed.submit(Deadline.collectiveNanos(handle.defaultTimeout));
    }

    /** Returns a success of a fence that was given up, which the next one may take. */
    private FenceCall.@Nullable LateSuccess unclaimed(
            Line line, Set<ProcId> participants, int status, @Nullable FenceCall next) {
        FenceCall fence = line.first;
        if (fence instanceof FencePlace) {
            FenceCall.LateSuccess kept = lateSuccesses.get(participants);
            return kept != null && next != null && next.isRepeatOf(kept) ? lateSuccesses.remove(participants) : null;
        }
        return fence.countsForNext() && !line.isSettled && status == StatusCodes.SUCCESS ? fence.lateSuccess() : null;
    }

    /** Returns whether a fence takes the answer to another one. It is given up before, or not at all. */
    private static boolean takes(FenceCall heir, int status) {
        return status == StatusCodes.SUCCESS ? heir.claim() : !heir.hasFailed();
    }

    /** Returns the next fence that somebody waits for. */
    private static @Nullable FenceCall poll(Deque<FenceCall> rest) {
        FenceCall next = rest.poll();
        while (next != null && next.hasFailed()) {
            drop(next);
            next = rest.poll();
        }
        return next;
    }
}
