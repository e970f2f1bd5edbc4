// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Calls {@code PMIx_Group_destruct_nb}, which waits until all members have called it. Without repairs neither a revocation
 * nor a departure ends it, but the host or its timeout.
 */
public class DestructCall extends StatusCall implements Roster.Ending {
    protected final GroupImpl group;
    private final long seconds;
    private final Attributes directives;

    public DestructCall(GroupImpl group, String what, Duration timeout, Attributes directives) {
        super(group.handle, what);
        this.group = group;
        this.seconds = Deadline.seconds(timeout);
        this.directives = directives;
    }

    @Override
    public List<ProcId> participants() {
        return group.members();
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, directives, 1).timeout(memory, seconds);
        return Libpmix.groupDestruct(memory.allocateFrom(group.id()), infos, cbdata);
    }

    @Override
    protected void check(int status) {
        Deadline.checkCollective(what, status, seconds);
        // The end of the exchanges depends on it.
        group.membership.markEndedForAll();
    }

    // libpmix has forgotten the group, whatever the outcome.
    @Override
    protected void ended() {
        group.free();
    }
}
