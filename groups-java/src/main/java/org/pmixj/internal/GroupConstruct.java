// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
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
    private final String group;
    private final boolean assignContextId;
    private final List<ProcId> members;
    private final GroupRegistry.Reservation reservation;
    private final GroupImpl.Traits traits;
    private final long seconds;
    private final long begun = System.nanoTime();

    GroupConstruct(
            Context context,
            GroupRequest request,
            List<ProcId> members,
            Duration timeout,
            GroupImpl.Traits traits,
            GroupRegistry.Reservation reservation) {
        super(context, "construct of group '" + request.id() + "'");
        this.group = request.id();
        this.assignContextId = request.assignContextId();
        this.members = members;
        this.reservation = reservation;
        this.traits = traits;
        this.seconds = CollectiveBound.seconds(timeout);
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        Infos infos = Infos.allocate(memory, 2).timeout(memory, seconds);
        if (assignContextId) {
            infos.flag(memory, PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID());
        }
        reservation.membership().begin(this, 0);
        reservation.asked();
        return Native.groupConstruct(
                memory.allocateFrom(group), Marshal.procs(memory, members), members.size(), infos, cbdata);
    }

    @Override
    Group decode(int status, MemorySegment infos, long count) {
        if (status == Status.CONSTRUCT_ABORT && System.nanoTime() - begun >= almost(seconds)) {
            // Across nodes a time-out of the member that called first is an abort for the others.
            throw new PmixException.Timeout(what + " timed out", new PmixStatus(status));
        }
        CollectiveBound.check(what, status, seconds);
        if (!context().session.groups.holds(group, reservation)) {
            throw new PmixException(what + " succeeded after it was given up", new PmixStatus(Status.EXISTS));
        }
        GroupImpl read = new GroupImpl(context(), group, members, OptionalLong.empty(), traits);
        try {
            read = read(infos, count);
            checkIsOurs(read.members());
        } catch (RuntimeException e) {
            // libpmix takes this process for a member; the id is free when that has ended.
            context().session.groups.activate(reservation, read);
            read.abandon();
            throw e;
        }
        context().session.groups.activate(reservation, read);
        return read;
    }

    private static long almost(long seconds) {
        return seconds * 900_000_000L;
    }

    private GroupImpl read(MemorySegment infos, long count) {
        PmixValue membership = Infos.find(infos, count, PMIxConstants.PMIX_GROUP_MEMBERSHIP());
        PmixValue contextId = Infos.find(infos, count, PMIxConstants.PMIX_GROUP_CONTEXT_ID());
        return new GroupImpl(
                context(),
                group,
                procs(membership),
                contextId instanceof PmixValue.UInt number
                        ? OptionalLong.of(number.longValueExact())
                        : OptionalLong.empty(),
                traits);
    }

    private static List<ProcId> procs(@Nullable PmixValue membership) {
        List<ProcId> procs = new ArrayList<>();
        if (membership instanceof PmixValue.Array array) {
            for (PmixValue element : array.elements()) {
                if (element instanceof PmixValue.Proc proc) {
                    procs.add(proc.value());
                }
            }
        }
        return procs;
    }

    /** Two groups of one id constructed at the same time across nodes: libpmix hands one the membership of the other. */
    private void checkIsOurs(List<ProcId> membership) {
        Set<ProcId> returned = new HashSet<>(membership);
        if (!returned.contains(context().session.self()) || !returned.containsAll(members)) {
            throw new PmixException(
                    what + " returned " + membership + " instead of " + members
                            + ": the members did not all ask for the same ones, or another group of this id is being"
                            + " constructed at the same time",
                    new PmixStatus(Status.EXISTS));
        }
    }

    @Override
    void ended() {
        reservation.membership().end(this);
    }

    @Override
    void rejected() {
        if (reservation.refused()) {
            context().session.groups.free(group, reservation);
        }
    }

    @Override
    void late(@Nullable Group made) {
        // The caller is gone: the others must not count on this process.
        if (made instanceof GroupImpl abandoned) {
            abandoned.abandon();
        }
    }
}
