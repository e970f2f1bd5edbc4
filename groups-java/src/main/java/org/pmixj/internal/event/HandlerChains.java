// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.event.repair.DeliveredEvents;
import org.pmixj.internal.ffi.GivenEvent;

/**
 * Runs the event handlers of this process. When an event arrives it gets a turn with each handler of its chain. A
 * handler takes its turns in that order, each when the handlers before have given their outcomes. All turns of an event
 * are queued at once, so the oldest event never waits for another, and no deadlock is possible.
 *
 * <p>The monitor of this object guards the state of the chains. With it held neither the application nor libpmix is
 * called.
 */
public final class HandlerChains {
    private final Map<Integer, HandlerChain> chains = new HashMap<>();
    /** The chain of every code that has no chain of its own. */
    private HandlerChain defaults = HandlerChain.EMPTY;

    private final Set<RegisteredHandler> handlers = new LinkedHashSet<>();
    private final DeliveredEvents delivered = new DeliveredEvents();
    private final Set<GivenEvent> pending = new HashSet<>();
    private final ArrayDeque<EventInChain> ended = new ArrayDeque<>();
    /** Whether a thread completes the events of {@link #ended}. */
    private boolean finishing;

    /** The number of events whose chains have not ended. */
    private int underWay;

    private boolean closed;

    // --- handlers ------------------------------------------------------------------------------------------------

    /**
     * Adds a handler to the chains of its codes, and passes it the kept events if it asks for them. Throws if its name
     * or place is taken, if the handler that it names as its neighbour does not exist, or if its handle is closed.
     */
    synchronized void add(RegisteredHandler handler) {
        if (closed || handler.handle.isClosed()) {
            throw new IllegalStateException("registration of " + handler.title() + ": this Pmix handle is closed");
        }
        handler.checkBeside(handlers);
        Map<Integer, HandlerChain> changed = new HashMap<>();
        HandlerChain changedDefaults = defaults;
        if (handler.settings.codes().isEmpty()) {
            changedDefaults = defaults.with(handler);
            chains.forEach((code, chain) -> changed.put(code, chain.with(handler)));
        } else {
            for (Integer code : handler.settings.codes()) {
                changed.put(code, chain(code).with(handler));
            }
        }
        defaults = changedDefaults;
        chains.putAll(changed);
        handlers.add(handler);
        if (handler.settings.cached()) {
            for (ReceivedEvent event : delivered.of(handler)) {
                EventInChain arrival = new EventInChain(event, null, true, List.of());
                enqueue(arrival, handler);
                underWay++;
                advance(arrival);
            }
        }
    }

    private HandlerChain chain(int code) {
        return chains.getOrDefault(code, defaults);
    }

    synchronized boolean isActive(RegisteredHandler handler) {
        return !handler.closed;
    }

    void close(RegisteredHandler handler) {
        synchronized (this) {
            remove(handler);
        }
        finish();
    }

    void close(Handle handle) {
        synchronized (this) {
            for (RegisteredHandler handler : List.copyOf(handlers)) {
                if (handler.handle == handle) {
                    remove(handler);
                }
            }
        }
        finish();
    }

    private void remove(RegisteredHandler handler) {
        if (handler.closed) {
            return;
        }
        handler.closed = true;
        handlers.remove(handler);
        defaults = defaults.without(handler);
        chains.replaceAll((_, chain) -> chain.without(handler));
        for (HandlerTurn turn : handler.queue) {
            pass(turn);
        }
        handler.queue.clear();
        if (handler.running == null) {
            handler.bound.end();
        }
    }

    // --- events --------------------------------------------------------------------------------------------------

    /**
     * Starts the chain of an event that has arrived, on the progress thread; returns false if no handler wants it.
     *
     * @param origin completed when the chain has ended; null if libpmix does not wait for it
     */
    boolean arrive(ReceivedEvent event, @Nullable GivenEvent origin, List<HandlerResult> earlier) {
        EventInChain arrival = new EventInChain(event, origin, false, earlier);
        synchronized (this) {
            if (closed) {
                return false;
            }
            if (event.cacheable) {
                delivered.add(event);
            }
            HandlerChain chain = chain(event.code);
            for (int i = 0; i < chain.size(); i++) {
                if (chain.get(i) instanceof RegisteredHandler handler && handler.wants(event)) {
                    enqueue(arrival, handler);
                }
            }
            if (arrival.turns.isEmpty()) {
                return false;
            }
            if (origin != null) {
                pending.add(origin);
            }
            underWay++;
            advance(arrival);
        }
        return true;
    }

    /** Returns whether an event was delivered before. */
    synchronized boolean isKnown(ReceivedEvent event) {
        return delivered.contains(event);
    }

    private static void enqueue(EventInChain arrival, RegisteredHandler handler) {
        HandlerTurn turn = new HandlerTurn(arrival, handler);
        arrival.turns.add(turn);
        handler.queue.add(turn);
        if (handler.queue.size() >= handler.warnAt) {
            Log.warnApart(handler.warnAt + " events wait for " + handler.title());
            handler.warnAt *= 2;
        }
    }

