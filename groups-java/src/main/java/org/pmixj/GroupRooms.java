// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupRepair;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.LeaderPath;
import org.pmixj.internal.group.exchange.ExchangeBoard;
import org.pmixj.internal.group.invite.InviteTable;
import org.pmixj.internal.group.repair.GroupRepairs;

/** Connects groups to the rooms they use, which are loaded when a session has its first group. */
final class GroupRooms implements GroupTable.Rooms {
    @Override
    public LeaderPath leaders(Session session) {
        return InviteTable.of(session);
    }

    @Override
    public GroupExchange.Board exchanges(Session session) {
        return ExchangeBoard.of(session);
    }

    @Override
    public GroupRepair repair(Session session) {
        return GroupRepairs.of(session);
    }
}
