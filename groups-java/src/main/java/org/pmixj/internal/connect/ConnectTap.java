// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.EventTap;
import org.pmixj.internal.event.ReceivedEvent;

/** Receives requests to connect. libpmix reports each once and offers no query for them, so all are kept. */
public final class ConnectTap implements EventTap {
    @Override
    public boolean arrivedInOrder(Session session, ReceivedEvent event) {
        int code = event.code;
        if (code == ConnectEvents.REQUESTED
                || code == ConnectEvents.HAS_CONNECTED
                || code == ConnectEvents.HAS_DISCONNECTED) {
            ConnectionTable.of(session).arrived(event);
        }
        return false;
    }
}
