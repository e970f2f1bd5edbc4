// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;

/** One {@code PMIx_Fence_nb}, in turn with others of the same participants. */
class Fence extends Action {
    private final List<ProcId> procs;
    private final boolean collect;
    private final long seconds;
    private final @Nullable Membership membership;
    private final int departures;

    // Set when it begins.
    private List<ProcId> asked = List.of();
    private Set<ProcId> participants = Set.of();
    private MemorySegment procsGiven = MemorySegment.NULL;
    private @Nullable Infos infos;
    private MemorySegment cbdata = MemorySegment.NULL;

    private volatile boolean heir;
    private volatile int status = Status.TIMEOUT;
    private volatile boolean forsaken;

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
    int start(SegmentAllocator memory, MemorySegment token) {
        asked = context().session.translate(procs);
        participants = Set.copyOf(asked);
        procsGiven = Marshal.procs(memory, asked);
        infos = Infos.allocate(memory, 2).timeout(memory, seconds);
        if (collect) {
            infos.flag(memory, PMIxConstants.PMIX_COLLECT_DATA());
        }
        cbdata = token;
        if (membership != null) {
            membership.begin(this, departures);
        }
        Fences.Place place = turns().place(this, participants);
        heir = place == Fences.Place.HEIR;
        if (place == Fences.Place.DONE) {
            return Status.OPERATION_SUCCEEDED;
        }
        return place == Fences.Place.FIRST ? call() : Status.SUCCESS;
    }

    private int call() {
        return call(procsGiven, asked.size(), Objects.requireNonNull(infos), cbdata);
    }

    /** Asks libpmix. */
    int call(MemorySegment procsAsked, long count, Infos directives, MemorySegment answerTo) {
        return Native.fence(procsAsked, count, directives, answerTo);
    }

    /** Those this one waits for. */
    Fences turns() {
        return context().session.fences;
    }

    /** Its turn has come. On any thread. */
    void ask() {
        int answer;
        try {
            context().session.enter(what);
        } catch (IllegalStateException e) {
            // The session ends, and this with it.
            return;
        }
        try {
            answer = call();
        } finally {
            context().session.exit();
        }
        if (answer != Status.SUCCESS && Inflight.take(token) != null) {
            arrived(answer == Status.OPERATION_SUCCEEDED ? Status.SUCCESS : answer, MemorySegment.NULL, 0);
        }
    }

    /** It is given up because a participant has left. */
    void forsake() {
        forsaken = true;
    }

    /** Whether that was so before it was answered. */
    boolean isForsaken() {
        return forsaken && isSettled();
    }

    /** Whether the answer to another that was given up is one to this. */
    boolean inherits(Fence other) {
        return true;
    }

    boolean isOfGroup() {
        return membership != null;
    }

    long nanos() {
        return seconds * 1_000_000_000L;
    }

    // The bound of the one that was given up is not that of this.
    @Override
    long again(int answer) {
        return heir && answer == Status.TIMEOUT ? 0 : NOT_AGAIN;
    }

    @Override
    void ended() {
        if (membership != null) {
            membership.end(this);
        }
        turns().ended(this, participants, status);
    }

    @Override
    void check(int answer) {
        status = answer;
        if (answer == Status.INVALID_ARG) {
            throw new PmixException(
                    what + " failed: the participants differ in whether they collect data (PMIX_COLLECT_DATA)",
                    new PmixStatus(answer));
        }
        if (answer == Status.NOT_FOUND && membership != null) {
            // The host does not find a job of the members: it has ended.
            throw new PmixException.LostConnection(
                    what + " failed: a job of the members has ended", new PmixStatus(answer));
        }
        CollectiveBound.check(what, answer, seconds);
    }
}
