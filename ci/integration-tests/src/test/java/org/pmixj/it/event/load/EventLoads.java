// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.HandlerChains;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.internal.ffi.InFlight;

/** What the tests of events under load have in common. */
final class EventLoads {
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private EventLoads() {}

    /** Nothing is on its way in this process any more: libpmix has its events back, and no handler has any to come. */
    static void requireIdle() throws InterruptedException {
        HandlerChains hub = NativeRegistrations.of(Session.current()).hub();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while ((InFlight.size() > 0 || hub.waiting() > 0) && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertThat(InFlight.size()).as("operations in flight").isZero();
        assertThat(hub.waiting()).as("events on their way").isZero();
    }

    /** All handlers are closed, and nothing is kept for them or for what they were called for. */
    static void requireNothingLeft() throws InterruptedException {
        requireIdle();
        Session session = Session.current();
        assertThat(NativeRegistrations.of(session).hub().size()).as("handlers").isZero();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (session.timers.size() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertThat(session.timers.size()).as("bounds").isZero();
    }
}
