// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.group.GroupIds;

/**
 * The namespaces of connections, which all members make alike of what they know: the id of the operation, who takes part,
 * and how many connections the same have made before.
 */
final class ConnectNames {
    /** Of the number of a connection. */
    private static final int DIGITS = 10;

    private ConnectNames() {}

    static boolean isNamespace(String id) {
        return id.startsWith(WireKeys.CONNECTION);
    }

    static String title(String namespace) {
        return "connection '" + namespace + "'";
    }

    /** All connections of the same processes under the same id, and with the same directives. */
    static String family(ConnectRequest request, boolean exchangeOnly, List<ProcId> members) {
        String beginning = WireKeys.CONNECTION + ConnectEvents.agreed(request, exchangeOnly) + "/";
        return GroupIds.among(beginning + request.id().orElse(""), members, DIGITS + 1);
    }

    static String namespace(String family, int number) {
        return family + "." + number;
    }

    /** In which the members of a connection meet to end it. */
    static String end(String namespace) {
        return GroupIds.derived(namespace, "/end");
    }

    /** The number in a namespace, 0 if it is not one of ours. */
    static int number(String namespace) {
        String digits = namespace.substring(namespace.lastIndexOf('.') + 1);
        try {
            return isNamespace(namespace) ? Integer.parseInt(digits) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** The family of a namespace. */
    static String family(String namespace) {
        return namespace.substring(0, Math.max(0, namespace.lastIndexOf('.')));
    }
}
