// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/** One {@code PMIx_Group_construct_nb} of the collective method. */
final class GroupConstruct extends Operation<Group> {
    /** How much later than the first member one may have called and still be told of a time-out as its own. */
    private static final long SLACK_NANOS = 500_000_000L;

    private final DataExchange data;
    private final String group;
    private final boolean assignContextId;
    private final List<ProcId> members;
    private final long seconds;
    private final long begun = System.nanoTime();

    GroupConstruct(Context context, DataExchange data, GroupRequest request, List<ProcId> members, Duration timeout) {
        super(context, "construct of group '" + request.id() + "'");
        this.data = data;
        this.group = request.id();
        this.assignContextId = request.assignContextId();
        this.members = members;
        this.seconds = CollectiveBound.seconds(timeout);
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        Infos infos = Infos.allocate(memory, 2).timeout(memory, seconds);
        if (assignContextId) {
            infos.flag(memory, PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID());
        }
        return Native.groupConstruct(
                memory.allocateFrom(group), Marshal.procs(memory, members), members.size(), infos, cbdata);
    }

    @Override
    Group decode(int status, MemorySegment infos, long count) {
        if (status == Status.CONSTRUCT_ABORT && System.nanoTime() - begun >= seconds * 1_000_000_000L - SLACK_NANOS) {
            // Across nodes a time-out of the member that called first is an abort for the others.
            throw new PmixException.Timeout(what + " timed out", new PmixStatus(status));
        }
        DataExchange.check(what, status);
        PmixValue members = Infos.find(infos, count, PMIxConstants.PMIX_GROUP_MEMBERSHIP());
        if (members == null) {
            throw new PmixException(what + " returned no members", new PmixStatus(Status.NOT_FOUND));
        }
        List<ProcId> membership = GroupsImpl.membership(what, members);
        PmixValue contextId = Infos.find(infos, count, PMIxConstants.PMIX_GROUP_CONTEXT_ID());
        GroupImpl made = new GroupImpl(
                context(),
                data,
                group,
                membership,
                contextId instanceof PmixValue.UInt number
                        ? OptionalLong.of(number.longValueExact())
                        : OptionalLong.empty());
        checkIsOurs(made);
        context().session.groups.activate(made);
        return made;
    }

    /** Two groups of one id constructed at the same time across nodes: libpmix hands one the membership of the other. */
    private void checkIsOurs(GroupImpl made) {
        List<ProcId> membership = made.members();
        Set<ProcId> returned = new HashSet<>(membership);
        if (!returned.contains(context().session.self()) || !returned.containsAll(members)) {
            made.abandon();
            throw new PmixException(
                    what + " returned " + membership + " instead of " + members
                            + ": another group of this id is being constructed at the same time",
                    new PmixStatus(Status.EXISTS));
        }
    }

    @Override
    void rejected() {
        context().session.groups.forget(group);
    }

    @Override
    void late(@Nullable Group made) {
        // The caller is gone: the others must not count on this process.
        if (made instanceof GroupImpl abandoned) {
            abandoned.abandon();
        }
    }
}
