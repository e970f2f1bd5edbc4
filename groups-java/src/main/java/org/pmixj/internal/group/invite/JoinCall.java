// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;

/** Answers a leader that uses libpmix alone, with the data of this process. The outcome arrives as an event. */
final class JoinCall extends StatusCall {
    private final String group;
    private final ProcId leader;
    private final boolean accepted;

    JoinCall(Handle handle, String what, String group, ProcId leader, boolean accepted) {
        super(handle, what);
        this.group = group;
        this.leader = leader;
        this.accepted = accepted;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        return Libpmix.groupJoin(
                memory.allocateFrom(group),
                ProcCodec.proc(memory, leader),
                accepted ? PMIxConstants.PMIX_GROUP_ACCEPT() : PMIxConstants.PMIX_GROUP_DECLINE(),
                cbdata);
    }
}
