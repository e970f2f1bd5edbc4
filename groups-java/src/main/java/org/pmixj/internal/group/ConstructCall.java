// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.codec.ValueCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.NotifyCall;

/** Calls {@code PMIx_Group_construct_nb} once. */
public final class ConstructCall extends NativeCall<Group> {
    /**
     * Holds what libpmix has answered, until it is known who called: the name it was asked for, the processes named,
     * what they published with their calls, and how to create the group.
     */
    public record Unchecked(String name, Members asked, GroupInfo shown, Supplier<Group> create) {}

    /** As many as {@link #start} may add to those of the request. */
    private static final int MOST_DIRECTIVES = 8;

    public final Construction construction;
    /** The number of the attempt that this call is. */
    private final int attempt;
    /** The reservation of the id counts this call among those that libpmix has not answered. */
    private boolean counted;
    /** The id that libpmix is given: the id of the group, or one of this attempt alone. */
    public final String name;

    public final Participants participants;
    private final int departures;
    public final long seconds;
    public final long startedAt = Deadline.now();
    /** Whether each participant shows the others that it has called. */
    private final boolean showsCallers;

    /** Whether this process leads the construct. */
    private final boolean leads;
    /** The array for libpmix, in the memory of this call. */
    private MemorySegment procs = MemorySegment.NULL;

    /** Prepares a call under the id of the group, or under one of this attempt alone. */
    ConstructCall(Construction construction, String name, Participants participants, int departures, Duration timeout) {
        super(construction.handle, construction.what);
        this.construction = construction;
        this.attempt = construction.attempts;
        this.name = name;
        this.participants = participants;
        this.departures = departures;
        this.seconds = Deadline.seconds(timeout);
        this.leads = construction.handle.session.self().equals(construction.leader());
        this.showsCallers = construction.method.mustShowCallers(construction, name);
    }

    /** Returns the call of a construct under its own id. */
    public static ConstructCall of(Construction construction, int departures, Duration timeout) {
        return new ConstructCall(construction, construction.id, construction.participants, departures, timeout);
    }

    /** Returns the processes that a recording shows. */
    @Override
    public List<ProcId> participants() {
        return participants.procs();
    }

