// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.ffi.GivenEvent;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;

/** Holds an event while its chain of handlers runs. Guarded by the {@link HandlerChains}. */
final class EventInChain {
    final ReceivedEvent event;
    /** The event for which libpmix waits; null if the event has been returned to it. */
    final @Nullable GivenEvent origin;

    /** Whether the event arrived before its handler was registered. */
    final boolean cached;

    /** The turns of the handlers, in the order that the chain had when the event arrived. */
    final List<HandlerTurn> turns = new ArrayList<>();

    /** The index of the turn that the event waits for. */
    int next;

    /** The events that are given back to libpmix in their order, with this one; null if it need not wait for others. */
    @Nullable
    ArrayDeque<EventInChain> lane;

    /** Whether its chain and those before it in the lane have ended, so that libpmix gets it back. */
    boolean ended;

    /** Replaced, never changed, so that a handler keeps what it saw. */
    List<HandlerResult> results;
    /** The number of results that were given before this chain, by handlers in C or at other places. */
    private final int earlier;

    int status = PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN();
    /** The handler that wants the job to end. */
    @Nullable
    RegisteredHandler terminator;

    EventInChain(ReceivedEvent event, @Nullable GivenEvent origin, boolean cached, List<HandlerResult> earlier) {
        this.event = event;
        this.origin = origin;
        this.cached = cached;
        this.results = earlier;
        this.earlier = earlier.size();
    }

    /** Returns the results of this chain. */
    List<HandlerResult> resultsOfChain() {
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
        return outcome.results().and(Attributes.of(List.of(InfoAccess.flag(name))));
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

    /** Returns whether all handlers have had their turns. */
    boolean isOver() {
        return next >= turns.size();
    }

    String describe() {
        return "event " + new PmixStatus(event.code) + " of " + event.namedSource;
    }

    /** Holds the state of one handler's turn with one event. Guarded by the {@link HandlerChains}. */
    static final class HandlerTurn {
        final EventInChain arrival;
        final RegisteredHandler handler;

        /** Whether the handlers before this one have given their outcomes. */
        boolean ready;
        /** Whether the handler is or was called. */
        boolean called;
        /** Whether the turn has ended, or will not come. */
        boolean done;

        HandlerTurn(EventInChain arrival, RegisteredHandler handler) {
            this.arrival = arrival;
            this.handler = handler;
        }
    }
}
