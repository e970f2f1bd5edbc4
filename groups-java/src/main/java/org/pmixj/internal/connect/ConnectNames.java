// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.group.GroupIds;

/** Derives the namespaces of connections, on all members from the same id, participants and number of connections. */
final class ConnectNames {
    /** The most digits of the number of a connection. */
    private static final int DIGITS = 10;

    private ConnectNames() {}

    static String title(String namespace) {
        return "connection '" + namespace + "'";
    }

    /** Returns what messages call a disconnect. */
    static String disconnect(String namespace) {
        return "disconnect of " + title(namespace);
    }

    /** Returns the name for all connections of the same processes with the same id, or all exchanges of theirs. */
    static String family(ConnectRequest request, boolean exchangeOnly, List<ProcId> members) {
        String prefix = WireKeys.CONNECTION + (exchangeOnly ? "1/" : "0/");
        return GroupIds.among(prefix + request.id().orElse(""), members, DIGITS + 1);
    }

    static String namespace(String family, int number) {
        return family + "." + number;
    }

    /** Returns the id of the group that the members of a connection construct to end it. */
    static String endGroup(String namespace) {
        return GroupIds.derived(namespace, "/end", 0);
    }

    /** Returns the number in a namespace, 0 if it is no namespace of a connection. */
    static int number(String namespace) {
        String digits = namespace.substring(namespace.lastIndexOf('.') + 1);
        try {
            return GroupIds.isReserved(namespace) ? Integer.parseInt(digits) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns the family of a namespace. */
    static String family(String namespace) {
        return namespace.substring(0, Math.max(0, namespace.lastIndexOf('.')));
    }
}
