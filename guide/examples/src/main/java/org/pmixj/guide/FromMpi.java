// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import org.pmixj.Pmix;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;

/** Begins as a program for MPI does. */
public final class FromMpi {
    private FromMpi() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    // --8<-- [start:program]
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            int rank = pmix.self().rank();
            try (Group world = pmix.groups().construct("mpi-world", pmix.job().members());
                    Group row = world.split(rank / 2, rank).orElseThrow()) {
                int sum = Collectives.of(row).allReduce(ValueType.INT32, rank, Reductions.sum());
                System.out.println("rank " + rank + " of " + world.size() + ": the sum of my row is " + sum);
                row.destruct();
                world.destruct();
            }
        }
    }
    // --8<-- [end:program]
}
