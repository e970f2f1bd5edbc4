// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import java.util.concurrent.CountDownLatch;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.it.support.Await;

/** A handler whose calls wait until the test lets them go on. */
final class Gate implements EventHandler {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private final EventOutcome outcome;

    Gate(EventOutcome outcome) {
        this.outcome = outcome;
    }

    @Override
    public EventOutcome handle(Event event) throws InterruptedException {
        entered.countDown();
        open.await();
        return outcome;
    }

    /** Waits until the handler has been called. */
    void awaitCall() throws InterruptedException {
        Await.open(entered);
    }

    /** Lets all calls go on, those to come too. */
    void open() {
        open.countDown();
    }
}
