// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.HandlerChains;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.it.support.Await;

/** Checks that nothing is left over, for the tests of events under load. */
final class EventLoads {
    private EventLoads() {}

    /** Checks that no event is on its way in this process: libpmix has its events back, and no handler waits for one. */
    static void requireIdle() throws InterruptedException {
        HandlerChains chains = HandlerChains.of(Session.current());
        Await.until(LIMIT, () -> InFlight.size() == 0 && chains.waiting() == 0);
        assertThat(InFlight.size()).as("operations in flight").isZero();
        assertThat(chains.waiting()).as("events on their way").isZero();
    }

    /** Checks that all handlers are closed, and that nothing is kept for them or for their events. */
    static void requireNothingLeft() throws InterruptedException {
        requireIdle();
        Session session = Session.current();
        assertThat(HandlerChains.of(session).size()).as("handlers").isZero();
        Await.until(LIMIT, () -> session.timers.size() == 0);
        assertThat(session.timers.size()).as("timers").isZero();
    }
}
