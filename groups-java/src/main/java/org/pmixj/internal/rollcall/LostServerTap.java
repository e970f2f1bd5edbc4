// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.EventTap;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Receives the loss of the server ({@code PMIX_ERR_LOST_CONNECTION}). Each process registers for it: {@link Listening}.
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
