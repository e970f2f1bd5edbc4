// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.control.LogRequest;

/** One {@code PMIx_Log_nb}. */
final class LogAction extends Action {
    private final LogRequest request;

    LogAction(Context context, LogRequest request) {
        super(context, "log");
        this.request = request;
        MessageSize.check("log", MessageSize.of(request.data()) + MessageSize.of(request.directives()));
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        return Native.log(
                Infos.allocate(memory, request.data(), 0), Infos.allocate(memory, request.directives(), 0), cbdata);
    }

    @Override
    void check(int status) {
        if (status == Status.NOT_AVAILABLE) {
            throw new PmixException.NotSupported(
                    what + ": no channel of the host takes " + request.data(), new PmixStatus(status), null);
        }
        HostRequest.check(context(), what, status);
    }
}
