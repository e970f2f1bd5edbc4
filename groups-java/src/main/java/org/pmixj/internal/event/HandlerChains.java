// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
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
import org.pmixj.internal.event.EventInChain.Turn;
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

    private final NativeSlots slots = new NativeSlots();
    private final Set<RegisteredHandler> handlers = new LinkedHashSet<>();
    private final DeliveredEvents delivered = new DeliveredEvents();
    private final Set<GivenEvent> pending = new HashSet<>();
    private final ArrayDeque<EventInChain> ended = new ArrayDeque<>();
    /** Whether a thread completes the events of {@link #ended}. */
    private boolean finishing;

    /** The number of events whose chains have not ended. */
    private int underWay;

    private long parts;

    private boolean closed;

    // --- handlers ------------------------------------------------------------------------------------------------

    /**
     * Chooses the native handlers of a handler that is to be added, and returns those that are to be registered before,
     * in this order. Throws as {@link #add}, and if it is to be beside a closed handler.
     */
    synchronized List<NativeRegistration> place(RegisteredHandler handler, NativeRegistrations all) {
        checkOpen(handler);
        RegisteredHandler beside = handler.checkBeside(handlers);
        String anchor = handler.placement().anchor();
        if (beside == null && anchor != null && slots.isKnown(anchor)) {
            throw new IllegalArgumentException(
                    "there is no event handler '" + anchor + "' any more, it is closed; register it first");
        }
        return slots.choose(handler, with(handler).values(), beside, handlers, all);
    }

    /** Adds a native handler that calls no handler of the application yet. */
    synchronized void placeNative(NativeRegistration made) {
        slots.add(made);
    }

    synchronized void removeNative(NativeRegistration refused) {
        slots.remove(refused);
    }

    private void checkOpen(RegisteredHandler handler) {
        if (closed || handler.handle.isClosed()) {
            throw new IllegalStateException("registration of " + handler.title() + ": this Pmix handle is closed");
        }
    }

    /** Returns the chains with one more handler; null stands for every other code. */
    private Map<@Nullable Integer, HandlerChain> with(RegisteredHandler handler) {
        Map<@Nullable Integer, HandlerChain> changed = new HashMap<>();
        if (handler.settings.codes().isEmpty()) {
            changed.put(null, defaults.with(handler));
            chains.forEach((code, chain) -> changed.put(code, chain.with(handler)));
        } else {
            for (Integer code : handler.settings.codes()) {
                changed.put(code, chain(code).with(handler));
            }
        }
        return changed;
    }

    /**
     * Adds a handler to the chains of its codes, and passes it the kept events if it asks for them. Throws if its name
     * or place is taken, if the handler that it names as its neighbour is for none of its codes, or if its handle is
     * closed.
     */
    synchronized void add(RegisteredHandler handler) {
        checkOpen(handler);
        RegisteredHandler _ = handler.checkBeside(handlers);
        Map<@Nullable Integer, HandlerChain> changed = with(handler);
        HandlerChain changedDefaults = changed.remove(null);
        defaults = changedDefaults == null ? defaults : changedDefaults;
        changed.forEach((code, chain) -> {
            if (code != null) {
                chains.put(code, chain);
            }
        });
        handlers.add(handler);
        if (handler.settings.cached()) {
            for (ReceivedEvent event : delivered.of(handler)) {
                EventInChain arrival = new EventInChain(event, true);
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
        for (Turn turn : handler.queue) {
            pass(turn);
        }
        handler.queue.clear();
        if (handler.running == null) {
            handler.bound.end();
        }
    }

    // --- events --------------------------------------------------------------------------------------------------

    /** Starts the whole chain of an event for which libpmix does not wait. */
    void arrive(ReceivedEvent event) {
        synchronized (this) {
            EventInChain arrival = queue(event);
            for (Turn turn : arrival.turns) {
                turn.reached = true;
            }
            begin(arrival);
        }
    }

    /** Queues the turns of an event that has arrived, on the progress thread. */
    synchronized void begin(EventArrivals.Passage passage, ReceivedEvent event) {
        EventInChain arrival = queue(event);
        if (!arrival.turns.isEmpty()) {
            passage.chain = arrival;
            arrival.passage = passage;
        }
    }

    private EventInChain queue(ReceivedEvent event) {
        EventInChain arrival = new EventInChain(event, false);
        if (!closed) {
            if (event.cacheable) {
                delivered.add(event);
            }
            HandlerChain chain = chain(event.code);
            for (int i = 0; i < chain.size(); i++) {
                if (chain.get(i) instanceof RegisteredHandler handler && handler.wants(event)) {
                    enqueue(arrival, handler);
                }
            }
        }
        return arrival;
    }

    /**
     * Starts the part of a chain that a native handler calls, on the progress thread; returns false if the event is to be
     * given back at once.
     *
     * @param origin completed when the part has ended
     * @param given the results of the handlers before
     */
    boolean arrive(
            EventArrivals.Passage passage, NativeRegistration via, GivenEvent origin, List<HandlerResult> given) {
        EventInChain arrival;
        Turn later;
        synchronized (this) {
            List<HandlerResult> before = passage.visit(via, given);
            arrival = passage.chain;
            if (arrival == null || closed) {
                return false;
            }
            arrival.startPart(origin, before);
            reach(arrival, via, passage);
            later = arrival.unreached();
            release(arrival);
            if (!arrival.part.isEmpty()) {
                pending.add(origin);
                begin(arrival);
                return true;
            }
            arrival.goesOn = later != null;
            underWay += later == null ? 0 : 1;
        }
        if (later == null) {
            terminate(arrival);
            return false;
        }
        giveBack(later.handler.handle, arrival, origin, arrival.status, List.of());
        return true;
    }

    /** Adds the turns of the handlers to which libpmix has come to the part. */
    private void reach(EventInChain arrival, NativeRegistration via, EventArrivals.Passage passage) {
        HandlerChain chain = chain(arrival.event.code);
        @Nullable NativeRegistration[] by = slots.slots(chain);
        int index = 0;
        for (Turn turn : arrival.turns) {
            if (turn.reached || turn.done) {
                continue;
            }
            // Handlers keep their order, so that one pass finds them all.
            while (!turn.handler.equals(chain.get(index))) {
                index++;
            }
            if (via.equals(by[index]) || passage.hasVisited(by[index])) {
                turn.reached = true;
                arrival.part.add(turn);
            }
        }
    }

    /** Ends an event whose chain libpmix has ended. */
    synchronized void over(EventArrivals.Passage passage) {
        EventInChain arrival = passage.chain;
        if (arrival != null) {
            stop(arrival);
        }
    }

    private void begin(EventInChain arrival) {
        if (!arrival.part.isEmpty()) {
            underWay++;
            parts++;
            advance(arrival);
        }
    }

    /** Returns whether an event was delivered before. */
    synchronized boolean isKnown(ReceivedEvent event) {
        return delivered.contains(event);
    }

    private static void enqueue(EventInChain arrival, RegisteredHandler handler) {
        Turn turn = new Turn(arrival, handler);
        arrival.turns.add(turn);
        handler.queue.add(turn);
        if (handler.queue.size() >= handler.warnAt) {
            Log.warnApart(handler.warnAt + " events wait for " + handler.title());
            handler.warnAt *= 2;
        }
    }

    /** Moves an event on to the next handler that is to be called. */
    private void advance(EventInChain arrival) {
        while (arrival.next < arrival.part.size()) {
            Turn turn = arrival.part.get(arrival.next);
            if (!turn.done) {
                turn.ready = true;
                call(turn.handler);
                return;
            }
            arrival.next++;
        }
        ended.add(arrival);
        arrival.goesOn = arrival.unreached() != null;
        if (!arrival.goesOn) {
            leave();
        }
        release(arrival);
    }

    /** Keeps nothing of an event to whose handlers libpmix need not come any more. */
    private static void release(EventInChain arrival) {
        EventArrivals.Passage passage = arrival.passage;
        if (passage != null && arrival.unreached() == null) {
            passage.chain = null;
            arrival.passage = null;
        }
    }

    private void leave() {
        underWay--;
        if (underWay == 0) {
            notifyAll();
        }
    }

    /** Skips a handler that is not called for the event. */
    private void pass(Turn turn) {
        turn.done = true;
        if (turn.ready) {
            turn.arrival.next++;
            advance(turn.arrival);
        } else {
            release(turn.arrival);
        }
    }

    /** Calls a handler for its next event, if both are ready. */
    private void call(RegisteredHandler handler) {
        Turn turn = take(handler);
        if (turn != null) {
            handler.handle.dispatcher.execute(new HandlerCall(this, turn));
        }
    }

    /** Takes the next turn of an idle handler, or null if its event has not come that far. */
    synchronized @Nullable Turn take(RegisteredHandler handler) {
        if (handler.running != null) {
            return null;
        }
        for (Iterator<Turn> turns = handler.queue.iterator(); turns.hasNext(); ) {
            Turn turn = turns.next();
            if (turn.done) {
                turns.remove();
            } else if (turn.ready) {
                turns.remove();
                handler.running = turn;
                handler.bound.begin();
                return turn;
            } else if (!turn.arrival.away) {
                return null;
            }
        }
        return null;
    }

    /** Returns whether the event still waits for the handler. */
    synchronized boolean isDue(Turn turn) {
        return !turn.done && !turn.handler.closed;
    }

    /** Returns whether the handler is to be called. This closes a one-shot handler. */
    boolean claim(Turn turn) {
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
    boolean settle(Turn turn, @Nullable EventOutcome outcome, boolean again) {
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
        for (Turn turn : arrival.turns) {
            if (!turn.done) {
                turn.done = true;
                call(turn.handler);
            }
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

    /** Returns the number of parts of chains that were started. */
    synchronized long parts() {
        return parts;
    }

    /** Waits until all parts of chains have ended. */
    synchronized boolean awaitIdle(long nanos) {
        long deadline = Deadline.in(nanos);
        while (underWay > 0 || finishing || !ended.isEmpty()) {
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
                notifyAll();
            }
            throw e;
        }
    }

    private void finish(EventInChain arrival) {
        GivenEvent origin = arrival.origin;
        Handle handle = arrival.part.getFirst().handler.handle;
        if (arrival.goesOn && origin != null) {
            giveBack(handle, arrival, origin, arrival.status, arrival.own());
            return;
        }
        if (origin != null && EventCompletion.complete(handle, origin, arrival.status, arrival.own(), null)) {
            // Otherwise the end of the session returns it.
            synchronized (this) {
                pending.remove(origin);
            }
        }
        terminate(arrival);
    }

    /** Gives an event back to libpmix, which goes on to other handlers of this library. */
    private void giveBack(
            Handle handle, EventInChain arrival, GivenEvent origin, int status, List<HandlerResult> results) {
        Runnable read = () -> goAway(handle, arrival, origin);
        boolean completed = EventCompletion.complete(handle, origin, status, results, read);
        synchronized (this) {
            if (completed) {
                pending.remove(origin);
            }
        }
    }

    /** Notes that libpmix goes on with an event: at once to the next handler, or after one in C. */
    private void goAway(Handle handle, EventInChain arrival, GivenEvent origin) {
        synchronized (this) {
            if (!arrival.goesOn || !origin.equals(arrival.origin)) {
                return;
            }
            arrival.goesOn = false;
            leave();
            if (!isAwaited(arrival)) {
                arrival.away = true;
                return;
            }
        }
        // The next handler may be one of this library: later events wait until that is known.
        NativeRegistration.afterRound(handle, () -> letPass(arrival, origin));
    }

    /** Returns whether a later event could overtake one at a handler. */
    private static boolean isAwaited(EventInChain arrival) {
        for (Turn turn : arrival.turns) {
            if (!turn.reached && !turn.done) {
                for (Turn other : turn.handler.queue) {
                    if (other.ready && !other.done) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Lets later events overtake one that a handler in C has. */
    private synchronized void letPass(EventInChain arrival, GivenEvent origin) {
        if (!origin.equals(arrival.origin)) {
            return;
        }
        arrival.away = true;
        for (Turn turn : arrival.turns) {
            if (!turn.reached && !turn.done) {
                call(turn.handler);
            }
        }
    }

    /** Aborts the job at the end of a chain if its handlers want that. */
    private static void terminate(EventInChain arrival) {
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
        if (!finishing) {
            notifyAll();
        }
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
