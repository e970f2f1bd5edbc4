// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.QueryCalls;
import org.pmixj.internal.call.WorkerCall;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;

/** {@code PMIx_Resolve_nodes}. */
final class ResolveNodesCall extends WorkerCall<List<String>> {
    private final @Nullable String nspace;
    private MemorySegment nodes = MemorySegment.NULL;

    ResolveNodesCall(Handle handle, @Nullable String nspace) {
        super(handle, "resolving the nodes of " + (nspace == null ? "all jobs" : nspace));
        this.nspace = nspace;
    }

    @Override
    protected int call(SegmentAllocator memory) {
        MemorySegment result = memory.allocate(ValueLayout.ADDRESS);
        int status = Libpmix.resolveNodes(ProcCodec.text(memory, nspace), result);
        nodes = result.get(ValueLayout.ADDRESS, 0);
        return status;
    }

    @Override
    protected List<String> decode(int status, MemorySegment none, long count) {
        handle().session.check(what, status);
        String names = ProcCodec.readText(nodes);
        return names == null ? List.of() : QueryCalls.split(names);
    }

    @Override
    protected void free() {
        Libpmix.freeText(nodes);
    }
}
