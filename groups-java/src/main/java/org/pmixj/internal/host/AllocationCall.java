// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.Attributes;
import org.pmixj.host.AllocationRequest;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.ffi.Libpmix;

/** Calls {@code PMIx_Allocation_request_nb}. */
public final class AllocationCall extends HostCall<Attributes> {
    private final AllocationRequest request;
    private volatile boolean called;

    public AllocationCall(Handle handle, AllocationRequest request) {
        super(handle, "allocation request");
        this.request = request;
        MessageSize.check(what, MessageSize.of(request.directives()));
    }

    /** Returns whether libpmix was called, so that the host may have the request. */
    public boolean wasCalled() {
        return called;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, request.directives(), 0);
        called = true;
        return Libpmix.allocate(request.kind().code(), infos, cbdata);
    }

    @Override
    protected Attributes result(Attributes answer) {
        return answer;
    }
}
