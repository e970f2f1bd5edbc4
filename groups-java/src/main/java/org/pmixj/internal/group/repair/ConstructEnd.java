// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.jspecify.annotations.Nullable;
import org.pmixj.group.Members;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.ConstructCall;

/**
 * Calls a construct once more that is under way. The server takes the two for one, which it ends after the timeout of this
 * one, here and at the other servers.
 */
final class ConstructEnd extends NativeCall<Void> {
    // The least that libpmix counts.
    private static final long SECONDS = 1;
    private final String name;
    private final Members members;

    ConstructEnd(ConstructCall ended) {
        super(ended.handle(), "cancel of group '" + ended.name + "'");
        this.name = ended.name;
        this.members = ended.known();
    }

    // Runs within an operation that is recorded.
    @Override
    public String verb() {
        return "";
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, 1).timeout(memory, SECONDS);
        MemorySegment procs = ProcCodec.procs(memory, members);
        return Libpmix.groupConstruct(memory.allocateFrom(name), procs, members.size(), infos, cbdata);
    }

    /** The other call receives the same. */
    @Override
    protected @Nullable Void decode(int status, MemorySegment none, long count) {
        return null;
    }
}
