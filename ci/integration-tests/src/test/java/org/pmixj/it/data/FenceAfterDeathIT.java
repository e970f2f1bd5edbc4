// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The fence of the job after a rank was killed, as {@link Pmix#fence()} and the README describe it. */
class FenceAfterDeathIT {
    private static final int VICTIM = 2;

    private static void die(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        if (context.rank() == VICTIM) {
            context.await("fence", 0, 1);
            context.killSelf();
        }
        UnderWay.announceCall(pmix, context, "fence", "fence");
    }

    @PmixTest(ranks = 3, nodes = 3, recoverable = true, killed = VICTIM)
    void onThreeNodesOneFenceFails(Pmix pmix, RankContext context) throws Exception {
        die(pmix, context);
        assertThatExceptionOfType(PmixException.LostConnection.class)
                .isThrownBy(pmix::fence)
                .withMessageStartingWith("fence failed: PMIX_ERR_LOST_CONNECTION (-61); a process that takes part has")
                .withMessageEndingWith("use a group of the others");
        pmix.fence();
    }

    @PmixTest(ranks = 3, recoverable = true, killed = VICTIM)
    void onOneNodeEveryFenceEndsByTimeout(Pmix pmix, RankContext context) throws Exception {
        die(pmix, context);
        FenceRequest request =
                FenceRequest.builder().timeout(Duration.ofSeconds(3)).build();
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(() -> pmix.fence(request));
        }
    }
}
