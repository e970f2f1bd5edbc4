// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.EventKeys;

/** Asks the host for the context id of a group that is constructed without it, as libpmix does for those it invites. */
final class ContextIdCall extends HostCall<Long> {
    private final String group;

    ContextIdCall(Handle handle, String group) {
        super(handle, "context id of group '" + group + "'");
        this.group = group;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, 2)
                .flag(memory, PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID())
                .add(memory, PMIxConstants.PMIX_GROUP_ID(), new PmixValue.Str(group));
        return Libpmix.jobControl(MemorySegment.NULL, 0, infos, cbdata);
    }

    @Override
    protected Long result(Attributes answer) {
        for (Info info : answer) {
            if (info.key().equals(EventKeys.GROUP_CONTEXT_ID) && info.value() instanceof PmixValue.UInt number) {
                return number.bits();
            }
        }
        throw new PmixException(what + " failed: the host assigned none", new PmixStatus(StatusCodes.NOT_SUPPORTED));
    }
}
