// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.it.model.OpenMp.Regions;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;

/** The OpenMP model that the tool of {@code native/ompt} declares, in {@link Pmix#models} of other processes. */
class OmptModelsIT {
    private static final String TOOL = "OMP_TOOL_LIBRARIES=" + OpenMp.TOOL;

    /** Each process with OpenMP is there once, with the threads of its largest team. */
    private static Map<ProcId, Long> threads(List<DeclaredModel> models) {
        Map<ProcId, Long> threads = new HashMap<>();
        for (DeclaredModel model : models) {
            if (model.model().name().equals("OpenMP")) {
                assertThat(model.model().library()).contains("LLVM OMP");
                assertThat(model.model().threading()).contains("pthread");
                assertThat(threads.put(
                                model.proc(),
                                model.model().resources().threads().orElse(0)))
                        .isNull();
            }
        }
        return threads;
    }

    /** All but the last rank have regions, and that one only asks when they are over. */
    private static void known(Pmix pmix, RankContext context, boolean ofJob) throws Exception {
        Regions code = Regions.load(context.scratch());
        boolean late = context.rank() == context.size() - 1;
        Queue<ProcId> told = new ConcurrentLinkedQueue<>();
        if (!late) {
            listen(pmix, told);
        }
        pmix.fence();
        Map<ProcId, Long> node = new HashMap<>();
        Map<ProcId, Long> job = new HashMap<>();
        for (int rank = 0; rank < context.size() - 1; rank++) {
            boolean here = rank % context.nodes() == context.rank() % context.nodes();
            if (here) {
                node.put(pmix.job().member(rank), 2L);
            }
            if (here || ofJob) {
                job.put(pmix.job().member(rank), 2L);
            }
        }
        if (!late) {
            code.run(3, 2);
        }
        pmix.fence();
        if (late) {
            listen(pmix, told);
        }
        Await.until(
                "the models of others are known",
                () -> threads(pmix.models().ofJob()).equals(job)
                        && threads(pmix.models().ofNode()).equals(node));
        pmix.fence();
        // A larger team is told to the same.
        if (context.rank() == 0) {
            code.run(1, 4);
        }
        job.computeIfPresent(pmix.job().member(0), (proc, two) -> 4L);
        Await.until(
                "the larger team is known", () -> threads(pmix.models().ofJob()).equals(job));
        pmix.fence();
        Await.until("listeners were told", () -> told.size() >= job.size());
        assertThat(told).containsExactlyInAnyOrderElementsOf(job.keySet());
    }

    private static void listen(Pmix pmix, Queue<ProcId> told) {
        pmix.models().onDeclared(Declarations.ALL, model -> {
            if (model.model().name().equals("OpenMP")) {
                told.add(model.proc());
            }
        });
    }

    @Tag("slow")
    @PmixTest(
            ranks = 4,
            nodes = 3,
            launcher = {"-x", TOOL, "-x", "PMIXJ_OMPT_RANGE=node"})
    void theModelIsKnownOnTheNode(Pmix pmix, RankContext context) throws Exception {
        known(pmix, context, false);
    }

    @PmixTest(
            ranks = 4,
            nodes = 3,
            launcher = {"-x", TOOL, "-x", "PMIXJ_OMPT_RANGE=job"})
    void theModelIsKnownInTheJob(Pmix pmix, RankContext context) throws Exception {
        known(pmix, context, true);
    }
}
