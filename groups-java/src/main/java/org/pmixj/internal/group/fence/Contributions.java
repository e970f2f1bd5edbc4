// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.ShareCall;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Participants;

/**
 * Knows what the members contribute to one construct. The key of a contribution names the id, the members, and how many
 * such groups there were. A member has the group when it has read what all have contributed.
 */
final class Contributions {
    private static final ValueType<List<String>> NAMES = ValueType.listOf(ValueType.STRING);

    /** The bits of a context id below the number that the first member has given. */
    private static final int RANK_BITS = 32;

    private final Construction construction;
    private final Participants participants;
    /** The members in the order of processes, so that all name the same list to the host. */
    final Members sorted;

    /** The name of the groups of this id and members, in whatever order. */
    final String name;
    /** The prefix of the keys of all members. */
    final String key;
    /** The same for the next group. */
    final String nextKey;
    /** Says in which order this process names the members. */
    private final long orderHash;
    /** The result of {@link FenceCall#called} at the time of the contribution, which others may have read. */
    private long called;

    Contributions(Construction construction, Participants participants) {
        this.construction = construction;
        this.participants = participants;
        this.sorted = Members.of(participants.procs().stream().sorted().toList());
        this.name = name(construction.id, sorted);
        int number = MemberGroups.earlierGroups(name);
        this.key = WireKeys.GROUP_SHARE + name + "." + number;
        this.nextKey = WireKeys.GROUP_SHARE + name + "." + (number + 1);
        this.orderHash = GroupIds.hash(participants.procs().toString());
    }

    /** Returns the name of the groups of an id and members, in whatever order. */
    static String name(String id, List<ProcId> members) {
        return Long.toHexString(GroupIds.hash(GroupIds.among(id, members)));
    }

    /** Returns the context id for a number that a process has given. */
    static long contextId(ProcId by, long number) {
        // Nearly any other namespace has another id for all small numbers and ranks, not just for the same ones.
        // Hashed twice, because the hashes of names that differ in their last letter differ in few bits.
        long ofNamespace = GroupIds.hash(Long.toHexString(GroupIds.hash(by.nspace())));
        return (number << RANK_BITS | by.rank()) ^ ofNamespace >>> 1;
    }

    /**
     * Returns what this process contributes.
     *
     * @param read earlier constructs for which it has read what all members have published
     */
    PmixValue own(List<String> read) {
        List<Info> infos = new ArrayList<>();
        infos.add(InfoAccess.info(WireKeys.GROUP_ORDER, new PmixValue.Int(DataType.INT64, orderHash)));
        called = FenceCall.called(construction.handle, sorted, construction.place);
        infos.add(InfoAccess.info(WireKeys.GROUP_FENCES, new PmixValue.Int(DataType.INT64, called)));
        if (construction.request.assignContextId()) {
            infos.add(InfoAccess.flag(WireKeys.GROUP_WANTS_CONTEXT));
        }
        if (sorted.getFirst().equals(construction.handle.session.self())) {
            long number = MemberGroups.contextNumber(name);
            infos.add(InfoAccess.info(WireKeys.GROUP_CONTEXT, new PmixValue.Int(DataType.INT64, number)));
        }
        if (!read.isEmpty()) {
            infos.add(InfoAccess.info(WireKeys.GROUP_READ, NAMES.wrap(read)));
        }
        infos.addAll(construction.request.info().infos());
        return new PmixValue.Array(DataType.INFO, List.copyOf(infos));
    }

    /** Returns the members without this process. */
    Members others() {
        return sorted.difference(List.of(construction.handle.session.self()));
    }

    /** Returns which members have not called, as far as the host says. */
    @Nullable
    Absent explainTimeout() {
        List<ProcId> missing = ShareCall.missing(construction.handle, others(), key);
        return missing.isEmpty()
                ? null
                : Absent.missing(missing + " have not called it with the same members", missing);
    }

    /** Returns the answer for the caller, who creates the group, or frees its id. */
    ConstructCall.Unchecked answer(Supplier<Group> create) {
        GroupInfo none = new GroupInfo(construction.handle, OptionalLong.empty(), Map.of());
        return new ConstructCall.Unchecked(construction.id, sorted, none, () -> {
            try {
                return create.get();
            } catch (RuntimeException e) {
                GroupTable.of(construction.handle.session).free(construction.id, construction.reservation);
                throw e;
            }
        });
    }

    /**
     * Creates the group of what all members have contributed.
     *
     * @param tookOver whether its fence took over one that was given up, and has not called libpmix
     * @param read receives each member that says so, and the earlier constructs for which it has read what all had published
     */
    Group create(Map<ProcId, PmixValue> contributions, boolean tookOver, BiConsumer<ProcId, List<String>> read) {
        Map<ProcId, Attributes> infos = new HashMap<>();
        boolean sameOrder = true;
        boolean wantsContextId = false;
        long contextNumber = 0;
        Map<ProcId, Long> fencesCalled = new HashMap<>();
        ProcId self = construction.handle.session.self();
        for (ProcId member : sorted) {
            List<Info> own = new ArrayList<>();
            for (Info info : InfoArray.infos(contributions.get(member))) {
                switch (info.key()) {
                    case WireKeys.GROUP_ORDER -> sameOrder &= longOf(info) == orderHash;
                    case WireKeys.GROUP_WANTS_CONTEXT -> wantsContextId = true;
                    case WireKeys.GROUP_FENCES -> fencesCalled.put(member, longOf(info));
                    case WireKeys.GROUP_READ ->
                        read.accept(
                                member,
                                Attributes.of(List.of(info))
                                        .get(Key.of(WireKeys.GROUP_READ, NAMES))
                                        .orElseThrow());
                    case WireKeys.GROUP_CONTEXT ->
                        // The first member assigns it, and nobody else.
                        contextNumber = member.equals(sorted.getFirst()) ? longOf(info) : contextNumber;
                    default -> own.add(info);
                }
            }
            infos.put(member, Attributes.of(own));
        }
        // No two groups have the same one, also if no member asks for it.
        long instance = contextId(sorted.getFirst(), contextNumber);
        OptionalLong contextId = wantsContextId ? OptionalLong.of(instance) : OptionalLong.empty();
        List<ProcId> returned = sameOrder ? participants.procs() : sorted;
        Handle handle = construction.handle;
        Members members = participants.resolve(construction.what, construction.id, self, returned);
        GroupImpl group = construction.group(members, contextId, infos);
        group.instance = instance;
        if (handle.session.addresses().startsFencesInTurn()) {
            fencesCalled.put(self, called);
        }
        FenceCall.agree(handle, sorted, fencesCalled, tookOver);
        GroupTable.of(handle.session).activate(construction.reservation, group);
        construction.traits.kind().onMade(group);
        return group;
    }

    private long longOf(Info info) {
        if (info.value() instanceof PmixValue.Int number) {
            return number.value();
        }
        throw new PmixException(
                construction.what + " failed: libpmix returned " + info.value() + " for the number that a member sent",
                new PmixStatus(StatusCodes.TYPE_MISMATCH));
    }
}
