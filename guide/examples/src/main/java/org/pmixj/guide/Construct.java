// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.List;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;

/** Constructs groups by the collective method. */
public final class Construct {
    private static final Key<Integer> CORES = Key.of("myapp.cores", ValueType.INT32);

    private Construct() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            all(pmix);
            reversed(pmix);
            some(pmix);
        }
    }

    private static void all(Pmix pmix) {
        // --8<-- [start:all]
        GroupRequest request = GroupRequest.named("myapp-solvers")
                .members(pmix.job().members())
                .timeout(Duration.ofSeconds(20))
                .info(CORES, 8 + pmix.self().rank()) // the others read it without another call
                .build();
        try (Group group = pmix.groups().construct(request)) {
            ProcId last = group.members().get(group.size() - 1);
            System.out.println("rank " + group.rank() + " of " + group.size() + ", the last has "
                    + group.info(last, CORES).orElseThrow() + " cores");
            group.destruct();
        }
        // --8<-- [end:all]
    }

    private static void reversed(Pmix pmix) {
        // --8<-- [start:order]
        List<ProcId> order = pmix.job().members().reversed(); // all callers give the same order
        Group group = pmix.groups().construct("myapp-reversed", order);
        System.out.println("rank " + pmix.self().rank() + " is rank " + group.rank());
        group.destruct();
        // --8<-- [end:order]
    }

    private static void some(Pmix pmix) {
        // --8<-- [start:some]
        Members odd =
                Members.of(pmix.job().members()).includeRange(1, pmix.job().size() - 1, 2);
        if (odd.contains(pmix.self())) {
            Group group = pmix.groups().construct("myapp-odd", odd);
            System.out.println("rank " + pmix.self().rank() + " is one of " + group.size() + " odd ones");
            group.destruct();
        }
        // --8<-- [end:some]
    }
}
