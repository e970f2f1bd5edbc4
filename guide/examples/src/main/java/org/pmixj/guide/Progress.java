// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;

/** Rank 0 notifies all ranks, who handle the event in a chain of two handlers. */
public final class Progress {
    // --8<-- [start:code]
    // An application's own codes are below -3000.
    private static final PmixStatus PROGRESS = new PmixStatus(-3001);
    private static final Key<Integer> STEP = Key.of("myapp.step", ValueType.INT32);
    // --8<-- [end:code]

    private Progress() {}

    /**
     * Runs one rank.
     *
     * @param args none
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
        try (Pmix pmix = Pmix.init()) {
            // --8<-- [start:handle]
            Registration count = pmix.events().on(PROGRESS).named("count").register(event -> {
                int step = event.attributes().get(STEP).orElseThrow();
                return EventOutcome.partial().with(STEP, step + 1); // the next handler sees this result
            });
            Registration print = pmix.events()
                    .on(PROGRESS)
                    .named("print")
                    .after("count")
                    .register(event -> {
                        int next = event.result("count")
                                .orElseThrow()
                                .results()
                                .get(STEP)
                                .orElseThrow();
                        System.out.println("rank " + pmix.self().rank() + ": "
                                + event.text().orElse("") + ", then " + next);
                        seen.countDown();
                        return EventOutcome.complete(); // no further handler is called
                    });
            // --8<-- [end:handle]
            deaths(pmix);
            // --8<-- [start:notify]
            pmix.fence(); // now everybody has registered
            if (pmix.self().rank() == 0) {
                pmix.events()
                        .notify(PROGRESS)
                        .toNamespace()
                        .text("step 1 is done")
                        .with(STEP, 1)
                        .send();
            }
            // --8<-- [end:notify]
            if (!seen.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no event");
            }
            // --8<-- [start:idle]
            pmix.events().awaitIdle(Duration.ofSeconds(10)); // what has arrived is handled
            print.close();
            count.close();
            // --8<-- [end:idle]
        }
    }

    private static void deaths(Pmix pmix) {
        // --8<-- [start:deaths]
        pmix.events().on(EventDetail.ProcessTerminated.codes()).register(event -> {
            if (event.detail() instanceof EventDetail.ProcessTerminated(var proc, var exitCode)) {
                System.out.println(proc + " ended with " + exitCode);
            }
            return EventOutcome.partial();
        });
        // --8<-- [end:deaths]
    }
}
