// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.Optional;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;

/** Puts values and gets those of other ranks. */
public final class Values {
    // --8<-- [start:keys]
    private static final Key<String> ADDRESS = Key.of("myapp.address", ValueType.STRING);
    private static final Key<Integer> ROUND = Key.of("myapp.round", ValueType.INT32);
    // --8<-- [end:keys]

    private Values() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            exchange(pmix);
            options(pmix);
            again(pmix);
        }
    }

    private static void exchange(Pmix pmix) {
        // --8<-- [start:exchange]
        int rank = pmix.self().rank();
        pmix.put(Scope.GLOBAL, ADDRESS, "port " + (4000 + rank));
        pmix.commit();
        pmix.fence(); // waits for all ranks, and collects what they have committed

        ProcId next = pmix.job().member((rank + 1) % pmix.job().size());
        System.out.println("rank " + rank + ": my neighbour has " + pmix.get(next, ADDRESS));
        // --8<-- [end:exchange]
    }

    private static void options(Pmix pmix) {
        // --8<-- [start:options]
        ProcId first = pmix.job().member(0);
        // Empty if this process does not know it, while get waits for it:
        Optional<Integer> round = pmix.find(first, ROUND);
        // A fence of some processes, with a timeout of its own:
        pmix.fence(FenceRequest.of(pmix.job().members()).withTimeout(Duration.ofSeconds(20)));
        // --8<-- [end:options]
        System.out.println("rank " + pmix.self().rank() + ": round " + round);
    }

    private static void again(Pmix pmix) {
        // --8<-- [start:again]
        ProcId first = pmix.job().member(0);
        for (int round = 1; round <= 2; round++) {
            if (pmix.self().rank() == 0) {
                pmix.put(Scope.GLOBAL, ROUND, round);
                pmix.commit();
            }
            pmix.fence();
            // A value that was read before is cached here.
            int read = pmix.get(first, ROUND, GetOptions.defaults().withRefreshCache());
            System.out.println("rank " + pmix.self().rank() + ": round " + read);
            pmix.fence();
        }
        // --8<-- [end:again]
    }
}
