// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The fence of the job after a rank was killed, as {@link Pmix#fence()} and the guide describe it. */
class FenceAfterDeathIT {
    private static final int VICTIM = 2;
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private static void die(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        if (context.rank() == VICTIM) {
            context.await("fence", 0, 1);
            context.killSelf();
        }
        UnderWay.announceCall(pmix, context, "fence", "fence");
    }

    @PmixTest(ranks = 3, nodes = 3, recoverable = true, killed = VICTIM)
    void theFenceFails(Pmix pmix, RankContext context) throws Exception {
        die(pmix, context);
        FenceRequest request = FenceRequest.ofJob().withTimeout(LIMIT);
        // Which one depends on what the servers learn first.
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> pmix.fence(request))
                .satisfiesAnyOf(
                        failure -> assertThat(failure).isInstanceOf(PmixException.Timeout.class),
                        failure -> assertThat(failure)
                                .isInstanceOf(PmixException.LostConnection.class)
                                .hasMessageStartingWith(
                                        "fence failed: PMIX_ERR_LOST_CONNECTION (-61); a process that takes")
                                .hasMessageEndingWith("use a group of the others"));
    }
}
