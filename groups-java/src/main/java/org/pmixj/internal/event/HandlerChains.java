// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.EventInChain.HandlerTurn;
import org.pmixj.internal.ffi.GivenEvent;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.internal.notice.Visit;

/**
 * Runs the event handlers of this process. When an event arrives it gets a turn with each handler of its chain. A
 * handler takes its turns in that order, each when the handlers before have given their outcomes. All turns of an event
 * are queued at once, so the oldest event never waits for another, and no deadlock is possible.
 *
 * <p>The monitor of this object guards the state of the chains. With it held neither the application nor libpmix is
 * called.
 */
public final class HandlerChains implements NativeRegistrations.Receiver {
    public static HandlerChains of(Session session) {
        return (HandlerChains) NativeRegistrations.of(session).receiver();
    }

    private final Session session;
    private final HandlerOrder order = new HandlerOrder();
    private volatile @Nullable NativeSlots slots;
    /**
     * The handlers that are being registered, in the order of the calls, with what is completed at the end; its own
     * lock guards it.
     */
    final Map<RegisteredHandler, CompletableFuture<?>> registrations = new LinkedHashMap<>();

    private final DeliveredEvents delivered = new DeliveredEvents();
    private final Set<GivenEvent> pending = new HashSet<>();
    /** Events whose chains have ended, which are to be given back. */
    private final ArrayDeque<EventInChain> ended = new ArrayDeque<>();
    /** Whether a thread completes the events of {@link #ended}. */
    private boolean finishing;

    /**
     * The number of events under way: until the chain has ended, or, of an event with a lane, until libpmix has it
     * back.
     */
    private int underWay;

    /** The thread that brings an event. It calls the inline handlers whose turns come meanwhile. */
    private @Nullable Thread bringing;

    private final ArrayDeque<HandlerCall> inline = new ArrayDeque<>();

    /** Counts the events, each where it arrives first. */
    private long arrivals;

    private boolean closed;

    public HandlerChains(Session session) {
        this.session = session;
    }

    // --- handlers ------------------------------------------------------------------------------------------------

    /**
     * Adds a handler to the chains of its codes, or to that of its slot, and passes it the kept events if it asks for
     * them. Throws if its name or place is taken, if the handler that it names as its neighbour does not exist, or if
     * its handle is closed.
     */
    synchronized void add(RegisteredHandler handler, @Nullable NativeSlot slot) {
        checkOpen(handler);
        order.add(handler, slot);
        handler.since = arrivals;
        if (handler.settings.cached()) {
            for (ReceivedEvent event : delivered.of(handler)) {
                EventInChain arrival = new EventInChain(event, null, true, List.of());
                enqueue(arrival, handler);
                underWay++;
                advance(arrival);
            }
        }
    }

    private void checkOpen(RegisteredHandler handler) {
        if (closed || handler.handle.isClosed()) {
            throw new IllegalStateException("registration of " + handler.title() + ": this Pmix handle is closed");
        }
    }

    synchronized NativeSlots slots() {
        NativeSlots made = slots;
        if (made == null) {
            made = new NativeSlots(NativeRegistrations.of(session), this, order.slots);
            slots = made;
        }
        return made;
    }

    // --- slots ---------------------------------------------------------------------------------------------------

    /**
     * Gives a handler the slot at its place, a new one if need be. Returns null if it needs no slot, or if libpmix has
     * none: there is one first and one last handler in a process. Throws if the handler cannot be added.
     */
    synchronized @Nullable NativeSlot reserveSlot(RegisteredHandler handler, NativeSlots slots) {
        checkOpen(handler);
        String anchor = handler.placement().anchor();
        if (RegisteredHandler.find(anchor, order.handlers) != null) {
            return null;
        }
        handler.checkBeside(order.handlers, true);
        for (NativeSlot slot : order.slots) {
            if (slot.suits(handler)) {
                slot.owner = handler;
                return slot;
            } else if (anchor == null
                    && slot.known.placement().is(handler.placement().kind())) {
                return null;
            }
        }
        NativeSlot made = slots.create(handler);
        order.add(made);
        made.owner = handler;
        return made;
    }

