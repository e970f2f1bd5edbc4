// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.ArrayReduction;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;

/** Uses the collectives of a group. */
public final class Exchange {
    private Exchange() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init();
                Group group =
                        pmix.groups().construct("myapp-exchange", pmix.job().members())) {
            exchange(group);
            split(group);
            reduce(group);
            group.destruct();
        }
    }

    private static void exchange(Group group) {
        // --8<-- [start:exchange]
        Map<ProcId, String> addresses = group.exchange(ValueType.STRING, "port " + (4000 + group.rank()));
        ProcId next = group.members().get((group.rank() + 1) % group.size());
        System.out.println("rank " + group.rank() + ": my neighbour has " + addresses.get(next));
        // --8<-- [end:exchange]
    }

    private static void split(Group group) {
        // --8<-- [start:split]
        // A member without a colour, which is less than 0, gets no group.
        Group half = group.split(group.rank() % 2, 0).orElseThrow();
        System.out.println("rank " + group.rank() + " is rank " + half.rank() + " of its half");
        half.with(CollectiveOptions.within(Duration.ofSeconds(20))).fence();
        half.destruct();
        // --8<-- [end:split]
    }

    private static void reduce(Group group) {
        // --8<-- [start:collectives]
        Collectives collectives = Collectives.of(group);
        String settings = collectives.broadcast(0, ValueType.STRING, group.rank() == 0 ? "fast" : null);
        int[] sums = collectives.allReduce(new int[] {group.rank(), 1}, ArrayReduction.SUM);
        long rows = collectives.allReduce(ValueType.INT64, 100L + group.rank(), Reductions.sum());
        collectives
                .gather(0, ValueType.INT32, group.rank() * group.rank())
                .ifPresent(squares -> System.out.println("gathered " + squares.values()));
        System.out.println("rank " + group.rank() + ": " + settings + ", " + rows + " rows, " + Arrays.toString(sums));
        // --8<-- [end:collectives]
    }
}
