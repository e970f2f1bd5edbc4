// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import org.pmixj.Pmix;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * A library declares its programming model when it initialises PMIx, as in the first example of the use case on hybrid
 * programming models. Every rank prints the models that it knows, and what they use of its node.
 *
 * <p>The example in C has these mistakes. The comments of its attributes give {@code PMIX_MODEL_LIBRARY_VERSION} as {@code
 * pmix.mdl.vrs}, which is {@code pmix.mld.vrs} in every header, so a program with that text declares no version. It lists
 * further attributes of {@code PMIx_Init}, such as the numbers of threads and CPUs, but libpmix drops all except the four
 * of the example. Here an event sends the others.
 */
public final class DeclareModel {
    private DeclareModel() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        ProgrammingModel mpi = ProgrammingModel.named("MPI")
                .library("FooMPI")
                .version("1.0.0")
                .threading("pthread")
                .resources(ModelResources.ofThisJvm())
                .build();
        try (Pmix pmix = Pmix.builder().model(mpi, Reach.NODE).init()) {
            say(pmix, "declared in this process: " + pmix.models().declared());
            pmix.fence();
            if (pmix.process().localRank().orElse(0) == 0) {
                // A fence is no barrier for events: some of the others may be missing.
                System.out.print(pmix.models().plan());
            }
            pmix.fence();
        }
    }

    private static void say(Pmix pmix, String what) {
        System.out.println("rank " + pmix.self().rank() + ": " + what);
    }
}
