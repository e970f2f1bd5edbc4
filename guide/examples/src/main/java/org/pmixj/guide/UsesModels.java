// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.event.EventOutcome;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Declares a programming model, and notices that another rank enters a phase, and this one a parallel region. */
public final class UsesModels {
    private UsesModels() {}

    /**
     * Runs one rank.
     *
     * @param args none
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(2);
        try (Pmix pmix = Pmix.init()) {
            // --8<-- [start:declare]
            ProgrammingModel streams = ProgrammingModel.named("Java streams")
                    .library("java.util.stream")
                    .threading("java")
                    .build();
            pmix.models().declare(streams, Reach.JOB);
            System.out.println(
                    "rank " + pmix.self().rank() + ": " + pmix.models().declared());
            // --8<-- [end:declare]
            // --8<-- [start:listen]
            pmix.models().onActivity(activity -> {
                if (activity.kind() == ModelActivity.Kind.PHASE_ENTERED) {
                    System.out.println("rank " + pmix.self().rank() + ": rank "
                            + activity.proc().rank() + " enters "
                            + activity.phaseName().orElseThrow());
                    seen.countDown();
                }
            });
            // --8<-- [end:listen]
            pmix.models().onActivity(activity -> {
                if (activity.kind() == ModelActivity.Kind.PARALLEL_EXITED) {
                    seen.countDown();
                }
            });
            // --8<-- [start:regions]
            pmix.events()
                    .on(Statuses.OPENMP_PARALLEL_ENTERED, Statuses.OPENMP_PARALLEL_EXITED)
                    .register(event -> {
                        System.out.println(
                                event.code() + " " + event.attributes().get(Keys.MODEL_NUM_THREADS));
                        return EventOutcome.partial();
                    });
            // --8<-- [end:regions]
            // --8<-- [start:region]
            try (ParallelRegion _ = pmix.models().parallel(4, ActivityOptions.to(Reach.PROCESS))) {
                // the work of four threads
            }
            // --8<-- [end:region]
            pmix.fence();
            if (pmix.self().rank() == 0) {
                // --8<-- [start:phase]
                try (Phase _ = pmix.models().phase("assembly", "sparse matrix", ActivityOptions.to(Reach.JOB))) {
                    pmix.fence(); // the work of the phase
                }
                // --8<-- [end:phase]
            } else {
                pmix.fence();
            }
            if (!seen.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no phase was reported");
            }
            pmix.events().awaitIdle(Duration.ofSeconds(30));
        }
    }
}
