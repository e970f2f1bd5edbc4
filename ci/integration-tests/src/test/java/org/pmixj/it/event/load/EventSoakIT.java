// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.it.event.load.EventFlood.Sending;
import org.pmixj.junit.PmixTest;

/** Events under load: none is lost, reordered or delivered twice, and memory is flat. Run by {@code ci/test soak}. */
@Tag("soak")
class EventSoakIT {
    private static final int EVENTS = 10_000;

    /** libpmix leaves Nagle's algorithm on: where each event is waited for, one takes more than 20 ms. */
    private static int count(Sending sending) {
        return sending == Sending.SYNC ? EVENTS / 10 : EVENTS;
    }

    @PmixTest(ranks = 6, nodes = 3, timeLimit = 600)
    void fourSendersToAll(Pmix pmix) throws InterruptedException {
        for (Sending sending : Sending.values()) {
            EventFlood.toAll(pmix, sending, count(sending), 4, 1);
        }
    }

    @PmixTest(ranks = 6, nodes = 3, timeLimit = 600)
    void fourSendersToAChainOfThree(Pmix pmix) throws InterruptedException {
        EventFlood.toAll(pmix, Sending.MIXED, EVENTS, 4, 3);
    }

    @PmixTest(ranks = 6, nodes = 3, timeLimit = 600)
    void fourSendersToTwoGroups(Pmix pmix) throws InterruptedException {
        for (Sending sending : Sending.values()) {
            EventFlood.toTwoGroups(pmix, sending, count(sending), 1);
        }
    }

    @PmixTest(ranks = 2, nodes = 2, timeLimit = 600)
    void aThousandInterleavings(Pmix pmix) throws Exception {
        try (EventChurn churn = new EventChurn(pmix, 20_261_121)) {
            // The first thousand compile.
            churn.run(1_000);
            churn.run(1_000).requireFlat("rank " + pmix.self().rank() + ", interleavings");
            assertThat(churn.isVaried()).isTrue();
        }
        EventLoads.requireNothingLeft();
    }
}
