// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.WorkerCall;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.PackedSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.data.repair.AbortMessage;
import org.pmixj.internal.ffi.Libpmix;

/** Calls {@code PMIx_Abort}; without processes it aborts the whole job. */
public final class AbortCall extends WorkerCall<Void> {
    private final int exit;
    private final String message;
    private final List<ProcId> procs;

    public AbortCall(Handle handle, int exit, String message, List<ProcId> procs) {
        super(handle, procs.isEmpty() ? "abort" : "abort of " + procs);
        this.exit = exit;
        this.message = message;
        this.procs = procs;
        MessageSize.check("abort", PackedSize.text(message) + MessageSize.ofProcs(procs));
    }

    /** Aborts the job of this process, prints why, and ends this process. */
    public static void abort(Handle handle, int status, String message) {
        AbortCall call = new AbortCall(handle, status, message, List.of());
        if (Defect.ABORT_MESSAGE_LOST.isHere()) {
            AbortMessage.print(handle.session.self(), status, message);
        }
        call.end();
    }

    /** Aborts the job, and ends this process. Without a server nobody else ends it. */
    void end() {
        try {
            // An interrupt of this thread must not prevent the abort.
            runUninterruptibly(Deadline.toNanos(handle().defaultTimeout));
        } catch (Throwable e) {
            if (!handle().session.singleton()) {
                System.err.println("pmixj: the job could not be aborted: " + e);
            }
        } finally {
            // In a recoverable job PRRTE (seen with 5.0.0rc1) mostly does not end this process. Shutdown hooks of the
            // application could wait for the peers.
            Log.halt(exit);
        }
    }

    @Override
    protected int call(SegmentAllocator memory) {
        return Libpmix.abort(exit, memory.allocateFrom(message), ProcCodec.procs(memory, procs), procs.size());
    }
}
