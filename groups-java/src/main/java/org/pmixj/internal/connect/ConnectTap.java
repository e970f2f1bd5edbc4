// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.EventTap;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Passes requests to connect, their answers and ends of connections to the {@link ConnectionTable}, which keeps the
 * requests: libpmix reports each once and offers no query for them.
 */
public final class ConnectTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        String namespace = ConnectEvents.namespace(event);
        if (namespace == null || event.source == null) {
            return false;
        }
        ConnectionTable table = ConnectionTable.of(session);
        table.follow(event.source, namespace);
        if (event.find(WireKeys.CONNECT_EACH) != null) {
            table.askedForEach(event.source, namespace);
            return true;
        } else if (event.find(WireKeys.CONNECT_ASKED) != null) {
            table.asked(event.source, namespace);
            return true;
        }
        return false;
    }

    @Override
    public boolean arrivedInOrder(Session session, ReceivedEvent event) {
        if (needs(event.code)) {
            ConnectionTable.of(session).arrived(event);
        }
        return event.find(WireKeys.CONNECT_AGAIN) != null;
    }

    @Override
    public boolean needs(int code) {
        return code == ConnectEvents.REQUESTED
                || code == ConnectEvents.HAS_CONNECTED
                || code == ConnectEvents.HAS_DISCONNECTED;
    }
}
