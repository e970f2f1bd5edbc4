// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.GetOptions;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Membership;

/**
 * Puts a value under a key that is used once, commits it, and fences. Afterwards each participant can read what the
 * others have put. The host does not distinguish fences of the same participants: if some of them call two operations
 * in another order than the rest, a fence ends before all values are there. So {@link #readAll} waits for the values
 * themselves.
 */
public class ShareCall extends FenceCall {
    private final String key;
    private final PmixValue value;
    /** Whether the value was put: the fence may start again, on the progress thread, which must not wait. */
    private volatile boolean isShared;

    public ShareCall(
            Handle handle,
            String what,
            List<ProcId> procs,
            Duration timeout,
            Membership membership,
            String key,
            PmixValue value) {
        super(handle, what, procs, true, timeout, membership);
        this.key = key;
        this.value = value;
    }

    // A commit waits for the server.
    @Override
    protected final boolean chooseWorker() {
        return true;
    }

    @Override
    protected final int start(SegmentAllocator memory, MemorySegment token) {
        if (isShared) {
            return super.start(memory, token);
        }
        isShared = true;
        new DataExchange(handle()).put(Scope.GLOBAL, key, value);
        int status = DataExchange.commitNow(handle().session);
        return status == StatusCodes.SUCCESS ? super.start(memory, token) : status;
    }

    /**
     * Returns what some processes have put. Mostly the fence has brought it to this node. If the fence met another
     * operation, one of the next brings it; or none does, if this process had called the fence for an operation that it
     * gave up, before it put the value. So the node of the process is asked in the end.
     *
     * @param late returns the exception for a process whose value is not there in time
     */
    public static Map<ProcId, PmixValue> readAll(
            Handle handle,
            String what,
            List<ProcId> procs,
            String key,
            long deadline,
            Function<ProcId, PmixException> late) {
        long fenced = Deadline.in(Math.clamp(Deadline.until(deadline) / 2, 0, Patience.GRACE));
        Map<ProcId, PmixValue> found = new HashMap<>();
        for (ProcId proc : procs) {
            PmixValue value = read(handle, what, proc, key, fenced, deadline);
            if (value == null) {
                throw late.apply(proc);
            }
            found.put(proc, value);
        }
        return found;
    }

    private static @Nullable PmixValue read(
            Handle handle, String what, ProcId proc, String key, long fenced, long deadline) {
        GetCall gets = new GetCall(handle);
        long end = Deadline.in(Math.max(Patience.GRACE, Deadline.until(deadline)));
        while (true) {
            Duration timeout = Duration.ofNanos(Math.clamp(Deadline.until(end), 1, Patience.GRACE));
            GetOptions anywhere = GetOptions.defaults();
            try {
                return gets.get(proc, key, Deadline.until(fenced) > 0 ? anywhere.immediate() : anywhere, timeout);
            } catch (PmixException e) {
                if (!isAbsent(e)) {
                    throw e;
                } else if (Deadline.until(end) <= 0) {
                    return null;
                }
            }
            LockSupport.parkNanos(Patience.NEXT_GET);
            if (Thread.currentThread().isInterrupted()) {
                throw StatusCodes.interrupted(what);
            }
        }
    }

    /** Returns whether a get failed because the value is not there. OpenPMIx 5.0.7 says of another node just error. */
    private static boolean isAbsent(PmixException failure) {
        return failure instanceof PmixException.NotFound
                || failure instanceof PmixException.Timeout
                || (failure.status().code() == StatusCodes.ERROR && !(failure instanceof PmixException.Interrupted));
    }

    /** Returns those of some processes of which the host has no value under a key within a second. */
    public static List<ProcId> missing(Handle handle, List<ProcId> procs, String key) {
        // Not the application's executor, which may be waiting for this.
        Handle own = handle.own();
        Map<ProcId, CompletableFuture<Boolean>> absent = new LinkedHashMap<>();
        for (ProcId proc : procs) {
            // Not an immediate get: PRRTE would not ask the other nodes.
            absent.put(
                    proc,
                    new GetCall(own)
                            .getAsync(proc, key, GetOptions.defaults(), Duration.ofNanos(Patience.GRACE), _ -> false)
                            .exceptionally(_ -> true));
        }
        absent.values().removeIf(answer -> !answer.join());
        return List.copyOf(absent.keySet());
    }

    /**
     * Returns whether the host has a value of all processes, after a failure. Then they have this operation behind
     * them, or will have, so that this process must not repeat it.
     *
     * @param failure gets a failure of the question as a suppressed one
     */
    public static boolean haveAllPut(Handle handle, List<ProcId> procs, String key, Throwable failure) {
        try {
            return missing(handle, procs, key).isEmpty();
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
            return false;
        }
    }
}
