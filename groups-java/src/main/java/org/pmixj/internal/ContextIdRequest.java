// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;

/** Asks the host for the context id of a group that is constructed without it, as libpmix does for those it invites. */
final class ContextIdRequest extends HostRequest<Long> {
    private final String group;

    ContextIdRequest(Context context, String group) {
        super(context, "context id of group '" + group + "'");
        this.group = group;
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        Infos infos = Infos.allocate(memory, 2)
                .flag(memory, PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID())
                .add(memory, PMIxConstants.PMIX_GROUP_ID(), new PmixValue.Str(group));
        return Native.jobControl(MemorySegment.NULL, 0, infos, cbdata);
    }

    @Override
    Long result(Attributes answer) {
        for (Info info : answer) {
            if (info.key().equals(EventKeys.GROUP_CONTEXT_ID) && info.value() instanceof PmixValue.UInt number) {
                return number.bits();
            }
        }
        throw new PmixException(what + " failed: the host assigned none", new PmixStatus(Status.NOT_SUPPORTED));
    }
}
