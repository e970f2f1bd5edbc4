// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.WorkerCall;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.PackedSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;

/** Calls the two functions that find the processes on a node and the nodes of a job. */
final class ResolveCalls {
    private ResolveCalls() {}

    private static String named(@Nullable String nspace) {
        return nspace == null ? "all jobs" : nspace;
    }

    /** Calls {@code PMIx_Resolve_peers}. */
    static final class Peers extends WorkerCall<List<ProcId>> {
        private final @Nullable String host;
        private final @Nullable String nspace;
        private MemorySegment procs = MemorySegment.NULL;
        private long size;

        Peers(Handle handle, @Nullable String host, @Nullable String nspace) {
            super(handle, "resolving the processes of " + named(nspace) + " on " + (host == null ? "this node" : host));
            this.host = host;
            this.nspace = nspace;
            MessageSize.check("resolving of processes", PackedSize.text(host) + PackedSize.text(nspace));
        }

        @Override
        protected int call(SegmentAllocator memory) {
            MemorySegment result = memory.allocate(ValueLayout.ADDRESS);
            MemorySegment count = memory.allocate(ValueLayout.JAVA_LONG);
            int status =
                    Libpmix.resolvePeers(ProcCodec.text(memory, host), ProcCodec.text(memory, nspace), result, count);
            procs = MemorySegment.ofAddress(result.get(ValueLayout.JAVA_LONG, 0));
            size = count.get(ValueLayout.JAVA_LONG, 0);
            return status;
        }

        @Override
        protected List<ProcId> decode(int status, MemorySegment none, long count) {
            handle().session.check(what, status);
            return List.copyOf(ProcCodec.read(ProcCodec.array(procs, size, pmix_proc.sizeof())));
        }

        @Override
        protected void free() {
            if (procs.address() != 0) {
                Libpmix.freeProcs(procs, size);
            }
        }
    }

    /** Calls {@code PMIx_Resolve_nodes}. */
    static final class Nodes extends WorkerCall<List<String>> {
        private final @Nullable String nspace;
        private MemorySegment nodes = MemorySegment.NULL;

        Nodes(Handle handle, @Nullable String nspace) {
            super(handle, "resolving the nodes of " + named(nspace));
            this.nspace = nspace;
        }

        @Override
        protected int call(SegmentAllocator memory) {
            MemorySegment result = memory.allocate(ValueLayout.ADDRESS);
            int status = Libpmix.resolveNodes(ProcCodec.text(memory, nspace), result);
            nodes = MemorySegment.ofAddress(result.get(ValueLayout.JAVA_LONG, 0));
            return status;
        }

        @Override
        protected List<String> decode(int status, MemorySegment none, long count) {
            handle().session.check(what, status);
            String names = ProcCodec.readText(nodes);
            return names == null ? List.of() : HostList.names(names);
        }

        @Override
        protected void free() {
            Libpmix.freeText(nodes);
        }
    }
}
