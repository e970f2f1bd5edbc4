// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import org.pmixj.PmixValue;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventTap;
import org.pmixj.internal.notice.ReceivedEvent;

/** Receives the messages of {@link RollCall}. */
public final class RollCallTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        if (event.code != EventCodes.ROLL_CALL || !(event.find(WireKeys.ROLL) instanceof PmixValue.Str name)) {
            return false;
        }
        if (event.source != null) {
            RollCall.of(session).arrived(name.value(), event.source, event);
        }
        return true;
    }

    @Override
    public boolean needs(int code) {
        return code == EventCodes.ROLL_CALL;
    }
}
