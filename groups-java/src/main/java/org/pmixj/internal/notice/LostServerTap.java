// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.call.Session;

/**
 * Receives the loss of the server ({@code PMIX_ERR_LOST_CONNECTION}). Each process registers for it: {@link
 * EventCodes#ofEveryProcess}.
 */
public final class LostServerTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        if (event.code == StatusCodes.LOST_CONNECTION) {
            LostServer.endLater(session);
        }
        return false;
    }

    /** libpmix ends registrations under way before it reports the loss of the server, to no handler then. */
    @Override
    public void registrationFailed(Session session) {
        LostServer.endLater(session);
    }
}
