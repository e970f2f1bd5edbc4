// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;

/** Calls {@code PMIx_Group_join_nb}, to answer a leader that uses libpmix alone. */
final class JoinCall extends StatusCall {
    private final String group;
    private final ProcId leader;
    private final int answer;
    private final Attributes directives;

    JoinCall(Handle handle, String what, String group, ProcId leader, int answer, Attributes directives) {
        super(handle, what);
        this.group = group;
        this.leader = leader;
        this.answer = answer;
        this.directives = directives;
        MessageSize.check(what, MessageSize.of(directives));
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = directives.isEmpty() ? InfoArray.NONE : InfoArray.allocate(memory, directives, 0);
        MemorySegment to = ProcCodec.proc(memory, leader);
        return Libpmix.groupJoin(memory.allocateFrom(group), to, answer, infos, cbdata);
    }
}
