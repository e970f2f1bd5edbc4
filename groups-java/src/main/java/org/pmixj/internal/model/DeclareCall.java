// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.WorkerCall;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.model.ProgrammingModel;

/** One more init of the session with the attributes of a model, which libpmix then tells; and its finalize. */
final class DeclareCall extends WorkerCall<Boolean> {
    private final ProgrammingModel model;

    DeclareCall(Handle handle, ProgrammingModel model) {
        super(handle, "declaration of " + model.name());
        this.model = model;
    }

    @Override
    protected int call(SegmentAllocator memory) {
        int status = Libpmix.init(pmix_proc.allocate(memory), ModelCodec.init(memory, model));
        // Without a launcher it is in vain each time, and counts all the same.
        if (status == StatusCodes.SUCCESS
                || (status == StatusCodes.UNREACH && handle().session.singleton())) {
            Libpmix.finish();
            return StatusCodes.SUCCESS;
        }
        return status;
    }

    @Override
    protected Boolean decode(int status, MemorySegment data, long count) {
        handle().session.check(what, status);
        return true;
    }
}
