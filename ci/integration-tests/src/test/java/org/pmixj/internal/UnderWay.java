// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.pmixj.Pmix;
import org.pmixj.junit.RankContext;

/**
 * Shows that a call of this process waits for others, so that another rank may end, leave or come late at that moment
 * and not after some time that a busy machine does not keep.
 */
public final class UnderWay {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private UnderWay() {}

    /**
     * Announces {@code point} to the other ranks once a native call whose title contains {@code title} is under way and
     * this process's server has received it. To be called just before that call.
     */
    public static void announce(Pmix pmix, RankContext context, String point, String title) {
        announce(pmix, title, context.remaining(), () -> context.reached(point));
    }

    /** As the other, with the title for the name of the point. */
    public static void announce(Pmix pmix, RankContext context, String title) {
        announce(pmix, context, title, title);
    }

    /** As the others, for a rank that does not run under {@code PmixTest}. Gives up silently after the limit. */
    public static void announce(Pmix pmix, String title, Duration limit, Runnable announcement) {
        long first = Inflight.nextToken();
        long end = System.nanoTime() + limit.toNanos();
        Thread.ofPlatform().daemon().name("test-under-way").start(() -> {
            while (!isLaunched(title, first) && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            if (System.nanoTime() - end < 0) {
                roundTrip(pmix);
                announcement.run();
            }
        });
    }

    /** Waits until a native call whose title contains {@code title} is under way and this process's server has it. */
    public static void await(Pmix pmix, String title, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!isLaunched(title, 0)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("after " + limit + " no '" + title + "' is under way");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        roundTrip(pmix);
    }

    /** Waits until libpmix has answered every call of this process, those that nobody waits for any more too. */
    public static void awaitNone(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (Inflight.size() > 0) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("after " + limit + " still under way: "
                        + Inflight.all().stream().map(call -> call.what).toList());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean isLaunched(String title, long first) {
        return Inflight.all().stream().anyMatch(call -> call.token > first && call.what.contains(title))
                && !Session.current().isInNativeCall();
    }

    /** libpmix sends requests in order over one connection, and its server handles them in order. */
    private static void roundTrip(Pmix pmix) {
        pmix.queries().namespaces();
    }
}
