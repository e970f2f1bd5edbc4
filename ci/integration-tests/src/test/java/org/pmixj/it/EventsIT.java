// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

class EventsIT {
    private static final PmixStatus CODE = new PmixStatus(-3001);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);

    @PmixTest(ranks = 3, nodes = 3)
    void smoke(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(CODE).named("it").register(event -> {
            seen.add(event);
            return EventOutcome.partial();
        })) {
            pmix.fence();
            if (context.rank() == 0) {
                for (int i = 0; i < 100; i++) {
                    pmix.events().notify(CODE).with(NUMBER, i).text("hello").send();
                }
            }
            for (int i = 0; i < 100; i++) {
                Event event = seen.poll(10, TimeUnit.SECONDS);
                assertThat(event).isNotNull();
                assertThat(event.attributes().get(NUMBER)).contains(i);
                assertThat(event.source()).contains(pmix.job().member(0));
            }
            pmix.fence();
            assertThat(seen).isEmpty();
        }
        assertThat(List.of()).isEmpty();
    }
}
