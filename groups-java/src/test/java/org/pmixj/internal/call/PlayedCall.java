// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.internal.base.StatusCodes;

/** A call whose native function is played. It succeeds with its status as the result; a negative status is a failure. */
class PlayedCall extends NativeCall<Integer> {
    /** So many times libpmix was called. */
    int starts;

    PlayedCall(Handle handle, String what) {
        super(handle, what);
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        starts++;
        return StatusCodes.SUCCESS;
    }

    @Override
    protected Integer decode(int status, MemorySegment data, long count) {
        StatusCodes.check(what, Math.min(status, 0));
        return status;
    }
}
