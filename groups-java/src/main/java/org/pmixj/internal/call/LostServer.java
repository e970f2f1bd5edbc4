// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Ends this process if it has lost its server, because nobody else does: neither libpmix, nor the launcher, which
 * cannot reach it. The application has some time to close the session, after which it may live on.
 */
public final class LostServer {
    private static final long CLOSE_NANOS = 10_000_000_000L;
    private static final long HOOKS_NANOS = 10_000_000_000L;

    // As after an uncaught exception.
    private static final int STATUS = 1;

    private static volatile @Nullable Session outliving;

    private LostServer() {}

    /** Returns whether there was a server, and libpmix has lost the connection to it. */
    public static boolean isLost(Session session) {
        return !session.singleton() && !Libpmix.isConnected();
    }

    /** Lets this process live on without its server. */
    public static void outlive(Session session) {
        outliving = session;
    }

    /** Ends this process after a while if its server is lost. Returns at once. */
    public static void check(Session session) {
        if (isLost(session)) {
            session.timers.later(CLOSE_NANOS, () -> Dispatcher.apart(() -> end(session)));
        }
    }

    private static void end(Session session) {
        if (outliving == session || !session.isOpen()) {
            return;
        }
        Log.warning("this process lost its PMIx server 10 s ago, has not closed Pmix since, and ends now;"
                + " Pmix.builder().outliveServer() lets it live on");
        Dispatcher.apart(() -> System.exit(STATUS));
        // A shutdown hook may wait for a process that it cannot reach.
        long halt = Deadline.in(HOOKS_NANOS);
        while (Deadline.until(halt) > 0) {
            LockSupport.parkNanos(Deadline.until(halt));
        }
        Runtime.getRuntime().halt(STATUS);
    }
}
