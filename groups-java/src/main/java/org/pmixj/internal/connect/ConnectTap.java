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
        boolean each = event.find(WireKeys.CONNECT_EACH) != null;
        String namespace = each || event.find(WireKeys.CONNECT_ASKED) != null ? ConnectEvents.namespace(event) : null;
        if (namespace == null || event.source == null) {
            return false;
        } else if (each) {
            ConnectionTable.of(session).askedForEach(event.source, namespace);
        } else {
            ConnectionTable.of(session).asked(event.source, namespace);
        }
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
