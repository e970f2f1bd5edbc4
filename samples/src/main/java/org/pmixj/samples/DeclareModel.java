// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import org.pmixj.Pmix;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * A library declares its programming model when it initialises PMIx, as in the first example of the use case on hybrid
 * programming models; and every rank says which models it knows of, and what they use of its node.
 *
 * <p>What the example in C has wrong: the comments of the attributes before it give {@code PMIX_MODEL_LIBRARY_VERSION} as
 * {@code pmix.mdl.vrs}, which is {@code pmix.mld.vrs} in every header, so that a program with the text in it declares no
 * version; and of the attributes it lists as of {@code PMIx_Init}, the numbers of threads and CPUs and the like, libpmix
 * drops all but the four of the example. Here the others follow as an event.
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
