// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.data.FenceCall;
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
 */
public final class FenceQueue implements SessionPart {
    private static final SessionPart.Slot<FenceQueue> SLOT = new SessionPart.Slot<>(11) {
        @Override
        protected FenceQueue create(Session session) {
            return new FenceQueue(new FenceQueue(null));
        }
    };

    /** The queue of connects and disconnects, which do not wait for fences; null in that queue itself. */
    private final @Nullable FenceQueue connects;

    private FenceQueue(@Nullable FenceQueue connects) {
        this.connects = connects;
    }

    /** Returns the queue of fences, or the one of connects. */
    public static FenceQueue of(Session session, boolean connects) {
        FenceQueue fences = session.part(SLOT);
        return connects ? Objects.requireNonNull(fences.connects) : fences;
    }

    // Only a process that never calls a fence again after it gave it up keeps so many.
    private static final int MOST = 1000;

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
        private final FenceCall first;
        private @Nullable FenceCall heir;
        private final Queue<FenceCall> rest = new ArrayDeque<>();

        Line(FenceCall first) {
            this.first = first;
        }
    }

    // Guarded by this. Unordered, because the server ignores the order of participants too.
    private final Map<Set<ProcId>, Line> lines = new HashMap<>();
    private final DueFences due = new DueFences();
    /**
     * By participants, the oldest first: what was given up and then succeeded, before this process called the next one.
     */
    private final Map<Set<ProcId>, FenceCall.LateSuccess> lateSuccesses = new LinkedHashMap<>();

    /** Queues a call, and returns its place. */
    public synchronized Place place(FenceCall fence, Set<ProcId> participants) {
        if (!Defect.FENCES_ALIKE.isHere()) {
            return Place.FIRST;
        }
        FenceCall.LateSuccess earlier = lateSuccesses.get(participants);
        if (earlier != null && fence.isRepeatOf(earlier)) {
            lateSuccesses.remove(participants);
            return Place.SUCCEEDED;
        }
        Line line = lines.get(participants);
        if (line == null) {
            lines.put(participants, new Line(fence));
            return startsLater(fence, participants) ? Place.QUEUED : Place.FIRST;
        }
        FenceCall before = line.heir;
        if (line.first.hasFailed()
                && (before == null || before.hasFailed())
                && line.rest.isEmpty()
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

    /** Starts a fence when the server has forgotten that of an earlier session. Returns false if there is none. */
    private boolean startsLater(FenceCall fence, Set<ProcId> participants) {
        long wait = LeftFences.nanosLeft(connects == null, participants);
        if (wait > 0) {
            fence.handle().session.timers.later(wait, () -> {
                if (fence.hasFailed()) {
                    drop(fence);
                } else {
                    due.ask(fence);
                }
            });
        }
        return wait > 0;
    }

    @Override
    public void sessionEnded() {
        synchronized (this) {
            lines.forEach((participants, line) -> LeftFences.add(connects == null, participants, line.first));
        }
        if (connects != null) {
            connects.sessionEnded();
        }
    }

    /** Removes a fence that nobody waits for and that did not call libpmix. */
    static void drop(FenceCall fence) {
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
            next = poll(line.rest);
            if (heir == null && fence.countsForNext() && status == StatusCodes.SUCCESS) {
                while (next != null && next.kind() == fence.kind() && !takes(next, status)) {
                    drop(next);
                    next = poll(line.rest);
                }
                if (next == null) {
                    keep(participants, fence);
                } else if (next.kind() == fence.kind()) {
                    heir = next;
                    next = poll(line.rest);
                }
            }
            if (next != null) {
                Line rest = new Line(next);
                rest.rest.addAll(line.rest);
                lines.put(participants, rest);
            }
        }
        if (unwanted != null) {
            drop(unwanted);
        }
        // A claimed heir has to be completed, even if the end of the session has taken it out of InFlight.
        if (heir != null && (InFlight.take(heir.token) != null || status == StatusCodes.SUCCESS)) {
            heir.arrived(status, MemorySegment.NULL, 0);
        }
        if (next != null) {
            due.ask(next);
        }
    }

    /** Returns whether a fence takes the answer to another one. It is given up before, or not at all. */
    private static boolean takes(FenceCall heir, int status) {
        return status == StatusCodes.SUCCESS ? heir.claim() : !heir.hasFailed();
    }

    /** Returns the next fence that somebody waits for. */
    private static @Nullable FenceCall poll(Queue<FenceCall> rest) {
        FenceCall next = rest.poll();
        while (next != null && next.hasFailed()) {
            drop(next);
            next = rest.poll();
        }
        return next;
    }

    private void keep(Set<ProcId> participants, FenceCall fence) {
        if (lateSuccesses.size() >= MOST) {
            lateSuccesses.remove(lateSuccesses.keySet().iterator().next());
        }
        lateSuccesses.put(participants, fence.lateSuccess());
    }
}
