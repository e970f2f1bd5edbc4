// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import org.pmixj.ValueType;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.ffi.PMIxConstants;

/** One {@code PMIx_Unpublish_nb}. */
final class Unpublish extends Action {
    private final UnpublishRequest request;
    private final long seconds;

    Unpublish(Context context, UnpublishRequest request, Duration timeout) {
        super(context, "unpublish of " + (request.keys().isEmpty() ? "everything" : request.keys()));
        this.request = request;
        this.seconds = CollectiveBound.seconds(timeout);
        MessageSize.check("unpublish", MessageSize.ofNames(request.keys()) + MessageSize.of(request.attributes()));
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        Infos infos = Infos.allocate(memory, request.attributes(), 2)
                .add(memory, PMIxConstants.PMIX_RANGE(), ValueType.RANGE.wrap(request.range()))
                .timeout(memory, seconds);
        List<String> names = Find.names(request.keys());
        return Native.unpublish(Marshal.texts(memory, names), infos, cbdata);
    }

    @Override
    void check(int status) {
        context().session.check(what, status);
    }
}
