// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.junit.RankContext;

/**
 * Shows that a call of this process waits for others, so that another rank may end, leave or call at that moment, and
 * not after a time that is too short on a busy machine. A call is found by a part of its title, which is what an exception
 * would name: "construct of group 'x'", {@link NativeCall#what}.
 *
 * <p>Methods named {@code announce…} return at once. They give up silently after a limit, or when the session ends.
 */
public final class UnderWay {
    private UnderWay() {}

    /**
     * Announces {@code point} to the other ranks once a native call that begins after this one and whose title contains
     * {@code title} is under way, and this process's server has received it.
     */
    public static void announceCall(Pmix pmix, RankContext context, String point, String title) {
        announce(pmix, title, 1, context.remaining(), () -> context.reached(point));
    }

    /** Announces the point {@code title} once a native call with that title is under way. */
    public static void announceCall(Pmix pmix, RankContext context, String title) {
        announceCall(pmix, context, title, title);
    }

    /** Runs {@code announcement} once such a call is under way, for a rank that does not run under {@code PmixTest}. */
    public static void announceCall(Pmix pmix, String title, Runnable announcement) {
        announce(pmix, title, 1, Await.LIMIT, announcement);
    }

    /**
     * Announces {@code point} once the second such call is under way. The library makes it when a member departs during
     * the first one.
     */
    public static void announceSecondCall(Pmix pmix, RankContext context, String point, String title) {
        announce(pmix, title, 2, context.remaining(), () -> context.reached(point));
    }

    /** Announces {@code point} to the other ranks once a condition holds. */
    public static void announceWhen(RankContext context, String point, BooleanSupplier condition) {
        inBackground(() -> {
            if (Await.until(context.remaining(), condition)) {
                context.reached(point);
            }
        });
    }

    /** Waits until a native call whose title contains {@code title} is under way and this process's server has it. */
    public static void awaitCall(Pmix pmix, String title) throws InterruptedException {
        Await.until("'" + title + "' is under way", () -> launched(title, 0).isPresent());
        roundTrip(pmix);
    }

    /** Waits until libpmix has answered every call of this process, including calls that no caller waits for. */
    public static void awaitNoCalls() throws InterruptedException {
        if (!Await.until(Await.LIMIT, () -> InFlight.size() == 0)) {
            throw new AssertionError("still under way: "
                    + InFlight.all().stream().map(InFlight.Callback::what).toList());
        }
    }

    private static void announce(Pmix pmix, String title, int calls, Duration limit, Runnable announcement) {
        Session session = Session.current();
        long first = InFlight.nextToken();
        inBackground(() -> {
            long[] token = {first};
            for (int call = 0; call < calls; call++) {
                long last = token[0];
                Await.until(
                        limit,
                        () -> Session.current() != session
                                || (token[0] = launched(title, last).orElse(last)) > last);
                if (token[0] == last) {
                    return;
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

    private interface Task {
        void run() throws InterruptedException;
    }

    private static void inBackground(Task task) {
        Thread.ofPlatform().daemon().name("test-announcement").start(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Returns the token of the first such call after another one, unless a native call is just being handed over. */
    private static OptionalLong launched(String title, long after) {
        OptionalLong token = InFlight.all().stream()
                .filter(call -> call.token() > after && call.what().contains(title))
                // Not one that waits for its worker.
                .filter(call -> call.launcher() != null)
                .mapToLong(InFlight.Callback::token)
                .min();
        Session session = Session.current();
        return session == null || session.isInNativeCall() ? OptionalLong.empty() : token;
    }

    /** Waits for an answer of the server, which handles the requests of a process in order. */
    public static void roundTrip(Pmix pmix) {
        pmix.queries().namespaces();
    }

    /** Returns a handle of this session for calls inside the library. */
    public static Handle handle() {
        return new Handle(Objects.requireNonNull(Session.current()), null, Await.LIMIT);
    }

    /** Returns whether this process was notified that another one failed. */
    public static boolean isDead(ProcId proc) {
        return GroupTable.of(Session.current()).ends.isDead(proc);
    }
}
