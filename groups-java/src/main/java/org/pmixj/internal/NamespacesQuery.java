// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_query;

/** Asks the host for the namespaces it knows; the answer separates them by commas. */
final class NamespacesQuery extends Operation<String> {
    NamespacesQuery(Context context, String what) {
        super(context, what);
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        MemorySegment keys = memory.allocate(ValueLayout.ADDRESS, 2);
        keys.set(ValueLayout.ADDRESS, 0, PMIxConstants.PMIX_QUERY_NAMESPACES());
        MemorySegment query = pmix_query.allocate(memory);
        pmix_query.keys(query, keys);
        return Native.query(query, 1, cbdata);
    }

    @Override
    String decode(int status, MemorySegment infos, long count) {
        Status.check(what, status);
        return Infos.find(infos, count, PMIxConstants.PMIX_QUERY_NAMESPACES()) instanceof PmixValue.Str names
                ? names.value()
                : "";
    }
}
