// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Ends this process when it has lost its server, because nobody else does: neither libpmix, nor PRRTE, which cannot
 * reach it. The process lives on if the application begins to close its session, or to end the JVM, within ten seconds,
 * or wants to outlive the server.
 */
public final class LostServer {
    // As after an uncaught exception.
    private static final int STATUS = 1;

    private static volatile WeakReference<Session> outliving = new WeakReference<>(null);

    private LostServer() {}

    /** Returns whether there was a server, and libpmix has lost the connection to it. */
    public static boolean isLost(Session session) {
        return !session.singleton() && !Libpmix.isConnected();
    }

    /** Lets this process live on without its server. */
    public static void outlive(Session session) {
        outliving = new WeakReference<>(session);
    }

    /**
     * Ends this process ten seconds later, if its server, a daemon of PRRTE, is lost then. Calls nothing native now.
     */
    public static void endLater(Session session) {
        if (!session.singleton() && !HostPowers.isHostOtherThanPrrte()) {
            session.timers.later(Patience.CLOSE_AFTER_LOSS, () -> Dispatcher.apart(() -> end(session)));
        }
    }

    private static void end(Session session) {
        if (outliving.refersTo(session) || !ForgottenClose.awaits(session) || !isLost(session)) {
            return;
        }
        Log.warning("this process lost its PMIx server " + (Patience.CLOSE_AFTER_LOSS / Patience.SECOND)
                + " s ago, has not closed Pmix since, and ends"
                + " now; Pmix.builder().outliveServer() lets it live on");
        Log.flush();
        Dispatcher.apart(() -> System.exit(STATUS));
        // A shutdown hook may wait for a process that it cannot reach.
        long halt = Deadline.in(Patience.CLOSE_AFTER_LOSS);
        while (Deadline.until(halt) > 0) {
            LockSupport.parkNanos(Deadline.until(halt));
        }
        Log.halt(STATUS);
    }
}
