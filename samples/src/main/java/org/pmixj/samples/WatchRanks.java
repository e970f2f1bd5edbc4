// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Events;

/**
 * Every rank notifies the others of its progress by events, and handles theirs in a chain: one handler counts, the next
 * one prints the count. With the argument {@code fail} the last rank dies half way, and the others are notified; this
 * needs a launcher that continues: {@code prterun --runtime-options recoverable,notifyerrors}.
 */
public final class WatchRanks {
    /** An application's own codes are below PMIX_EXTERNAL_ERR_BASE, -3000. */
    private static final PmixStatus PROGRESS = new PmixStatus(-3001);

    private static final Key<Integer> STEP = Key.of("watch.step", ValueType.INT32);
    private static final Key<Integer> SEEN = Key.of("watch.seen", ValueType.INT32);
    private static final int STEPS = 4;

    private WatchRanks() {}

    /**
     * Runs one rank.
     *
     * @param args {@code fail} to kill the last rank half way
     */
    public static void main(String[] args) throws InterruptedException {
        boolean fail = args.length > 0 && args[0].equals("fail");
        try (Pmix pmix = Pmix.init()) {
            int last = pmix.job().size() - 1;
            boolean victim = fail && pmix.self().rank() == last;
            CountDownLatch finished = new CountDownLatch(fail ? last : last + 1);
            CountDownLatch died = new CountDownLatch(fail ? 1 : 0);
            Counter counter = new Counter();

            // Registered second, called first.
            Events events = pmix.events();
            events.on(PROGRESS).named("print").register(event -> {
                ProcId from = event.source().orElseThrow();
                int step = event.attributes().get(STEP).orElseThrow();
                int seen =
                        event.result("count").orElseThrow().results().get(SEEN).orElseThrow();
                say(pmix, "step " + step + " of rank " + from.rank() + ", event " + seen);
                if (step == STEPS) {
                    finished.countDown();
                }
                return EventOutcome.complete();
            });
            events.on(PROGRESS)
                    .named("count")
                    .before("print")
                    .register(event -> EventOutcome.partial().with(SEEN, counter.next()));
            events.on(EventDetail.ProcessTerminated.codes()).named("watch").register(event -> {
                if (event.detail() instanceof EventDetail.ProcessTerminated(ProcId proc, var exitCode)) {
                    say(pmix, "rank " + proc.rank() + " has ended, " + exitCode);
                    died.countDown();
                }
                return EventOutcome.partial();
            });

            // After this fence no rank misses an event.
            pmix.fence();
            for (int step = 1; step <= STEPS; step++) {
                if (victim && step > STEPS / 2) {
                    Runtime.getRuntime().halt(1);
                }
                events.notify(PROGRESS).toNamespace().with(STEP, step).send();
            }
            boolean all = finished.await(30, TimeUnit.SECONDS) && died.await(30, TimeUnit.SECONDS);
            // Closing the session drops events that are not handled yet.
            if (!all || !events.awaitIdle(Duration.ofSeconds(30))) {
                throw new IllegalStateException("not all events have arrived within 30 s");
            }
            say(pmix, "all events have arrived");
        }
    }

    /** Counts without a lock, since a handler is called for one event at a time. */
    private static final class Counter {
        private int count;

        int next() {
            count++;
            return count;
        }
    }

    private static void say(Pmix pmix, String what) {
        System.out.println("rank " + pmix.self().rank() + ": " + what);
    }
}
