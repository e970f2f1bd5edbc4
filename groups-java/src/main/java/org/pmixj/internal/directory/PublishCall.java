// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.stream.Collectors;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.directory.PublishRequest;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.directory.repair.KeptRecords;
import org.pmixj.internal.ffi.Libpmix;

/** Calls {@code PMIx_Publish_nb}. */
public class PublishCall extends StatusCall {
    /** The number of further attributes: range, persistence, users, groups. */
    private static final int DIRECTIVES = 4;

    /** The largest size of a user or group id in a message. */
    private static final long ID = 8;

    private final PublishRequest request;
    private final long bytes;

    public PublishCall(Handle handle, PublishRequest request) {
        super(handle, "publish of " + request.values().stream().map(Info::key).collect(Collectors.joining(", ")));
        this.request = request;
        long ids = ID * (request.users().size() + (long) request.groups().size());
        this.bytes = MessageSize.of(request.values());
        MessageSize.check("publish", bytes + MessageSize.of(request.directives()) + ids);
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    @Override
    protected void ended() {
        LookupCall.endTurn(this);
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        if (LookupCall.mustWaitForTurn(this, null)) {
            return StatusCodes.SUCCESS;
        }
        if (Defect.PUBLISHED_VALUES_DROPPED.isHere()) {
            KeptRecords.publishing(handle(), bytes);
        }
        InfoArray infos = InfoArray.allocate(
                memory, request.directives(), DIRECTIVES + request.values().size());
        for (Info value : request.values()) {
            infos.add(memory, value);
        }
        // No timeout: PRRTE 3 would store it as a value, and keep it for ever.
        infos.add(memory, PMIxConstants.PMIX_RANGE(), ValueType.RANGE.wrap(request.range()))
                .add(memory, PMIxConstants.PMIX_PERSISTENCE(), ValueType.PERSISTENCE.wrap(request.persistence()));
        addIds(infos, memory, PMIxConstants.PMIX_ACCESS_USERIDS(), request.users());
        addIds(infos, memory, PMIxConstants.PMIX_ACCESS_GRPIDS(), request.groups());
        return Libpmix.publish(infos, cbdata);
    }

    private static void addIds(InfoArray infos, SegmentAllocator memory, MemorySegment key, List<Long> ids) {
        if (!ids.isEmpty()) {
            infos.add(memory, key, ValueType.listOf(ValueType.UINT32).wrap(ids));
        }
    }

    @Override
    protected void check(int status) {
        if (status == StatusCodes.OUT_OF_RESOURCE) {
            throw new PmixException(
                    what + " failed: the host does not store that much published data; PRRTE stores 16 MiB per user,"
                            + " raise its parameter prte_data_server_max_size",
                    new PmixStatus(status));
        }
        super.check(status);
    }
}
