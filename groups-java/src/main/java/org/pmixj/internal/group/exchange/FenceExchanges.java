// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;

/** Names the values of the exchanges of one group, where members construct groups by fences. */
final class FenceExchanges implements GroupExchange {
    private final GroupImpl group;
    private final String name;
    /** How many exchanges have started. Guarded by this, as is the next. */
    private long started;
    /** Those that are to be repeated, because not all members have contributed. */
    private final SortedSet<Long> failed = new TreeSet<>();

    FenceExchanges(GroupImpl group, String name) {
        this.group = group;
        this.name = name;
    }

    /** Creates these for the groups of a session. */
    static final class Board implements GroupExchange.Board {
        @Override
        public GroupExchange of(GroupImpl group) {
            Members members = group.membership.first();
            String ids = GroupIds.among(group.id(), members);
            int number = GroupTable.of(group.handle.session).method.constructs(group.id(), members);
            return new FenceExchanges(
                    group, WireKeys.EXCHANGE + Long.toHexString(GroupIds.hash(ids)) + "." + number + ".");
        }

        // The values of another group of the id have other names.
        @Override
        public void withdrawEarlier(String id) {}
    }

    @Override
    public <T> Procedure<Map<ProcId, T>> exchange(String operation, ValueType<T> type, T value, Duration timeout) {
        return new FenceExchange<>(group, this, group.name(operation), type, value, timeout);
    }

    /** Returns the name of the values of an exchange. */
    String name(long number) {
        return name + number;
    }

    /** Returns the number of the next exchange. */
    synchronized long begin() {
        return failed.isEmpty() ? ++started : failed.removeFirst();
    }

    /**
     * Notes an exchange that failed. The next exchange repeats it, as the next fence does: others may call it only now.
     * The value must be the same then, since some may have read it.
     */
    synchronized void failed(long number) {
        failed.add(number);
    }

    @Override
    public <R> Procedure<R> split(long colour, int key, Duration timeout, Function<Optional<Group>, R> result) {
        return new SplitProcedure<>(group, this, colour, key, timeout, result);
    }

    @Override
    public Procedure<Group> extend(List<ProcId> added, Duration timeout) {
        GroupTable.of(group.handle.session).method.requireHost(group.name("extend"));
        // Without a host that constructs groups, the line above throws.
        throw new AssertionError("exchanges by fences although the host constructs groups");
    }

    @Override
    public void ended() {}
}
