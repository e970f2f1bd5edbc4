// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.it.event.load.EventFlood.Sending;
import org.pmixj.junit.PmixTest;

/** The quick form of {@link EventSoakIT}. */
@Tag("slow")
class EventLoadIT {
    @PmixTest(ranks = 6, nodes = 3)
    void fourSendersToAllAndToTwoGroups(Pmix pmix) throws InterruptedException {
        EventFlood.toAll(pmix, Sending.ASYNC, 200, 4, 3);
        EventFlood.toTwoGroups(pmix, Sending.MIXED, 200, 1);
    }

    @PmixTest(ranks = 2, nodes = 2)
    void thirtyInterleavings(Pmix pmix) throws Exception {
        try (EventChurn churn = new EventChurn(pmix, 4)) {
            churn.run(30);
        }
        EventLoads.requireNothingLeft();
    }
}
