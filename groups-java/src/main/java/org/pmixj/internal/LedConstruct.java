// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.JoinOptions;
import org.pmixj.group.Members;

/**
 * A construct with a leader in which somebody has failed. It goes on as one by invitation: those who have called it have
 * accepted, and the leader decides about the rest. libpmix makes nothing of a leader here, so it is not called.
 */
final class LedConstruct extends Operation<Group> {
    private final GroupConstruction group;
    private final Members members;
    private final ProcId leader;
    private final Duration timeout;
    private volatile @Nullable Group made;
    private volatile @Nullable Throwable failure;

    LedConstruct(GroupConstruction group, Members members, ProcId leader, Duration timeout) {
        super(group.context, group.what);
        this.group = group;
        this.members = members;
        this.leader = leader;
        this.timeout = timeout;
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        JoinOptions options = JoinOptions.builder()
                .timeout(timeout)
                .policy(group.request.policy())
                .whenLeaderFails(group.request.whenLeaderFails())
                .build();
        group.reservation.asked();
        var _ = context()
                .session
                .formations
                .construct(
                        context(),
                        InviteId.ofConstruct(group.id(), leader),
                        group.reservation,
                        members,
                        group.traits(),
                        options,
                        group.request.assignContextId())
                .whenComplete(new Outcome());
        return Status.SUCCESS;
    }

    private final class Outcome implements BiConsumer<@Nullable Group, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Group group, @Nullable Throwable cause) {
            made = group;
            failure = cause;
            if (Inflight.take(token) != null) {
                arrived(Status.SUCCESS, MemorySegment.NULL, 0);
            }
        }
    }

    @Override
    @Nullable
    Group decode(int status, MemorySegment none, long count) {
        if (failure instanceof RuntimeException cause) {
            throw cause;
        }
        return made;
    }

    @Override
    void late(@Nullable Group result) {
        group.late(result);
    }
}