    /** Moves an event on to the next handler that is to be called. */
    private void advance(EventInChain arrival) {
        while (arrival.next < arrival.turns.size()) {
            HandlerTurn turn = arrival.turns.get(arrival.next);
            if (!turn.done) {
                turn.ready = true;
                call(turn.handler);
                return;
            }
            arrival.next++;
        }
        ended.add(arrival);
        underWay--;
        if (underWay == 0) {
            notifyAll();
        }
    }

    /** Skips a handler that is not called for the event. */
    private void pass(HandlerTurn turn) {
        turn.done = true;
        if (turn.ready) {
            turn.arrival.next++;
            advance(turn.arrival);
        }
    }

    /** Calls a handler for its next event, if both are ready. */
    private void call(RegisteredHandler handler) {
        HandlerTurn turn = take(handler);
        if (turn != null) {
            handler.handle.dispatcher.execute(new HandlerCall(this, turn));
        }
    }

    /** Takes the next turn of an idle handler, or null if its event has not come that far. */
    synchronized @Nullable HandlerTurn take(RegisteredHandler handler) {
        if (handler.running != null) {
            return null;
        }
        HandlerTurn turn = handler.queue.peek();
        while (turn != null && turn.done) {
            handler.queue.remove();
            turn = handler.queue.peek();
        }
        if (turn == null || !turn.ready) {
            return null;
        }
        handler.queue.remove();
        handler.running = turn;
        handler.bound.begin();
        return turn;
    }

    /** Returns whether the event still waits for the handler. */
    synchronized boolean isDue(HandlerTurn turn) {
        return !turn.done && !turn.handler.closed;
    }

    /** Returns whether the handler is to be called. This closes a one-shot handler. */
    boolean claim(HandlerTurn turn) {
        synchronized (this) {
            if (!isDue(turn)) {
                return false;
            }
            turn.called = true;
            if (!turn.handler.settings.once()) {
                return true;
            }
            remove(turn.handler);
        }
        finish();
        return true;
    }

    /**
     * Ends the turn of a handler; returns false if it had ended before. The outcome is null if the handler was not
     * called. Calls it for its next event if {@code again} is set; otherwise the caller does.
     */
    boolean settle(HandlerTurn turn, @Nullable EventOutcome outcome, boolean again) {
        synchronized (this) {
            if (turn.done) {
                return false;
            }
            turn.done = true;
            RegisteredHandler handler = turn.handler;
            handler.running = null;
            if (handler.closed) {
                handler.bound.end();
            }
            EventInChain arrival = turn.arrival;
            if (outcome != null) {
                arrival.add(handler, outcome);
                if (outcome.status().code() == PMIxConstants.PMIX_EVENT_ACTION_COMPLETE()) {
                    stop(arrival);
                }
            }
            arrival.next++;
            advance(arrival);
            if (again) {
                call(handler);
            }
        }
        finish();
        return true;
    }

    /** Calls no further handler for the event. Handlers whose next event it was go on to the one after. */
    private void stop(EventInChain arrival) {
        for (int i = arrival.next + 1; i < arrival.turns.size(); i++) {
            arrival.turns.get(i).done = true;
            call(arrival.turns.get(i).handler);
        }
    }

    public synchronized int size() {
        return handlers.size();
    }

    /** Returns the number of events that libpmix waits for plus the number of turns that have not ended. */
    public synchronized int waiting() {
        int count = pending.size() + ended.size();
        for (RegisteredHandler handler : handlers) {
            count += handler.queue.size() + (handler.running == null ? 0 : 1);
        }
        return count;
    }

    /** Waits until all chains have ended. */
    synchronized boolean awaitIdle(long nanos) {
        long deadline = Deadline.in(nanos);
        while (underWay > 0) {
            if (!Deadline.awaitNotified(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    // --- completion ----------------------------------------------------------------------------------------------

    /** Completes the events whose chains have ended, unless another thread does: handlers in C see them in order. */
    private void finish() {
        try {
            for (EventInChain arrival = nextEnded(true); arrival != null; arrival = nextEnded(false)) {
                finish(arrival);
            }
        } catch (Throwable e) {
            synchronized (this) {
                finishing = false;
            }
            throw e;
        }
    }

    private void finish(EventInChain arrival) {
        GivenEvent origin = arrival.origin;
        Handle handle = arrival.turns.getFirst().handler.handle;
        if (origin != null && EventCompletion.complete(handle, origin, arrival.status, arrival.own())) {
            // Otherwise the end of the session returns it.
            synchronized (this) {
                pending.remove(origin);
            }
        }
        RegisteredHandler terminator = arrival.terminator;
        if (terminator != null) {
            String event = arrival.describe();
            Dispatcher.apart(() -> terminator.terminateJob(event));
        }
    }

    private synchronized @Nullable EventInChain nextEnded(boolean begins) {
        if (begins && finishing) {
            return null;
        }
        EventInChain next = ended.poll();
        finishing = next != null;
        return next;
    }

    /** Closes all handlers when the session ends, and returns the events of libpmix. */
    void close() {
        List<GivenEvent> open;
        synchronized (this) {
            closed = true;
            if (underWay > 0) {
                Log.warnApart(underWay + " events were not handled to the end: the session is closed");
            }
            for (RegisteredHandler handler : List.copyOf(handlers)) {
                remove(handler);
            }
            ended.clear();
            open = List.copyOf(pending);
            pending.clear();
        }
        for (GivenEvent event : open) {
            event.abandon();
        }
    }
}
