// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.internal.base.Log;

/**
 * Calls a handler for an event, and then for the next ones in its queue. On the dispatcher. On an executor of the
 * application each call is a task of its own, so that a busy handler does not occupy a thread that others need.
 */
final class HandlerCall implements Runnable {
    /** The limit of stages within stages: one that completes with itself would overflow the stack. */
    private static final int DEEPEST = 100;

    private final HandlerChains hub;
    /** Taken by the first run, because an executor may refuse a task that it has run or is running. */
    private final AtomicReference<@Nullable HandlerTurn> first;

    private final boolean shared;

    HandlerCall(HandlerChains hub, HandlerTurn first) {
        this.hub = hub;
        this.first = new AtomicReference<>(first);
        this.shared = first.handler.handle.dispatcher.isShared();
    }

    @Override
    public void run() {
        HandlerTurn ticket = first.getAndSet(null);
        while (ticket != null) {
            EventOutcome outcome;
            try {
                outcome = call(ticket);
            } catch (Throwable e) {
                warn(ticket, "failed at", e);
                outcome = EventOutcome.noAction();
            }
            // An interrupt was meant for the call that has ended.
            Thread.interrupted();
            if (outcome != null && follow(ticket, outcome, 1)) {
                return;
            }
            ticket = hub.settle(ticket, outcome, shared) && !shared ? hub.take(ticket.handler) : null;
        }
    }

    /** Calls the handler. Returns null if it does not want this event, or is closed. */
    private @Nullable EventOutcome call(HandlerTurn ticket) throws Exception {
        if (!hub.isDue(ticket)) {
            return null;
        }
        RegisteredHandler handler = ticket.handler;
        Event event = new EventView(ticket.arrival);
        if (!passes(ticket, event) || !hub.claim(ticket)) {
            return null;
        }
        EventOutcome outcome = handler.settings.callback().handle(event);
        if (outcome == null) {
            warn(ticket, "answered null to", null);
            return EventOutcome.noAction();
        }
        return outcome;
    }

    private static boolean passes(HandlerTurn ticket, Event event) {
        Predicate<? super Event> test = ticket.handler.settings.test();
        try {
            return test == null || test.test(event);
        } catch (Throwable e) {
            warn(ticket, "is not told, for its test failed at", e);
            return false;
        }
    }

    /** Waits for an outcome that is not known yet; returns false if it is known. */
    private boolean follow(HandlerTurn ticket, EventOutcome outcome, int depth) {
        CompletionStage<EventOutcome> stage = outcome.stage().orElse(null);
        if (stage == null) {
            return false;
        }
        try {
            // The chain goes on where the stage completes.
            CompletionStage<EventOutcome> _ = stage.whenComplete(new Later(ticket, depth));
        } catch (Throwable e) {
            warn(ticket, "gave a stage that fails for", e);
            hub.settle(ticket, EventOutcome.noAction(), true);
        }
        return true;
    }

    private final class Later implements BiConsumer<@Nullable EventOutcome, @Nullable Throwable> {
        private final HandlerTurn ticket;
        private final int depth;

        Later(HandlerTurn ticket, int depth) {
            this.ticket = ticket;
            this.depth = depth;
        }

        @Override
        public void accept(@Nullable EventOutcome outcome, @Nullable Throwable failure) {
            EventOutcome known = outcome;
            if (known == null) {
                warn(ticket, failure == null ? "answered null to" : "failed at", failure);
                known = EventOutcome.noAction();
            } else if (depth == DEEPEST && known.stage().isPresent()) {
                warn(ticket, "gave more than " + DEEPEST + " stages within each other for", null);
                known = EventOutcome.noAction();
            }
            if (!follow(ticket, known, depth + 1)) {
                hub.settle(ticket, known, true);
            }
        }
    }

    private static void warn(HandlerTurn ticket, String what, @Nullable Throwable failure) {
        try {
            Log.warning(ticket.handler.title() + " " + what + " " + ticket.arrival.describe() + ", no action", failure);
        } catch (Throwable ignored) {
            // The chain goes on even if a logger of the application throws.
        }
    }
}
