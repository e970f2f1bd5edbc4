// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmixj.Pmix;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Declares a programming model, and notices that another rank enters a phase. */
public final class UsesModels {
    private UsesModels() {}

    /**
     * Runs one rank.
     *
     * @param args none
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
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
        }
    }
}
