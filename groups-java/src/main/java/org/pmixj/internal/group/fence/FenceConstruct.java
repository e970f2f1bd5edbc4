// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.data.ShareCall;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.GroupTable;

/**
 * One construct by a fence. Each member puts what it contributes, under a key of the id, the members, and how many such
 * groups there were; the group exists when each member has read what all have put.
 */
final class FenceConstruct {
    /** The bits of a context id below the number that the first member has given. */
    private static final int RANK_BITS = 32;

    private final FenceGroups groups;
    private final Construction construction;
    /** By process, and not by group rank: the first caller names the members to the host. */
    private final Members sorted;

    private final String name;
    private final String key;

    FenceConstruct(FenceGroups groups, Construction construction) {
        this.groups = groups;
        this.construction = construction;
        Members named = construction.participants.procs();
        this.sorted = Members.of(named.stream()
                .sorted(Comparator.comparing(ProcId::nspace).thenComparingInt(ProcId::rank))
                .toList());
        this.name = name(construction.id, sorted);
        this.key = WireKeys.GROUP_SHARE + name + "." + groups.earlierGroups(name);
    }

    /** Returns the name of the groups of an id and members, in whatever order. */
    static String name(String id, List<ProcId> members) {
        return Long.toHexString(GroupIds.hash(GroupIds.among(id, members)));
    }

    /** Returns the context id for a number that the first member has given. */
    static long contextId(ProcId first, long number) {
        // Nearly any other namespace has another id for all small numbers and ranks, not just for the same ones.
        // Hashed twice, because the hashes of names that differ in their last letter differ in few bits.
        long ofNamespace = GroupIds.hash(Long.toHexString(GroupIds.hash(first.nspace())));
        return (number << RANK_BITS | first.rank()) ^ ofNamespace >>> 1;
    }

    NativeCall<?> call(Duration timeout) {
        PmixValue contribution = new PmixValue.Array(DataType.INFO, List.copyOf(contribution()));
        ConstructCall.Unchecked group =
                new ConstructCall.Unchecked(construction.id, sorted, emptyInfo(), this::createOrFreeId);
        return new Meeting(timeout, contribution, group);
    }

    private GroupInfo emptyInfo() {
        return new GroupInfo(construction.handle, OptionalLong.empty(), Map.of());
    }

    private final class Meeting extends ShareCall {
        private final ConstructCall.Unchecked group;

        Meeting(Duration timeout, PmixValue contribution, ConstructCall.Unchecked group) {
            super(construction.handle, construction.what, sorted, timeout, construction.membership, key, contribution);
            this.group = group;
            directed(construction.request.directives()).inPlaceOf(construction.place);
        }

        @Override
        protected void check(int status) {
            super.check(status);
            // From now on another member may have the group, and leave it.
            construction.reservation.asked();
            construction.answered(group);
        }
    }

    // --- contributions -------------------------------------------------------------------------------------------

    private List<Info> contribution() {
        List<Info> infos = new ArrayList<>();
        infos.add(info(WireKeys.GROUP_ORDER, orderHash()));
        if (construction.request.assignContextId()) {
            infos.add(InfoAccess.flag(WireKeys.GROUP_WANTS_CONTEXT));
        }
        if (sorted.getFirst().equals(construction.handle.session.self())) {
            infos.add(info(WireKeys.GROUP_CONTEXT, groups.contextNumber(name)));
        }
        infos.addAll(construction.request.info().infos());
        return infos;
    }

    private static Info info(String key, long number) {
        return InfoAccess.info(key, new PmixValue.Int(DataType.INT64, number));
    }

    private long orderHash() {
        return GroupIds.hash(construction.participants.procs().toString());
    }

    private Group createOrFreeId() {
        try {
            Map<ProcId, List<Info>> contributions = readAll();
            groups.constructed(name);
            return create(contributions);
        } catch (RuntimeException e) {
            GroupTable.of(construction.handle.session).free(construction.id, construction.reservation);
            throw e;
        }
    }

    private Map<ProcId, List<Info>> readAll() {
        Map<ProcId, List<Info>> contributions = new HashMap<>();
        try {
            for (ProcId member : sorted) {
                contributions.put(member, read(member));
            }
        } catch (PmixException.Timeout e) {
            // Its repetition has the same number, since a member is missing: this fence has met another operation, and
            // that member's fence is still to come. If all fences have met, and the host has not brought the values in
            // time, the others have the group, and a repetition waits for a fence that nobody calls. This process
            // cannot tell one from the other.
            throw e;
        } catch (RuntimeException | Error e) {
            if (ShareCall.haveAllPut(construction.handle, others(), key, e)) {
                // This process must not take its next construct for this one.
                groups.constructed(name);
            }
            throw e;
        }
        return contributions;
    }

    private Group create(Map<ProcId, List<Info>> contributions) {
        Map<ProcId, Attributes> infos = new HashMap<>();
        boolean sameOrder = true;
        boolean wantsContextId = false;
        long contextNumber = 0;
        for (ProcId member : sorted) {
            List<Info> own = new ArrayList<>();
            for (Info info : contributions.getOrDefault(member, List.of())) {
                switch (info.key()) {
                    case WireKeys.GROUP_ORDER -> sameOrder &= longOf(info) == orderHash();
                    case WireKeys.GROUP_WANTS_CONTEXT -> wantsContextId = true;
                    case WireKeys.GROUP_CONTEXT -> contextNumber = longOf(info);
                    default -> own.add(info);
                }
            }
            infos.put(member, Attributes.of(own));
        }
        OptionalLong contextId =
                wantsContextId ? OptionalLong.of(contextId(sorted.getFirst(), contextNumber)) : OptionalLong.empty();
        return created(sameOrder ? construction.participants.procs() : sorted, contextId, infos);
    }

    private Group created(List<ProcId> returned, OptionalLong contextId, Map<ProcId, Attributes> infos) {
        Members members = construction.participants.resolve(
                construction.what, construction.id, construction.handle.session.self(), returned);
        GroupImpl group =
                new GroupImpl(construction.handle, construction.id, members, contextId, construction.traits, infos);
        GroupTable.of(construction.handle.session).activate(construction.reservation, group);
        construction.traits.kind().onMade(group);
        return group;
    }

    private List<Info> read(ProcId member) {
        long deadline = Deadline.in(construction.remainingTime().toNanos());
        PmixValue value = ShareCall.read(construction.handle, construction.what, member, key, deadline);
        if (value == null) {
            Absent absent = explainTimeout();
            throw (absent == null ? Absent.because(member + " called it too late") : absent)
                    .timeout(construction.what + " timed out");
        }
        List<Info> infos = new ArrayList<>();
        if (value instanceof PmixValue.Array array) {
            for (PmixValue element : array.elements()) {
                if (element instanceof Info info) {
                    infos.add(info);
                }
            }
        }
        return infos;
    }

    private long longOf(Info info) {
        if (info.value() instanceof PmixValue.Int number) {
            return number.value();
        }
        throw new PmixException(
                construction.what + " failed: libpmix returned " + info.value() + " for the number that a member sent",
                new PmixStatus(StatusCodes.TYPE_MISMATCH));
    }

    /** Returns which members have not called, as far as the host says. */
    @Nullable
    Absent explainTimeout() {
        List<ProcId> missing = missing();
        return missing.isEmpty()
                ? null
                : Absent.missing(missing + " have not called it with the same members", missing);
    }

    private List<ProcId> missing() {
        return ShareCall.missing(construction.handle, others(), key);
    }

    private List<ProcId> others() {
        return sorted.difference(List.of(construction.handle.session.self()));
    }
}
