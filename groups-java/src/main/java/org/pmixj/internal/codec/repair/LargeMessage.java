// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec.repair;

import org.pmixj.internal.codec.MessageSize;

/** Refuses a message that is too large for the server, which would drop the connection and so end the job. */
public final class LargeMessage {
    private LargeMessage() {}

    public static IllegalArgumentException refused(String what, long bytes) {
        return new IllegalArgumentException(what + " needs " + bytes + " bytes in one message, more than the "
                + MessageSize.LIMIT + " that libpmix can send; pass less");
    }

    /** Refuses a part of a message, if the message were too large with parts of that size of all members. */
    public static IllegalArgumentException refusedShare(String what, long bytes, int members, long share) {
        return new IllegalArgumentException(what + ": the information has " + bytes + " bytes, and each of the "
                + members + " members may give " + share
                + ", since libpmix sends all of it in one message; give less");
    }
}
