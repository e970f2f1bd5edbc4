// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.repair.FenceQueue;

/**
 * Keeps a place among the fences of some processes for one that a later step of an operation calls. Until then, or
 * until it is given back, no fence that is called after it asks libpmix. It never asks libpmix itself.
 */
public final class FencePlace extends FenceCall {
    // Guarded by this: whether its turn has come, and the fence that has got the place before.
    private boolean hasTurn;
    private @Nullable FenceCall successor;

    private FencePlace(Handle handle, String what, List<ProcId> procs, Duration timeout) {
        super(handle, what, procs, false, timeout, null);
    }

    /** Takes the place behind all fences that were called before; null where the server distinguishes fences. */
    public static @Nullable FencePlace take(Handle handle, String what, List<ProcId> procs, Duration timeout) {
        if (!Defect.FENCES_ALIKE.isHere()) {
            return null;
        }
        FencePlace place = new FencePlace(handle.own(), what, procs, timeout);
        CompletableFuture<?> _ = place.submit(Deadline.collectiveNanos(timeout));
        return place;
    }

    /** Takes the place of a construct of a group, or returns null where that is no fence. */
    public static @Nullable FencePlace ofConstruct(Handle handle, String what, List<ProcId> procs, Duration timeout) {
        return handle.session.addresses().startsFencesInTurn() ? take(handle, what, procs, timeout) : null;
    }

    /** Gives the place to a fence. Returns false if its turn has not come; the fence asks libpmix when it comes. */
    public synchronized boolean passTo(FenceCall fence) {
        successor = fence;
        return hasTurn;
    }

    /** Gives places back, unless there are none, or fences have got them. */
    public static void giveBack(@Nullable FencePlace... places) {
        for (FencePlace place : places) {
            if (place != null) {
                place.fail(StatusCodes.interrupted(place.what));
                FenceQueue.drop(place);
            }
        }
    }

    @Override
    protected int call(MemorySegment procs, long count, InfoArray directives, MemorySegment answerTo) {
        ask();
        return StatusCodes.SUCCESS;
    }

    /** Takes the turn. Between the choice of this place and this call a fence may have got it. */
    @Override
    public void ask() {
        FenceCall next;
        synchronized (this) {
            hasTurn = true;
            next = successor;
        }
        if (next != null) {
            FenceQueue.of(handle().session, false).ask(next);
        } else if (hasFailed()) {
            // It was given back before it had a place.
            FenceQueue.drop(this);
        }
    }

    @Override
    public @Nullable Long endsAtServer() {
        return null;
    }

    // It has no name by which others ask whether it was called, and a recording shows the operation.
    @Override
    public List<ProcId> participants() {
        return List.of();
    }

    @Override
    public String verb() {
        return "";
    }
}
