// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.event.EventInChain.HandlerTurn;

/**
 * Calls a handler for an event, and then for the next ones in its queue. On the dispatcher, or, of an
 * inline handler, on the thread that brings the event. On an executor of the
 * application each call is a task of its own, so that a busy handler does not occupy a thread that others need.
 */
final class HandlerCall implements Runnable {
    /** The limit of stages within stages: one that completes with itself would overflow the stack. */
    private static final int DEEPEST = 100;

    private final HandlerChains chains;
    /** Taken by the first run, because an executor may refuse a task that it has run or is running. */
    private final AtomicReference<@Nullable HandlerTurn> first;

    private final boolean onExecutor;

    HandlerCall(HandlerChains chains, HandlerTurn first) {
        this.chains = chains;
        this.first = new AtomicReference<>(first);
        this.onExecutor = first.handler.handle.dispatcher.hasExecutor();
    }

    @Override
    public void run() {
        HandlerTurn turn = first.getAndSet(null);
        while (turn != null) {
            EventOutcome outcome;
            try {
                outcome = call(turn);
            } catch (Throwable e) {
                warn(turn, "failed at", e);
                outcome = EventOutcome.noAction();
            }
            // An interrupt was meant for the call that has ended.
            Thread.interrupted();
            if (outcome != null && follow(turn, outcome, 1)) {
                return;
            }
            turn = chains.settle(turn, outcome, onExecutor) && !onExecutor ? chains.takeTurn(turn.handler) : null;
        }
    }

    /** Calls the handler. Returns null if it does not want this event, or is closed. */
    private @Nullable EventOutcome call(HandlerTurn turn) throws Exception {
        if (!chains.isDue(turn)) {
            return null;
        }
        RegisteredHandler handler = turn.handler;
        Event event = new EventView(turn.arrival.event, turn.arrival.results, turn.arrival.cached);
        if (!passes(turn, event) || !chains.claim(turn)) {
            return null;
        }
        Consumer<String> record = turn.arrival.event.recordCall(handler.name().orElse(""));
        EventOutcome outcome;
        try {
            outcome = handler.settings.callback().handle(event);
        } catch (Throwable e) {
            if (record != null) {
                record.accept(e.getClass().getSimpleName());
            }
            throw e;
        }
        if (record != null) {
            record.accept(outcome == null ? "null" : outcome.status().name());
        }
        if (outcome == null) {
            warn(turn, "answered null to", null);
            return EventOutcome.noAction();
        }
        return outcome;
    }

    private static boolean passes(HandlerTurn turn, Event event) {
        Predicate<? super Event> test = turn.handler.settings.test();
        try {
            return test == null || test.test(event);
        } catch (Throwable e) {
            warn(turn, "does not receive, because its test failed:", e);
            return false;
        }
    }

    /** Waits for an outcome that is not known yet; returns false if it is known. */
    private boolean follow(HandlerTurn turn, EventOutcome outcome, int depth) {
        CompletionStage<EventOutcome> stage = outcome.stage().orElse(null);
        if (stage == null) {
            return false;
        }
        try {
            // The chain goes on where the stage completes.
            CompletionStage<EventOutcome> _ =
                    stage.whenComplete((known, failure) -> later(turn, known, failure, depth));
        } catch (Throwable e) {
            warn(turn, "gave a stage that fails for", e);
            chains.settle(turn, EventOutcome.noAction(), true);
        }
        return true;
    }

    private void later(HandlerTurn turn, @Nullable EventOutcome outcome, @Nullable Throwable failure, int depth) {
        EventOutcome known = outcome;
        if (known == null) {
            warn(turn, failure == null ? "answered null to" : "failed at", failure);
            known = EventOutcome.noAction();
        } else if (depth == DEEPEST && known.stage().isPresent()) {
            warn(turn, "gave more than " + DEEPEST + " stages within each other for", null);
            known = EventOutcome.noAction();
        }
        if (!follow(turn, known, depth + 1)) {
            chains.settle(turn, known, true);
        }
    }

    private static void warn(HandlerTurn turn, String what, @Nullable Throwable failure) {
        Log.warnApart(turn.handler.title() + " " + what + " " + turn.arrival.describe() + ", no action", failure);
    }
}
