// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.ffi.GivenEvent;

/**
 * Holds an event while its chain of handlers runs. libpmix may call handlers of C libraries between them: then the chain
 * runs in parts, and the event is given back to libpmix after each. Guarded by the {@link HandlerChains}.
 */
final class EventInChain {
    /** Holds the state of one handler's turn with one event. Guarded by the {@link HandlerChains}. */
    static final class Turn {
        final EventInChain arrival;
        final RegisteredHandler handler;

        /** Whether libpmix has come to the handler. */
        boolean reached;
        /** Whether the handlers before this one have given their outcomes. */
        boolean ready;
        /** Whether the handler is or was called. */
        boolean called;
        /** Whether the turn has ended, or will not come. */
        boolean done;

        Turn(EventInChain arrival, RegisteredHandler handler) {
            this.arrival = arrival;
            this.handler = handler;
        }
    }

    final ReceivedEvent event;

    /** The way of the event through libpmix; null if no handler waits for libpmix to come to it. */
    EventArrivals.@Nullable Passage passage;

    /** Whether the event arrived before its handler was registered. */
    final boolean cached;

    /** The turns of the handlers, in the order that the chain had when the event arrived. */
    final List<Turn> turns = new ArrayList<>();

    /** The turns of the part that runs. */
    List<Turn> part = turns;

    int next;

    /** What libpmix waits for during the part; null if it does not wait for this chain. */
    @Nullable
    GivenEvent origin;

    /** Whether libpmix has to call further handlers of this library after the part. */
    boolean goesOn;
    /** Whether libpmix has the event, and may have passed it to a handler in C: others need not wait for it. */
    boolean away;

    /** Replaced, never changed, so that a handler keeps what it saw. */
    List<HandlerResult> results = List.of();
    /** The number of results that were given before the part. */
    private int earlier;

    int status = PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN();
    /** The handler that wants the job to end. */
    @Nullable
    RegisteredHandler terminator;

    EventInChain(ReceivedEvent event, boolean cached) {
        this.event = event;
        this.cached = cached;
    }

    /** Starts a part without turns. */
    void startPart(GivenEvent given, List<HandlerResult> before) {
        part = new ArrayList<>(turns.size());
        next = 0;
        origin = given;
        goesOn = false;
        away = false;
        results = before;
        earlier = before.size();
        status = PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN();
    }

    /** Returns the first turn to which libpmix still has to come, or null. */
    @Nullable
    Turn unreached() {
        for (Turn turn : turns) {
            if (!turn.reached && !turn.done) {
                return turn;
            }
        }
        return null;
    }

    /** Returns the results of the part. */
    List<HandlerResult> own() {
        return results.subList(earlier, results.size());
    }

    void add(RegisteredHandler handler, EventOutcome outcome) {
        List<HandlerResult> more = new ArrayList<>(results);
        more.add(new HandlerResult(handler.name(), outcome.status(), withTermination(outcome)));
        results = List.copyOf(more);
        int given = outcome.status().code();
        status = strength(given) > strength(status) ? given : status;
        if (outcome.termination().isPresent()) {
            terminator = outcome.termination().get() ? handler : null;
        }
    }

    private static Attributes withTermination(EventOutcome outcome) {
        if (outcome.termination().isEmpty()) {
            return outcome.results();
        }
        // libpmix defines both names, and reads neither.
        String name = outcome.termination().get() ? EventKeys.WANT_TERMINATION : EventKeys.NO_TERMINATION;
        return Attributes.builder()
                .addAll(outcome.results())
                .add(InfoAccess.get().info(name, new PmixValue.Bool(true), false))
                .build();
    }

    /** Returns how active a handler with a status is: the chain gets the status of its most active handler. */
    private static int strength(int status) {
        if (status == PMIxConstants.PMIX_EVENT_ACTION_COMPLETE()) {
            return 3;
        } else if (status == PMIxConstants.PMIX_EVENT_PARTIAL_ACTION_TAKEN()) {
            return 2;
        }
        return status == PMIxConstants.PMIX_EVENT_ACTION_DEFERRED() ? 1 : 0;
    }

    String describe() {
        return "event " + new PmixStatus(event.code) + " of " + event.namedSource;
    }
}
