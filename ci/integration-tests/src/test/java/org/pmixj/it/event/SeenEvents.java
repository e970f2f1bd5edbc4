// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.Key;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.it.support.Await;

/** Answers every event with one outcome, and keeps the events in their order. */
final class SeenEvents implements EventHandler {
    final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final EventOutcome outcome;

    SeenEvents(EventOutcome outcome) {
        this.outcome = outcome;
    }

    static SeenEvents partial() {
        return new SeenEvents(EventOutcome.partial());
    }

    static SeenEvents noAction() {
        return new SeenEvents(EventOutcome.noAction());
    }

    @Override
    public EventOutcome handle(Event event) {
        events.add(event);
        return outcome;
    }

    Event next() throws InterruptedException {
        return Await.next(events);
    }

    /** Returns a value of each of the next events. */
    List<Integer> next(int count, Key<Integer> key) throws InterruptedException {
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(next().attributes().get(key).orElse(null));
        }
        return values;
    }

    /** Returns the names of the handlers before this one at its next event. */
    List<String> earlier() throws InterruptedException {
        return names(next());
    }

    void nothingMore() throws InterruptedException {
        Await.nothing(events);
    }

    /** Returns the names of the handlers whose results an event has. */
    static List<String> names(Event event) {
        return event.results().stream().map(result -> result.name().orElse("-")).toList();
    }
}
