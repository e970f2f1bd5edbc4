// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;

/** Removes the group of one attempt from libpmix. All its members do so. */
final class AttemptDestruct extends StatusCall {
    private final String name;

    AttemptDestruct(Handle handle, String name) {
        super(handle, "destruct of group '" + name + "'");
        this.name = name;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, 1).timeout(memory, Patience.OWN_LIBRARY / Patience.SECOND);
        return Libpmix.groupDestruct(memory.allocateFrom(name), infos, cbdata);
    }
}
