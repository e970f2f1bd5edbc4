// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import org.pmixj.Pmix;
import org.pmixj.event.Registration;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ModelResources;
import org.pmixj.model.Models;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.model.ResourcePlan;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"})
final class ModelSnippets {
    void resources() {
        // @start region="resources"
        ModelResources own = ModelResources.builder()
                .threads(4)
                .cpus(2)
                .cpuType("core")
                .affinityPolicy("close")
                .build();
        ModelResources jvm = ModelResources.ofThisJvm();
        // @end
    }

    void declare(Pmix pmix) {
        // @start region="declare"
        Models models = pmix.models();
        models.declare(
                ProgrammingModel.named("Streams")
                        .library("java.util.stream")
                        .version("25")
                        .threading("java")
                        .resources(ModelResources.ofThisJvm())
                        .build(),
                Reach.NODE);
        try (Registration others = models.onDeclared(declared -> System.out.println(declared));
                Phase phase = models.phase("cfd reduction", "matrix multiply", ActivityOptions.to(Reach.PROCESS))) {
            System.out.println(models.plan());
        }
        // @end
    }

    void declareAsync(Models models, ProgrammingModel model) {
        // @start region="declare-async"
        models.declareAsync(model, Reach.JOB).thenRun(() -> System.out.println("declared"));
        // @end
    }

    void atStart() {
        // @start region="at-start"
        ProgrammingModel spark = ProgrammingModel.named("BSP")
                .library("FooSpark")
                .version("1.0.0")
                .threading("java")
                .resources(ModelResources.ofThisJvm())
                .build();
        try (Pmix pmix = Pmix.builder().model(spark).init()) {
            System.out.println(pmix.models().plan());
        }
        // @end
    }

    void overlaps(Pmix pmix) {
        // @start region="overlaps"
        for (ResourcePlan.Overlap overlap : pmix.models().plan().overlaps()) {
            System.err.println(overlap);
        }
        // @end
    }

    void options(Models models, ProgrammingModel openmp) {
        // @start region="options"
        try (Phase phase =
                models.phase("solve", "cg", ActivityOptions.to(Reach.JOB).by(openmp))) {
            System.out.println(phase);
        }
        // @end
    }
}
