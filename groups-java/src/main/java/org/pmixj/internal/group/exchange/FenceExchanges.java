// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
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
    /** How many exchanges have started, without those that failed. Guarded by this. */
    private long started;

    FenceExchanges(GroupImpl group, String name) {
        this.group = group;
        this.name = name;
    }

    /** Creates these for the groups of a session, and counts the groups of the same id and members. */
    static final class Board implements GroupExchange.Board {
        private final Map<String, Integer> groups = new HashMap<>();

        @Override
        public synchronized GroupExchange of(GroupImpl group) {
            String ids = GroupIds.among(group.id(), group.membership().first());
            String name = WireKeys.EXCHANGE + Long.toHexString(GroupIds.hash(ids)) + ".";
            return new FenceExchanges(group, name + groups.merge(name, 1, Integer::sum) + ".");
        }

        // The values of another group of the id have other names.
        @Override
        public void idReserved(String id) {}
    }

    @Override
    public <T> Procedure<Map<ProcId, T>> exchange(ValueType<T> type, T value, Duration timeout) {
        return new FenceExchange<>(group, this, type, value, timeout);
    }

    /** Returns the name of the values of an exchange. */
    String name(long number) {
        return name + number;
    }

    synchronized long begin() {
        started++;
        return started;
    }

    /**
     * Has the next exchange be this one again, as the next fence is: others may call it only now. The value must be the
     * same then, since some may have read it.
     */
    synchronized void failed(long number) {
        if (started == number) {
            started--;
        }
    }

    @Override
    public Procedure<Optional<Group>> split(int colour, int key, Duration timeout) {
        return new SplitProcedure(group, colour, key, timeout);
    }

    @Override
    public Procedure<Group> extend(List<ProcId> added, Duration timeout) {
        GroupTable.of(group.handle().session).repair.requireHost(group.name("extend"));
        // Without a host that constructs groups, the line above throws.
        throw new AssertionError("exchanges by fences although the host constructs groups");
    }

    @Override
    public void ended() {}
}
