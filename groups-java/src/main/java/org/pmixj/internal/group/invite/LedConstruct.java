// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.LocalCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.invite.InviteMessage.Terms;

/**
 * Continues a construct with a leader, in which a member has failed, as a construction by invitation: those that call
 * this have accepted, and the leader decides about the rest. libpmix ignores the leader of a construct, so it is not
 * called.
 */
public final class LedConstruct extends LocalCall<Group> {
    private final Construction construction;
    private final ProcId leader;
    private final Duration timeout;

    public LedConstruct(Construction construction, ProcId leader, Duration timeout) {
        super(construction.handle, construction.what);
        this.construction = construction;
        this.leader = leader;
        this.timeout = timeout;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        GroupRequest request = construction.request;
        AcceptOptions options = new AcceptOptions(
                Optional.of(timeout), request.whenLeaderFails(), request.policy(), request.info(), Attributes.none());
        Terms terms =
                new Terms(construction.traits, request.assignContextId(), Deadline.toNanos(timeout), Attributes.none());
        InviteId id = InviteId.ofConstruct(construction.id, leader);
        construction.reservation.asked();
        var _ = InviteTable.of(handle().session)
                .construct(construction, id, terms, options)
                .whenComplete(
                        (group, failure) -> complete(group, failure instanceof RuntimeException cause ? cause : null));
        return StatusCodes.SUCCESS;
    }

    @Override
    protected void late(@Nullable Group result) {
        construction.late(result);
    }
}
