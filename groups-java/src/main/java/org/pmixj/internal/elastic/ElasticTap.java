// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.EventTap;
import org.pmixj.internal.notice.ReceivedEvent;

/** Receives the ends of size changes, and reports of other processes about theirs. */
public final class ElasticTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        SizeEvents events = SizeEvents.known(session);
        return events != null && SizeEvents.codes().contains(event.code) && events.arrived(session.self(), event);
    }

    @Override
    public boolean needs(int code) {
        return SizeEvents.codes().contains(code);
    }
}
