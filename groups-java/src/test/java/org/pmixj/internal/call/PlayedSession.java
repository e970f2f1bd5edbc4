// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import org.pmixj.ProcId;

/** Creates sessions for tests that play libpmix. */
public final class PlayedSession {
    private PlayedSession() {}

    /** Returns a session of a process that a launcher has started. */
    public static Session of(ProcId self) {
        return new Session(self, false, false, null);
    }
}
