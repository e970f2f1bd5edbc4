// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_query;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.QueryCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcessTable;
import org.pmixj.internal.codec.RequestCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.value.Query;

/** Asks the host for the processes of a job, on this node or on all. Only those that have ended become objects. */
final class ProcessTableCall extends NativeCall<ProcessTable> {
    private final MemorySegment key;
    private final String nspace;

    ProcessTableCall(Handle handle, boolean local, String nspace) {
        MemorySegment table =
                local ? PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE() : PMIxConstants.PMIX_QUERY_PROC_TABLE();
        super(handle, "query of " + table.getString(0));
        this.key = table;
        this.nspace = nspace;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        Attributes job =
                Attributes.of(List.of(QueryCall.qualifier(PMIxConstants.PMIX_NSPACE(), new PmixValue.Str(nspace))));
        MemorySegment query = pmix_query.allocate(memory);
        RequestCodec.writeQuery(query, new Query(List.of(key.getString(0)), job), memory);
        return Libpmix.query(query, 1, cbdata);
    }

    @Override
    protected ProcessTable decode(int status, MemorySegment infos, long count) {
        // PRRTE answers BAD_PARAM if the namespace does not exist.
        if (status == StatusCodes.BAD_PARAM || status == StatusCodes.NOT_FOUND) {
            throw new PmixException.NotFound(what + " failed: there is no namespace " + nspace, new PmixStatus(status));
        }
        HostCall.check(
                handle(), what, status == StatusCodes.PARTIAL_SUCCESS && count > 0 ? StatusCodes.SUCCESS : status);
        MemorySegment value = InfoArray.locate(infos, count, key);
        ProcessTable table = value == null ? null : ProcessTable.read(value);
        if (table == null) {
            // Not a NotFound, which would mean that the job has ended.
            throw new PmixException(
                    what + " failed: the host answered without a table of processes",
                    new PmixStatus(StatusCodes.TYPE_MISMATCH));
        }
        return table;
    }
}
