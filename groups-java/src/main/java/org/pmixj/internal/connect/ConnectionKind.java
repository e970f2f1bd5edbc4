// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import org.pmixj.ProcId;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.GroupTable;

/** The kind of the group of a connection, and of the group that its members construct to end it. */
record ConnectionKind(ConnectionTable table) implements GroupKind {
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
    public void onMade(GroupImpl group) {
        table.constructed(group);
    }

    @Override
    public void onGone(GroupImpl group, ProcId member) {
        // "PMIX_CONNECT_EARLY_TERM_ALLOWED: do not generate an error if a process terminates without disconnecting."
        if (!group.traits.faultTolerant()) {
            table.departed(group.id(), member);
        }
        // The member does not join the group that ends the connection either.
        GroupTable.of(group.handle.session).departed(ConnectNames.endGroup(group.id()), member);
    }

    @Override
    public void onLeft(GroupImpl group) {
        table.remove(group.id());
    }
}
