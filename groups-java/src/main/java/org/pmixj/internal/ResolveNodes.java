// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code PMIx_Resolve_nodes}. */
final class ResolveNodes extends BlockingCall<List<String>> {
    private final @Nullable String nspace;
    private MemorySegment nodes = MemorySegment.NULL;

    ResolveNodes(Context context, @Nullable String nspace) {
        super(context, "resolving the nodes of " + (nspace == null ? "all jobs" : nspace));
        this.nspace = nspace;
    }

    @Override
    int call(SegmentAllocator memory) {
        MemorySegment result = memory.allocate(ValueLayout.ADDRESS);
        int status = Native.resolveNodes(Marshal.text(memory, nspace), result);
        nodes = result.get(ValueLayout.ADDRESS, 0);
        return status;
    }

    @Override
    List<String> decode(int status, MemorySegment none, long count) {
        context().session.check(what, status);
        String names = Marshal.readText(nodes);
        return names == null ? List.of() : HostQueries.split(names);
    }

    @Override
    void free() {
        Native.freeText(nodes);
    }
}
