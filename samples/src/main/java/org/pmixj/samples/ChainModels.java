// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Reach;

/**
 * Two threads of one process have a handler each for the same event. The handler of the MPI thread comes after that of the
 * OpenMP master, sees its result and is the last step, as in the third example of the use case on hybrid programming
 * models. The handlers are registered in the wrong order, and called in the right one.
 *
 * <p>The example in C has these mistakes. Both registrations create two attributes and pass one ({@code ninfo} is 1), so
 * libpmix sees neither {@code PMIX_EVENT_HDLR_FIRST} nor {@code PMIX_EVENT_HDLR_AFTER} and calls the handler registered
 * last first. It passes {@code true} instead of a pointer to it, and {@code PMIX_EVENT_HDLR_AFTER} lacks its type. And
 * completing the event withholds it from other handlers, such as those of Open MPI in the same process: a library may
 * only do so with its own events.
 */
public final class ChainModels {
    private static final Key<Integer> PARKED = Key.of("omp.parked", ValueType.INT32);

    private ChainModels() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) throws InterruptedException {
        try (Pmix pmix = Pmix.init()) {
            CountDownLatch last = new CountDownLatch(1);
            pmix.events()
                    .on(Statuses.OPENMP_PARALLEL_ENTERED)
                    .named("never called")
                    .register(event -> {
                        say(pmix, "a completed event was passed on");
                        return EventOutcome.noAction();
                    });
            pmix.events()
                    .on(Statuses.OPENMP_PARALLEL_ENTERED)
                    .named("OpenMP-Master")
                    .first()
                    .register(event -> {
                        say(pmix, "OpenMP-Master: a parallel region is entered");
                        return EventOutcome.partial().with(PARKED, 3);
                    });
            pmix.events()
                    .on(Statuses.OPENMP_PARALLEL_ENTERED)
                    .named("MPI-Thread")
                    .after("OpenMP-Master")
                    .register(event -> {
                        HandlerResult before = event.result("OpenMP-Master").orElseThrow();
                        say(
                                pmix,
                                "MPI-Thread: " + before.status() + " of OpenMP-Master, "
                                        + before.results().get(PARKED).orElseThrow() + " threads parked");
                        last.countDown();
                        return EventOutcome.complete();
                    });
            try (ParallelRegion region = pmix.models().parallel(4, ActivityOptions.to(Reach.PROCESS))) {
                boolean called = last.await(30, TimeUnit.SECONDS);
                boolean done = pmix.events().awaitIdle(Duration.ofSeconds(30));
                if (!called || !done) {
                    throw new IllegalStateException("the handlers have not been called within 30 s");
                }
                say(pmix, "region of " + region.threads() + " threads");
            }
        }
    }

    private static void say(Pmix pmix, String what) {
        System.out.println("rank " + pmix.self().rank() + ": " + what);
    }
}
