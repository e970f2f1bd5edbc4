// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.group.Construction;

/**
 * A construct with a leader in which somebody has failed. It goes on as one by invitation: those who have called it have
 * accepted, and the leader decides about the rest. libpmix makes nothing of a leader here, so it is not called.
 */
public final class LedConstruct extends NativeCall<Group> {
    private final Construction group;
    private final Members members;
    private final ProcId leader;
    private final Duration timeout;
    private volatile @Nullable Group made;
    private volatile @Nullable Throwable failure;

    public LedConstruct(Construction group, Members members, ProcId leader, Duration timeout) {
        super(group.handle, group.what);
        this.group = group;
        this.members = members;
        this.leader = leader;
        this.timeout = timeout;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        AcceptOptions options = AcceptOptions.builder()
                .timeout(timeout)
                .policy(group.request.policy())
                .whenLeaderFails(group.request.whenLeaderFails())
                .build();
        group.reservation.asked();
        var _ = InviteTable.of(handle().session)
                .construct(
                        handle(),
                        InviteId.ofConstruct(group.id(), leader),
                        group.reservation,
                        members,
                        group.traits(),
                        options,
                        group.request.assignContextId())
                .whenComplete(new Outcome());
        return StatusCodes.SUCCESS;
    }

    private final class Outcome implements BiConsumer<@Nullable Group, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Group group, @Nullable Throwable cause) {
            made = group;
            failure = cause;
            if (InFlight.take(token) != null) {
                arrived(StatusCodes.SUCCESS, MemorySegment.NULL, 0);
            }
        }
    }

    @Override
    @Nullable
    protected Group decode(int status, MemorySegment none, long count) {
        if (failure instanceof RuntimeException cause) {
            throw cause;
        }
        return made;
    }

    @Override
    protected void late(@Nullable Group result) {
        group.late(result);
    }
}
