// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.util.Map;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/** The last rank dies, and the others go on. */
public final class Survive {
    private Survive() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            // --8<-- [start:request]
            Group group = pmix.groups()
                    .construct(GroupRequest.named("myapp-survivors")
                            .members(pmix.job().members())
                            .notifyTermination() // so that the destruct succeeds without those that died
                            .build());
            // --8<-- [end:request]
            int last = group.size() - 1; // the size shrinks as soon as that one has died
            group.fence();
            if (group.rank() == last) {
                Runtime.getRuntime().halt(1);
            }
            Map<ProcId, Integer> squares = repeat(group);
            System.out.println("rank " + group.rank() + ": " + squares.values());
            group.destruct();
        }
    }

    private static Map<ProcId, Integer> repeat(Group group) {
        // --8<-- [start:repeat]
        while (true) {
            try {
                return group.exchange(ValueType.INT32, group.rank() * group.rank());
            } catch (PmixException.MemberLost e) {
                // All survivors are here, and the group is without the lost member.
                System.out.println("rank " + group.rank() + ": lost rank "
                        + e.lost().getFirst().rank() + ", " + group.size() + " are left");
            }
        }
        // --8<-- [end:repeat]
    }
}
