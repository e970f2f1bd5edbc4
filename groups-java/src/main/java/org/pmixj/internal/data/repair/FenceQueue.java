// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import org.pmixj.internal.base.Deadline;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
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
 * The fences of this process that are not over. The server knows one by its participants alone: of two at a time of the
 * same processes it would count both for the first, which would then succeed without another process. So there is one at
 * a time here, and those that come meanwhile wait for their turn.
 *
 * <p>One that was given up here, because its bound was over or a participant has left a group, is still there, and the
 * next of the same participants is the same one to the server: it has the answer to the first, and takes no part of its
 * own, with which this process would be one ahead of the others for good.
 */
public final class FenceQueue implements SessionPart {
    private static final SessionPart.Slot<FenceQueue> SLOT = new SessionPart.Slot<>(11) {
        @Override
        protected FenceQueue create(Session session) {
            return new FenceQueue();
        }
    };

    /** Returns the one of a session. */
    public static FenceQueue of(Session session) {
        return session.part(SLOT);
    }

    /** How a fence begins. */
    public enum Place {
        /** libpmix is asked. */
        FIRST,
        /** It has the answer to one that was given up. */
        HEIR,
        /** It waits for its turn. */
        QUEUED,
        /** The others have passed it with what this process had given up. */
        DONE
    }

    /** Of the same participants. */
    private static final class Line {
        private final FenceCall first;
        private @Nullable FenceCall heir;
        private final Queue<FenceCall> rest = new ArrayDeque<>();

        Line(FenceCall first) {
            this.first = first;
        }
    }

    // All guarded by this. In no order: the server has none either.
    private final Map<Set<ProcId>, Line> lines = new HashMap<>();
    /** Those that were given up and have succeeded since, with the others' next; until when they count. */
    private final Map<Set<ProcId>, Long> done = new HashMap<>();

    public synchronized Place place(FenceCall fence, Set<ProcId> participants) {
        if (!Defect.FENCES_ALIKE.isHere()) {
            return Place.FIRST;
        }
        Long until = fence.isOfGroup() ? done.remove(participants) : null;
        if (until != null && Deadline.until(until) > 0) {
            return Place.DONE;
        }
        Line line = lines.get(participants);
        if (line == null) {
            lines.put(participants, new Line(fence));
            return Place.FIRST;
        }
        FenceCall before = line.heir;
        if (line.first.isSettled()
                && (before == null || before.isSettled())
                && line.rest.isEmpty()
                && fence.inherits(line.first)) {
            line.heir = fence;
            if (before != null) {
                drop(before);
            }
            return Place.HEIR;
        }
        line.rest.add(fence);
        return Place.QUEUED;
    }

    /** Nobody waits for it, and libpmix was never asked. */
    private static void drop(FenceCall fence) {
        if (InFlight.take(fence.token) != null) {
            fence.ended();
        }
    }

    /**
     * A fence is over. Does nothing for one that libpmix was not asked for.
     *
     * @param status of the answer
     */
    public void ended(FenceCall fence, Set<ProcId> participants, int status) {
        FenceCall heir;
        FenceCall next;
        synchronized (this) {
            Line line = lines.get(participants);
            if (line == null || !line.first.equals(fence)) {
                return;
            }
            lines.remove(participants);
            heir = line.heir;
            if (heir == null && fence.isForsaken() && status == StatusCodes.SUCCESS) {
                heir = poll(line.rest);
                if (heir == null) {
                    keep(participants, fence.nanos());
                }
            }
            if (heir != null && !heir.inherits(fence)) {
                next = heir;
                heir = null;
            } else {
                next = poll(line.rest);
            }
            if (next != null) {
                Line rest = new Line(next);
                rest.rest.addAll(line.rest);
                lines.put(participants, rest);
            }
        }
        if (heir != null && InFlight.take(heir.token) != null) {
            heir.arrived(status, MemorySegment.NULL, 0);
        }
        if (next != null) {
            next.ask();
        }
    }

    /** The next one that somebody waits for. */
    private static @Nullable FenceCall poll(Queue<FenceCall> rest) {
        FenceCall next = rest.poll();
        while (next != null && next.isSettled()) {
            drop(next);
            next = rest.poll();
        }
        return next;
    }

    private void keep(Set<ProcId> participants, long nanos) {
        long now = Deadline.now();
        for (Iterator<Long> until = done.values().iterator(); until.hasNext(); ) {
            if (until.next() - now < 0) {
                until.remove();
            }
        }
        done.put(participants, now + nanos);
    }
}
