// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.model.ProgrammingModel;

/** One more init of the session with the attributes of a model, which libpmix then tells; and its finalize. */
final class DeclareModel extends BlockingCall<Boolean> {
    private final ProgrammingModel model;

    DeclareModel(Context context, ProgrammingModel model) {
        super(context, "declaration of " + model.name());
        this.model = model;
    }

    @Override
    int call(SegmentAllocator memory) {
        int status = Native.init(pmix_proc.allocate(memory), ModelCodec.init(memory, model));
        // Without a launcher it is in vain each time, and counts all the same.
        if (status == Status.SUCCESS
                || (status == Status.UNREACH && context().session.singleton())) {
            Native.finish();
            return Status.SUCCESS;
        }
        return status;
    }

    @Override
    Boolean decode(int status, MemorySegment data, long count) {
        context().session.check(what, status);
        return true;
    }
}
