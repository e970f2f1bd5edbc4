// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;

/**
 * Notifies the other members that this process has left, by the event that libpmix sends for a group that it knows. It
 * also notifies members of this job that left earlier, because they wait until all have left: see {@link
 * MemberGroups#notBefore}.
 */
final class FenceLeave extends NotifyCall {
    private final GroupImpl group;

    FenceLeave(GroupImpl group, List<ProcId> notified) {
        Info instance = InfoAccess.number(WireKeys.GROUP_INSTANCE, group.instance);
        List<Info> infos = List.of(GroupEvents.id(group.id()), group.exchanges.sent(), instance);
        super(
                group.handle,
                Notice.to(notified, PMIxConstants.PMIX_GROUP_LEFT(), infos)
                        .affecting(List.of(group.handle.session.self())));
        this.group = group;
    }

    @Override
    protected void ended() {
        super.ended();
        GroupTable.of(handle().session).method.left(group.id(), group.members());
        group.free();
    }

    /** Returns the call that leaves a group of which no member needs to be notified, or none can be. */
    static StatusCall silent(GroupImpl group) {
        return new StatusCall(group.handle, group.name("leave")) {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                return StatusCodes.OPERATION_SUCCEEDED;
            }

            @Override
            protected void ended() {
                group.free();
            }
        };
    }
}
