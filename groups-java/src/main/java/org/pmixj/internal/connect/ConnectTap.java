// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.EventTap;
import org.pmixj.internal.event.ReceivedEvent;

/** Receives requests to connect. libpmix reports each once and offers no query for them, so all are kept. */
public final class ConnectTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        String namespace = event.find(WireKeys.CONNECT_ASKED) == null ? null : ConnectEvents.namespace(event);
        if (namespace == null || event.source == null) {
            return false;
        }
        ConnectionTable.of(session).asked(event.source, namespace);
        return true;
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
