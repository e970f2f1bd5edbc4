// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;

/** Ends a group for all members. */
public class Destruction extends Collective<Void> {
    protected final GroupImpl group;

    public Destruction(GroupImpl group, Duration timeout) {
        super(group.handle(), group.name("destruct"), group.membership(), true, timeout);
        this.group = group;
    }

    @Override
    protected NativeCall<?> attempt(Duration timeout) {
        return new Call(group, timeout);
    }

    @Override
    protected @Nullable Void succeeded(@Nullable Object answer) {
        group.destructed();
        return null;
    }

    @Override
    protected void failed() {
        group.destructed();
    }

    public static class Call extends StatusCall {
        protected final GroupImpl group;
        private final long seconds;

        public Call(GroupImpl group, Duration timeout) {
            super(group.handle(), group.name("destruct"));
            this.group = group;
            this.seconds = Deadline.seconds(timeout);
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            InfoArray infos = InfoArray.allocate(memory, 1).timeout(memory, seconds);
            return Libpmix.groupDestruct(memory.allocateFrom(group.id()), infos, cbdata);
        }

        @Override
        protected void check(int status) {
            Deadline.checkCollective(what, status, seconds);
        }

        // libpmix has forgotten the group, whatever the outcome.
        @Override
        protected void ended() {
            group.free();
        }
    }
}
