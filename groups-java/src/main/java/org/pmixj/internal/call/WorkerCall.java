// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.InFlight;

/** Calls a function that has no non-blocking form and may wait for the server, on {@link CallWorker}'s thread. */
public abstract class WorkerCall<T> extends NativeCall<T> {
    public WorkerCall(Handle handle, String what) {
        super(handle, what);
    }

    /** Calls the function. If it succeeds, {@link #decode} is called next, and then {@link #free}. */
    protected abstract int call(SegmentAllocator memory);

    /** Frees what the function has allocated. */
    protected void free() {}

    @Override
    protected final boolean chooseWorker() {
        return true;
    }

    @Override
    protected final int start(SegmentAllocator memory, MemorySegment cbdata) {
        int status = call(memory);
        if (status == StatusCodes.SUCCESS) {
            try {
                if (InFlight.take(token) != null) {
                    arrived(status, MemorySegment.NULL, 0);
                }
            } finally {
                free();
            }
        }
        return status;
    }

    /** Throws for a failure, and returns null: of most functions the status is all. */
    @Override
    protected @Nullable T decode(int status, MemorySegment none, long count) {
        handle().session.check(what, status);
        return null;
    }
}
