// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import org.pmixj.ProcId;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.GroupTable;

/** The kind of the group that a connection is, and of that in which its members meet to end it. */
final class ConnectionKind implements GroupKind {
    private final ConnectionTable table;

    private ConnectionKind(ConnectionTable table) {
        this.table = table;
    }

    /** Returns the traits of such a group. */
    static GroupKind.Traits traits(Session session, boolean faultTolerant) {
        return new GroupKind.Traits(false, faultTolerant, new ConnectionKind(ConnectionTable.of(session)));
    }

    @Override
    public String title(String id) {
        return ConnectNames.title(id);
    }

    @Override
    public String operation(String name, String id) {
        String ofConnection = switch (name) {
            case "construct" -> "connect";
            case "destruct" -> "disconnect";
            default -> name;
        };
        return ofConnection + " of " + title(id);
    }

    @Override
    public boolean isFixed() {
        return true;
    }

    @Override
    public boolean isListed() {
        return false;
    }

    @Override
    public void onMade(GroupImpl group) {
        table.made(group);
    }

    // The member takes no part in the end of the connection.
    @Override
    public void onGone(GroupImpl group, ProcId member) {
        table.gone(group.id(), member);
        GroupTable.of(group.handle().session).departed(ConnectNames.end(group.id()), member);
    }

    @Override
    public void onLeft(GroupImpl group) {
        table.end(group.id());
    }
}
