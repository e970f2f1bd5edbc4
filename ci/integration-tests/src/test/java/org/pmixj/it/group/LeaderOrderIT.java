// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** A leader that is not the first member goes on with a construct. */
class LeaderOrderIT {
    private static final int VICTIM = 2;

    private static List<ProcId> withoutVictim(Pmix pmix, List<ProcId> all) {
        return all.stream()
                .filter(proc -> !proc.equals(pmix.job().member(VICTIM)))
                .toList();
    }

    /** The group has the order of the request, or the final one, without those that are left out. */
    @PmixTest(ranks = 4, nodes = 3, killed = VICTIM)
    void itKeepsTheOrder(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        ProcId leader = all.get(3);
        pmix.fence();
        if (context.rank() == VICTIM) {
            context.await("construct", 0, 1, 3);
            context.killSelf();
        }
        UnderWay.announceCall(pmix, context, "construct");
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-led")
                        .members(all)
                        .leader(leader)
                        .policy(LeaderPolicy.goOn())
                        .build());
        assertThat(group.leader()).hasValue(leader);
        assertThat(group.members()).isEqualTo(withoutVictim(pmix, all));
        assertThat(group.rank()).isEqualTo(withoutVictim(pmix, all).indexOf(pmix.self()));
        group.fence();
        group.destruct();
        List<ProcId> order = List.of(all.get(1), leader, all.get(VICTIM), all.get(0));
        Group ordered = pmix.groups()
                .construct(GroupRequest.named("it-ordered")
                        .members(all)
                        .finalOrder(order)
                        .leader(leader)
                        .policy(LeaderPolicy.goOn())
                        .build());
        assertThat(ordered.members()).isEqualTo(withoutVictim(pmix, order));
        ordered.fence();
        ordered.destruct();
    }
}
