// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/** {@code PMIx_Abort}; without processes, of the whole job. */
final class Abort extends BlockingCall<Void> {
    private final int exit;
    private final String message;
    private final List<ProcId> procs;

    Abort(Context context, int exit, String message, List<ProcId> procs) {
        super(context, procs.isEmpty() ? "abort" : "abort of " + procs);
        this.exit = exit;
        this.message = message;
        this.procs = procs;
        MessageSize.check("abort", PackedSize.text(message) + MessageSize.ofProcs(procs));
    }

    @Override
    int call(SegmentAllocator memory) {
        return Native.abort(exit, memory.allocateFrom(message), Marshal.procs(memory, procs), procs.size());
    }

    @Override
    @Nullable
    Void decode(int status, MemorySegment none, long count) {
        context().session.check(what, status);
        return null;
    }
}
