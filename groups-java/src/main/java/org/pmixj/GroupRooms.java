// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import org.pmixj.internal.call.Session;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupRepair;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.LeaderPath;
import org.pmixj.internal.group.exchange.ExchangeBoard;
import org.pmixj.internal.group.fence.FenceGroups;
import org.pmixj.internal.group.fence.FenceLeaders;
import org.pmixj.internal.group.invite.InviteTable;
import org.pmixj.internal.group.repair.GroupRepairs;

/**
 * Connects groups to the rooms they use, which are loaded when a session has its first group: those for a host that
 * constructs groups, or those with which members construct them by fences.
 */
final class GroupRooms implements GroupTable.Rooms {
    @Override
    public LeaderPath leaders(Session session) {
        return Libpmix.hostConstructsGroups() ? InviteTable.of(session) : new FenceLeaders();
    }

    @Override
    public GroupExchange.Board exchanges(Session session) {
        return Libpmix.hostConstructsGroups() ? ExchangeBoard.of(session) : ExchangeBoard.byFences();
    }

    @Override
    public GroupRepair repair(Session session) {
        return Libpmix.hostConstructsGroups() ? GroupRepairs.of(session) : new FenceGroups();
    }
}