    /** Adds a slot that no handler has yet. */
    synchronized void add(NativeSlot slot) {
        order.add(slot);
    }

    /** Removes a slot that libpmix has refused. */
    synchronized void remove(NativeSlot slot) {
        order.remove(slot);
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

    @Override
    public void handleClosed(Handle handle) {
        synchronized (this) {
            order.handlers.stream()
                    .filter(handler -> handler.handle.equals(handle))
                    .toList()
                    .forEach(this::remove);
        }
        finish();
    }

    private void remove(RegisteredHandler handler) {
        if (handler.closed) {
            return;
        }
        handler.closed = true;
        order.remove(handler);
        for (HandlerTurn turn : handler.queue) {
            skip(turn);
        }
        handler.queue.clear();
        if (handler.running == null) {
            handler.endTimer();
        }
    }

    // --- events --------------------------------------------------------------------------------------------------

    @Override
    public @Nullable String nameOf(long mark) {
        NativeSlot slot = slots().find(mark);
        return slot == null ? null : slot.known.name();
    }

    /** Queues an event with the handlers that want it; returns false if none does and no event waits before it. */
    @Override
    public boolean arrived(ReceivedEvent event, long mark, @Nullable Visit visit, List<Info> given) {
        // A slot is the place of a handler among those of C libraries. Most handlers share a native handler instead.
        NativeSlot slot = mark == 0 ? null : slots().find(mark);
        if (mark != 0 && slot == null) {
            return false;
        }
        GivenEvent origin = visit == null ? null : visit.origin;
        List<HandlerResult> earlier = visit == null ? List.of() : EventCompletion.results(given, visit);
        EventInChain arrival = new EventInChain(event, origin, false, earlier);
        boolean hasInline;
        synchronized (this) {
            if (closed) {
                return false;
            }
            boolean passed = visit != null && visit.isContinued();
            if (!passed && event.cacheable) {
                delivered.add(event);
            }
            long number = visit == null || visit.arrival == 0 ? ++arrivals : visit.arrival;
            if (visit != null) {
                visit.arrival = number;
            }
            HandlerChain chain = slot == null ? order.of(event.code) : slot.chain;
            for (int i = 0; i < chain.size(); i++) {
                if (chain.get(i) instanceof RegisteredHandler handler
                        && (slot == null || handler.isFor(event.code))
                        && handler.since < number
                        && handler.wants(event)) {
                    enqueue(arrival, handler);
                }
            }
            if (origin != null) {
                arrival.lane = slot == null ? order.lane(event.code) : slot.lane(event.code);
            }
            if (arrival.turns.isEmpty() && (arrival.lane == null || arrival.lane.isEmpty())) {
                return false;
            }
            if (arrival.lane != null) {
                arrival.lane.add(arrival);
            }
            if (origin != null) {
                pending.add(origin);
            }
            underWay++;
            if (Upcalls.onProgressThread()) {
                bringing = Thread.currentThread();
                advance(arrival);
                hasInline = !inline.isEmpty();
                bringing = hasInline ? bringing : null;
            } else {
                // Before 7.0 libpmix brings an event to this process on the thread that sends it.
                advance(arrival);
                hasInline = false;
            }
        }
        if (hasInline) {
            callInline();
        }
        if (arrival.turns.isEmpty()) {
            finish();
        }
        return true;
    }

    /** Calls the inline handlers whose turns have come, the others too if one ends with an error. */
    private void callInline() {
        HandlerCall call = nextInline();
        if (call != null) {
            try {
                call.run();
            } finally {
                callInline();
            }
        }
    }

    private synchronized @Nullable HandlerCall nextInline() {
        HandlerCall next = inline.poll();
        bringing = next == null ? null : bringing;
        return next;
    }

    @Override
    public boolean isRegistering(int code) {
        NativeSlots known = slots;
        return known != null && known.isRegistering(code);
    }

    @Override
    public synchronized boolean isKnown(ReceivedEvent event) {
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
        while (!arrival.isOver()) {
            HandlerTurn turn = arrival.turns.get(arrival.next);
            if (!turn.done) {
                turn.ready = true;
                call(turn.handler);
                return;
            }
            arrival.next++;
        }
        ArrayDeque<EventInChain> lane = arrival.lane;
        if (lane == null) {
            ended.add(arrival);
            countCompleted();
            return;
        }
        for (EventInChain next : lane) {
            if (!next.isOver()) {
                return;
            } else if (!next.ended) {
                next.ended = true;
                ended.add(next);
            }
        }
    }

    private void countCompleted() {
        underWay--;
        if (underWay <= 0) {
            notifyAll();
        }
    }

    /** Skips a handler that is not called for the event. */
    private void skip(HandlerTurn turn) {
        turn.done = true;
        if (turn.ready) {
            turn.arrival.next++;
            advance(turn.arrival);
        }
    }

    /** Calls a handler for its next event, if both are ready. */
    private void call(RegisteredHandler handler) {
        HandlerTurn turn = takeTurn(handler);
        if (turn == null) {
            return;
        }
        HandlerCall call = new HandlerCall(this, turn);
        if (handler.settings.inline() && Thread.currentThread().equals(bringing)) {
            inline.add(call);
        } else {
            handler.handle.dispatcher.execute(call);
        }
    }

    /** Takes the next turn of an idle handler, or null if its event has not come that far. */
    synchronized @Nullable HandlerTurn takeTurn(RegisteredHandler handler) {
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
        handler.begin(turn);
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
                handler.endTimer();
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

    /** Ends the turn of a handler whose call has exceeded the limit. When its timer has fired. */
    void expire(RegisteredHandler handler) {
        HandlerTurn late;
        synchronized (this) {
            late = handler.late();
        }
        if (late != null && settle(late, EventOutcome.noAction(), true)) {
            String state = late.called ? "its call goes on" : "it was not called, for its executor has not got to it";
            Log.warnApart(handler.title() + " gave no outcome to " + late.arrival.describe() + " within "
                    + handler.settings.boundNanos() / 1_000_000 + " ms, which counts as no action; " + state);
        }
    }

    /** Calls no further handler for the event. Handlers whose next event it was go on to the one after. */
    private void stop(EventInChain arrival) {
        for (int i = arrival.next + 1; i < arrival.turns.size(); i++) {
            arrival.turns.get(i).done = true;
            call(arrival.turns.get(i).handler);
        }
    }

    public synchronized int size() {
        return order.handlers.size();
    }

    /** Returns the number of events that libpmix waits for plus the number of turns that have not ended. */
    public synchronized int waiting() {
        int count = pending.size() + ended.size();
        for (RegisteredHandler handler : order.handlers) {
            count += handler.queue.size() + (handler.running == null ? 0 : 1);
        }
        return count;
    }

    /** Waits until all chains have ended, at the native handlers of slots too. */
    boolean awaitIdle(Handle handle, long nanos) {
        NativeSlots known = slots;
        return known == null ? awaitIdle(nanos) : known.awaitIdle(handle, nanos);
    }

    /** Waits until no event is under way. */
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
        boolean returned = false;
        try {
            returned = arrival.origin != null && EventCompletion.complete(session, arrival, arrival.origin);
        } finally {
            synchronized (this) {
                if (returned) {
                    pending.remove(arrival.origin);
                }
                if (arrival.lane != null && arrival.lane.remove(arrival)) {
                    countCompleted();
                }
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

    /** Closes all handlers, fails the registrations under way, and returns the events of libpmix. */
    @Override
    public void sessionEnded() {
        List<GivenEvent> open;
        synchronized (this) {
            closed = true;
            if (underWay > 0) {
                Log.warnApart(Checks.count(underWay, "event") + (underWay == 1 ? " was" : " were")
                        + " not handled to the end: the session is closed");
            }
            List.copyOf(order.handlers).forEach(this::remove);
            ended.clear();
            underWay = 0;
            notifyAll();
            open = List.copyOf(pending);
            pending.clear();
        }
        open.forEach(GivenEvent::giveBackUnhandled);
        for (NativeSlot slot : order.slots) {
            slot.usable.completeExceptionally(StatusCodes.closed("registration of an event handler"));
        }
    }
}
