// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Key;
import org.pmixj.ValueType;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;

/** Calls {@code PMIx_Unpublish_nb}. */
public class UnpublishCall extends StatusCall {
    private final UnpublishRequest request;
    private final long seconds;
    /** Whether it takes no turn: the server receives it before what this process sends afterwards. */
    private final boolean isUrgent;

    public UnpublishCall(Handle handle, UnpublishRequest request, Duration timeout) {
        this(handle, request, timeout, false);
    }

    private UnpublishCall(Handle handle, UnpublishRequest request, Duration timeout, boolean isUrgent) {
        super(handle, "unpublish of " + (request.keys().isEmpty() ? "everything" : request.keys()));
        this.request = request;
        this.isUrgent = isUrgent;
        this.seconds = Deadline.seconds(timeout);
        MessageSize.check("unpublish", MessageSize.ofNames(request.keys()) + MessageSize.of(request.directives()));
    }

    /**
     * Removes values in turn, and returns at once. If the host refuses it, this asks again, within the default timeout. If the
     * session ends before, the values stay until the host removes those of the job.
     */
    public static void later(Handle handle, Key<?>... keys) {
        start(handle, false, keys);
    }

    /**
     * Removes values as {@link #later} does, but takes no turn: nothing that this process sends afterwards overtakes it,
     * unless the host refuses it at first.
     */
    public static void first(Handle handle, Key<?>... keys) {
        start(handle, true, keys);
    }

    private static void start(Handle handle, boolean isUrgent, Key<?>... keys) {
        UnpublishRequest request = UnpublishRequest.of(keys);
        Duration timeout = handle.defaultTimeout;
        try {
            CompletableFuture<?> _ = new UnpublishCall(handle.own(), request, timeout, isUrgent) {
                @Override
                protected long decideRetry(int status, long count) {
                    LookupCall.endTurn(this);
                    return status == StatusCodes.SUCCESS || status == StatusCodes.NOT_FOUND ? NO_RETRY : Patience.SLICE;
                }
            }.submit(Deadline.collectiveNanos(timeout), true);
        } catch (IllegalStateException e) {
            // The session is ending.
        }
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    @Override
    protected void ended() {
        LookupCall.endTurn(this);
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        if (!isUrgent && LookupCall.mustWaitForTurn(this, null)) {
            return StatusCodes.SUCCESS;
        }
        InfoArray infos = InfoArray.allocate(memory, request.directives(), 2)
                .add(memory, PMIxConstants.PMIX_RANGE(), ValueType.RANGE.wrap(request.range()))
                .timeout(memory, seconds);
        List<String> names = LookupCall.names(request.keys());
        return Libpmix.unpublish(ProcCodec.texts(memory, names), infos, cbdata);
    }
}
