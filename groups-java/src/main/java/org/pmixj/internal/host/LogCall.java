// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.host.LogRequest;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.ffi.Libpmix;

/** Calls {@code PMIx_Log_nb}. */
final class LogCall extends StatusCall {
    private final LogRequest request;

    LogCall(Handle handle, LogRequest request) {
        super(handle, "log");
        this.request = request;
        MessageSize.check("log", MessageSize.of(request.data()) + MessageSize.of(request.directives()));
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        return Libpmix.log(
                InfoArray.allocate(memory, request.data(), 0),
                InfoArray.allocate(memory, request.directives(), 0),
                cbdata);
    }

    @Override
    protected void check(int status) {
        if (status == StatusCodes.NOT_AVAILABLE) {
            throw new PmixException.NotSupported(
                    what + " failed: the host has no channel for " + request.data(), new PmixStatus(status), null);
        }
        HostCall.check(handle(), what, status);
    }
}
