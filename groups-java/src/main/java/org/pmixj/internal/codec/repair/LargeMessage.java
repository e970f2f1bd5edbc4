// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec.repair;

import org.pmixj.internal.base.Defect;
import org.pmixj.internal.codec.MessageSize;

/** Refuses a message that is too large for the server, which would drop the connection and so end the job. */
public final class LargeMessage {
    private LargeMessage() {}

    public static void refuse(String what, long bytes) {
        if (bytes > MessageSize.LIMIT && Defect.LARGE_MESSAGE_DISCONNECTS.isHere()) {
            throw new IllegalArgumentException(what + " needs " + bytes + " bytes in one message, more than the "
                    + MessageSize.LIMIT + " that libpmix can send; pass less");
        }
    }

    /** Refuses a part of a message, if the message were too large with parts of that size of all members. */
    public static void refuseShare(String what, long bytes, int members, long others) {
        long share = (MessageSize.LIMIT - others) / members;
        if (bytes > share && Defect.LARGE_MESSAGE_DISCONNECTS.isHere()) {
            throw new IllegalArgumentException(what + ": the information has " + bytes + " bytes, and each of the "
                    + members + " members may give " + share
                    + ", since libpmix sends all of it in one message; give less");
        }
    }
}