    // A member mostly goes on with an operation. Its message acknowledges the answer, so that the server need not wait
    // for an acknowledgement of it alone.
    @Override
    public boolean precedesMessage() {
        return false;
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, construction.request.directives(), MOST_DIRECTIVES)
                .timeout(memory, seconds);
        List<Info> published = construction.request.info().infos();
        if (showsCallers) {
            published = new ArrayList<>(published);
            published.add(InfoAccess.flag(WireKeys.GROUP_CALLED));
        }
        if (construction.request.assignContextId() || showsCallers) {
            infos.flag(memory, PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID());
        }
        if (!published.isEmpty()) {
            PmixValue array = new PmixValue.Array(DataType.INFO, List.copyOf(published));
            infos.add(memory, PMIxConstants.PMIX_GROUP_INFO(), array);
        }
        if (leads) {
            infos.flag(memory, PMIxConstants.PMIX_GROUP_LEADER());
        }
        if (construction.request.faultTolerant() && !Defect.FAULT_TOLERANCE_FAILS.isHere()) {
            infos.flag(memory, PMIxConstants.PMIX_GROUP_FT_COLLECTIVE());
        }
        if (construction.request.localOnly()) {
            infos.flag(memory, PMIxConstants.PMIX_GROUP_LOCAL_ONLY());
        }
        if (participants.leaders() > 0) {
            infos.add(memory, PMIxConstants.PMIX_GROUP_BOOTSTRAP(), GroupInfo.size(participants.leaders()));
        }
        if (!participants.added().isEmpty()) {
            infos.add(memory, PMIxConstants.PMIX_GROUP_ADD_MEMBERS(), NotifyCall.array(participants.added()));
        }
        // From now on a departure ends this call after a while, also one since the attempt was decided.
        construction.membership.begin(this, departures);
        counted = construction.reservation.mayAsk();
        if (!counted) {
            // The caller has given up, and the id may belong to another construct by now.
            throw StatusCodes.timeout(what, seconds * Patience.SECOND);
        }
        construction.method.starts(this);
        Members members = participants.procs();
        procs = ProcCodec.procs(memory, members);
        return Libpmix.groupConstruct(memory.allocateFrom(name), procs, members.size(), infos, cbdata);
    }

    @Override
    protected @Nullable Group decode(int status, MemorySegment infos, long count) {
        construction.method.checkAnswer(this, status);
        if (status == StatusCodes.NOT_FOUND && participants.leaders() > 0) {
            throw new PmixException.BadParameter(
                    what + " failed: leaders gave different numbers of leaders, of which this process gave "
                            + participants.leaders() + "; give the same number in all requests",
                    new PmixStatus(status));
        }
        Deadline.checkCollective(what, status, seconds);
        if (attempt != construction.attempts) {
            construction.outlived(name, participants.procs());
            throw StatusCodes.givenUp(what);
        }
        if (!construction.isUnderWay()) {
            if (construction.reservation.isGivenUp()) {
                construction.refused(name, participants.procs());
            }
            throw StatusCodes.givenUp(what);
        }
        MemorySegment membership = InfoArray.locate(infos, count, PMIxConstants.PMIX_GROUP_MEMBERSHIP());
        if (membership == null && Defect.GROUP_OPERATIONS_ALIKE.isHere()) {
            throw construction.misanswered();
        } else if (participants.isComplete() && InfoArray.isSame(membership, procs)) {
            // Mostly so. To create objects of many members would take longer than the rest.
            return createOrKeep(participants.procs(), true, contextId(infos, count));
        }
        List<ProcId> returned = List.of();
        try {
            returned = InfoArray.procs(membership == null ? null : ValueCodec.read(membership));
            Members members = participants.resolve(what, name, handle().session.self(), returned);
            return createOrKeep(members, members.equals(returned), contextId(infos, count));
        } catch (PmixException.Exists e) {
            construction.method.collided(handle(), name, participants.known(), returned);
            construction.refused(name, returned);
            throw e;
        } catch (RuntimeException e) {
            // libpmix takes this process for a member. The id can be used again when this process has left.
            construction.refused(name, returned);
            throw e;
        }
    }

    /** Creates the group, or returns null if that has to wait until it is known who has called. */
    private @Nullable Group createOrKeep(Members members, boolean isAsReturned, OptionalLong contextId) {
        if (!showsCallers) {
            return construction.made(name, members, isAsReturned, contextId);
        }
        GroupInfo shown = new GroupInfo(handle(), contextId, Map.of());
        construction.answered(new Unchecked(
                name, participants.procs(), shown, () -> construction.made(name, members, isAsReturned, contextId)));
        return null;
    }

    private static OptionalLong contextId(MemorySegment infos, long count) {
        return InfoArray.find(infos, count, PMIxConstants.PMIX_GROUP_CONTEXT_ID()) instanceof PmixValue.UInt number
                ? OptionalLong.of(number.longValueExact())
                : OptionalLong.empty();
    }

    /** Returns whether the first attempt has a name of its own, because libpmix must not be given the id. */
    public boolean isRenamed() {
        return departures == 0 && !name.equals(construction.id);
    }

    /** Returns how many seconds of the timeout are left, 1 at least. */
    public long secondsLeft() {
        return Math.max(1, seconds - Deadline.since(startedAt) / Patience.SECOND);
    }

    /** Returns whether a group that another process has constructed under this id is not the one of this call. */
    public boolean contradicts(List<ProcId> theirs) {
        // Where the remaining members try again, the others may have gone on without members that departed.
        boolean lacksMember = !construction.faultTolerant && !Members.of(theirs).containsAll(participants.known());
        return lacksMember
                || (participants.isComplete() && !participants.known().containsAll(theirs));
    }

    @Override
    protected void ended() {
        construction.method.ended(this);
        construction.membership.end(this);
    }

    @Override
    protected void rejected() {
        if (counted) {
            construction.rejected();
        }
    }

    @Override
    protected void late(@Nullable Group result) {
        construction.late(result);
    }
}
