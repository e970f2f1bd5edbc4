// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Registration;

/** A handler, and the events it received. */
public final class Seen implements AutoCloseable {
    public final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Registration registration;

    public Seen(HandlerBuilder handler) {
        registration = handler.register(event -> {
            events.add(event);
            return EventOutcome.noAction();
        });
    }

    public Event next() throws InterruptedException {
        Event event = Await.next(events);
        return event;
    }

    @Override
    public void close() {
        registration.close();
    }
}
