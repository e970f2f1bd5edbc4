// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.junit.RankContext;

/**
 * Shows that a call of this process waits for others, so that another rank may end, leave or come late at that moment
 * and not after some time that a busy machine does not keep. A call is found by a part of its title, which is what an
 * exception would name: "construct of group 'x'", {@link NativeCall#what}.
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

    /**
     * As the others, for a rank that does not run under {@code PmixTest}. All of them give up silently after the limit,
     * or when the session ends.
     */
    public static void announce(Pmix pmix, String title, Duration limit, Runnable announcement) {
        announce(pmix, title, 1, limit, announcement);
    }

    /**
     * As the others, once the library makes a second such call, which it does when a member departs during the first
     * one.
     */
    public static void announceAgain(Pmix pmix, RankContext context, String point, String title) {
        announce(pmix, title, 2, context.remaining(), () -> context.reached(point));
    }

    private static void announce(Pmix pmix, String title, int calls, Duration limit, Runnable announcement) {
        Session session = Session.current();
        long first = InFlight.nextToken();
        long end = System.nanoTime() + limit.toNanos();
        Thread.ofPlatform().daemon().name("test-under-way").start(() -> {
            OptionalLong last = OptionalLong.of(first);
            for (int call = 0; call < calls; call++) {
                long after = last.getAsLong();
                while ((last = launched(title, after)).isEmpty()) {
                    if (System.nanoTime() - end > 0 || Session.current() != session) {
                        return;
                    }
                    LockSupport.parkNanos(POLL_NANOS);
                }
            }
            try {
                roundTrip(pmix);
                announcement.run();
            } catch (PmixException | IllegalStateException e) {
                // The session ended meanwhile: whoever waits for the announcement says that it is missing.
                System.err.println("not announced: " + e);
            }
        });
    }

    /** Returns whether this process was notified that another one failed. */
    public static boolean isKnownDead(ProcId proc) {
        return GroupTable.of(Session.current()).isDead(proc);
    }

    /** Announces {@code point} to the other ranks once a condition holds, while this rank goes on. */
    public static void announce(RankContext context, String point, BooleanSupplier condition) {
        long end = System.nanoTime() + context.remaining().toNanos();
        Thread.ofPlatform().daemon().name("test-condition").start(() -> {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - end > 0) {
                    return;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            context.reached(point);
        });
    }

    /** Waits until a native call whose title contains {@code title} is under way and this process's server has it. */
    public static void await(Pmix pmix, String title, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (launched(title, 0).isEmpty()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("after " + limit + " no '" + title + "' is under way");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        roundTrip(pmix);
    }

    /** The token of a call that was begun after another one, if no native call is just being handed over. */
    private static OptionalLong launched(String title, long after) {
        OptionalLong token = InFlight.all().stream()
                .filter(call -> call.token() > after && call.what().contains(title))
                .mapToLong(call -> call.token())
                .min();
        Session session = Session.current();
        return session == null || session.isInNativeCall() ? OptionalLong.empty() : token;
    }

    /** Waits until this process knows how many members a group has. */
    public static void awaitSize(Group group, int size, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (group.size() != size) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("after " + limit + " the group has the members " + group.members());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Waits until libpmix has answered every call of this process, those that nobody waits for any more too. */
    public static void awaitNone(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (InFlight.size() > 0) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("after " + limit + " still under way: "
                        + InFlight.all().stream().map(call -> call.what()).toList());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** libpmix sends requests in order over one connection, and its server handles them in order. */
    private static void roundTrip(Pmix pmix) {
        pmix.queries().namespaces();
    }
}
