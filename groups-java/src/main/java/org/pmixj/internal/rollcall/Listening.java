// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.NativeRegistrations;

/**
 * Registers a process for the questions of others, and for the loss of its server, a second after its start: they are
 * asked after a timeout, and a process that ends before does not pay for it. A process that uses groups has
 * registered before.
 */
public record Listening(Handle handle) implements Runnable {
    /** Registers later, and returns at once. */
    public static void begin(Handle handle) {
        if (!handle.session.singleton() && !HostPowers.isHostOtherThanPrrte()) {
            handle.session.timers.later(Patience.ROLL_KEPT, new Listening(handle));
        }
    }

    @Override
    public void run() {
        try {
            now(handle);
        } finally {
            // libpmix does not report a loss again to a handler that is registered after it.
            if (LostServer.isLost(handle.session)) {
                LostServer.endLater(handle.session);
            }
        }
    }

    static void now(Handle handle) {
        NativeRegistrations.of(handle.session).ensureInternal(handle.own(), EventCodes.ofEveryProcess());
    }
}
