// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;

/**
 * One {@code PMIx_Fence_nb}. The server knows it by its participants alone. So one that was given up here, because a
 * participant left a group, is still there, and the next of the same participants is the same one to it: that has the
 * answer to the first, and takes no part of its own, with which this process would be one ahead of the others for good.
 */
class Fence extends Action {
    /** Fences of members of groups that the server has not answered, by their participants. */
    static final class Unanswered {
        private final ConcurrentHashMap<List<ProcId>, Fence> fences = new ConcurrentHashMap<>();
        /** Those that were given up and have succeeded since, with the others' next; until when they count. */
        private final ConcurrentHashMap<List<ProcId>, Long> done = new ConcurrentHashMap<>();

        /** Whether the others have passed a fence with what this process had given up. */
        private boolean isDone(List<ProcId> participants) {
            Long until = done.isEmpty() ? null : done.remove(participants);
            return until != null && System.nanoTime() < until;
        }

        /** Whether a fence is one that was given up before. */
        private boolean takesOver(Fence next, List<ProcId> participants) {
            Fence earlier = fences.isEmpty() ? null : fences.get(participants);
            return earlier != null && earlier.isTakenOver(next);
        }
    }

    private final List<ProcId> procs;
    private final boolean collect;
    private final long seconds;
    private final @Nullable Membership membership;
    private final int departures;

    private List<ProcId> participants = List.of();
    private volatile boolean heir;
    private volatile int status = Status.TIMEOUT;
    private volatile boolean forsaken;
    // Guarded by this.
    private boolean answered;
    private @Nullable Fence next;

    Fence(Context context, String what, List<ProcId> procs, boolean collect, Duration timeout) {
        this(context, what, procs, collect, timeout, null);
    }

    /** Of those who are in a group; it ends if one of them goes. */
    Fence(
            Context context,
            String what,
            List<ProcId> procs,
            boolean collect,
            Duration timeout,
            @Nullable Membership membership) {
        super(context, what);
        this.membership = membership;
        this.departures = membership == null ? 0 : membership.departures();
        this.procs = procs;
        this.collect = collect;
        this.seconds = CollectiveBound.seconds(timeout);
        if (!procs.isEmpty()) {
            MessageSize.check(what, MessageSize.ofProcs(procs));
        }
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        participants = context().session.translate(procs);
        if (membership != null) {
            membership.begin(this, departures);
        }
        Unanswered unanswered = context().session.fences;
        if (unanswered.isDone(participants)) {
            return Status.OPERATION_SUCCEEDED;
        }
        heir = unanswered.takesOver(this, participants);
        if (heir) {
            return Status.SUCCESS;
        }
        if (membership != null) {
            unanswered.fences.put(participants, this);
        }
        Infos infos = Infos.allocate(memory, 2).timeout(memory, seconds);
        if (collect) {
            infos.flag(memory, PMIxConstants.PMIX_COLLECT_DATA());
        }
        return Native.fence(Marshal.procs(memory, participants), participants.size(), infos, cbdata);
    }

    /** It is given up because a participant has left. */
    void forsake() {
        forsaken = true;
    }

    private synchronized boolean isTakenOver(Fence by) {
        if (answered || wanted() || (next != null && next.wanted())) {
            return false;
        }
        next = by;
        return true;
    }

    // The bound of the one that was given up is not that of this.
    @Override
    long again(int answer) {
        return heir && answer == Status.TIMEOUT ? 0 : NOT_AGAIN;
    }

    @Override
    void ended() {
        Unanswered unanswered = context().session.fences;
        Fence waiting;
        synchronized (this) {
            answered = true;
            waiting = next;
            if (waiting == null && forsaken && status == Status.SUCCESS && !wanted()) {
                unanswered.done.put(participants, System.nanoTime() + seconds * 1_000_000_000L);
            }
        }
        unanswered.fences.remove(participants, this);
        if (membership != null) {
            membership.end(this);
        }
        if (waiting != null && Inflight.take(waiting.token) != null) {
            waiting.arrived(status, MemorySegment.NULL, 0);
        }
    }

    @Override
    void check(int answer) {
        status = answer;
        if (answer == Status.INVALID_ARG) {
            throw new PmixException(
                    what + " failed: the participants differ in whether they collect data (PMIX_COLLECT_DATA)",
                    new PmixStatus(answer));
        }
        CollectiveBound.check(what, answer, seconds);
    }
}
