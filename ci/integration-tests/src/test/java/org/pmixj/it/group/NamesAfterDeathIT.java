// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** A group whose member has died is constructed again under its name, with a process that took no part before. */
class NamesAfterDeathIT {
    /** Shares its node with rank 1 where there are three. */
    private static final int VICTIM = 4;

    private static final int NEWCOMER = 3;
    /** Shorter than the timeout of the construct that fails. */
    private static final Duration SOON = Duration.ofSeconds(20);

    private static GroupRequest.Builder request(Pmix pmix, String id, int... ranks) {
        List<ProcId> procs = new ArrayList<>();
        for (int rank : ranks) {
            procs.add(pmix.job().member(rank));
        }
        return GroupRequest.named(id).members(procs);
    }

    private static void again(Pmix pmix, RankContext context, String id) {
        if (context.rank() < 2 || context.rank() == NEWCOMER) {
            Group group = pmix.groups()
                    .construct(request(pmix, id, 0, 1, NEWCOMER).timeout(SOON).build());
            assertThat(group.size()).isEqualTo(3);
            group.fence();
            group.destruct();
        }
    }

    /** The server counts a member that ended in good order before; the group loses it when a member has asked the host. */
    @PmixTest(ranks = 5, recoverable = true)
    void endsInGoodOrderBefore(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        if (context.rank() == VICTIM) {
            pmix.close();
            return;
        }
        ProcId ended = pmix.job().member(VICTIM);
        Await.until("it has ended", () -> Jobs.hasEnded(pmix, ended));
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-ended").build());
        Await.until("the group has lost it", () -> !group.members().contains(ended));
        assertThat(group.members()).isEqualTo(pmix.job().members().subList(0, VICTIM));
        group.fence();
        group.destruct();
    }

    /** The death is known before the construct that fails. */
    @PmixTest(ranks = 5, killed = VICTIM)
    void diesBefore(Pmix pmix, RankContext context) throws Exception {
        Group all = pmix.groups().construct(Jobs.all(pmix, "it-all").build());
        if (context.rank() == VICTIM) {
            context.killSelf();
        }
        Await.until("the death is known", () -> all.size() == context.size() - 1);
        for (boolean tolerant : new boolean[] {false, true}) {
            String id = "it-team-" + tolerant;
            if (context.rank() < 2) {
                GroupRequest.Builder request = request(pmix, id, 0, 1, VICTIM).timeout(Await.LIMIT);
                if (tolerant) {
                    pmix.groups().construct(request.faultTolerant().build()).destruct();
                } else {
                    assertThatExceptionOfType(PmixException.MemberLost.class)
                            .isThrownBy(() -> pmix.groups().construct(request.build()));
                }
            }
            again(pmix, context, id);
        }
        all.destruct();
    }

    /** The member dies while the others wait for it in the construct. */
    @PmixTest(ranks = 5, nodes = 3, killed = VICTIM)
    void diesMeanwhile(Pmix pmix, RankContext context) throws Exception {
        Group all = pmix.groups().construct(Jobs.all(pmix, "it-all").build());
        if (context.rank() == VICTIM) {
            context.await("construct", 0, 1);
            context.killSelf();
        }
        if (context.rank() < 2) {
            UnderWay.announceCall(pmix, context, "construct");
            GroupRequest request =
                    request(pmix, "it-team", 0, 1, VICTIM).timeout(Await.LIMIT).build();
            assertThatExceptionOfType(PmixException.MemberLost.class)
                    .isThrownBy(() -> pmix.groups().construct(request));
        }
        again(pmix, context, "it-team");
        Await.until("the death is known", () -> all.size() == context.size() - 1);
        all.destruct();
    }
}
