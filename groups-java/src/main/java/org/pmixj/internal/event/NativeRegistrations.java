// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.event.repair.ReplayOrder;
import org.pmixj.internal.ffi.EventSink;
import org.pmixj.internal.ffi.GivenEvent;
import org.pmixj.internal.ffi.Upcalls;

/**
 * Keeps the handlers that are registered with libpmix: one for each code that an application wanted, one for the codes
 * that this library needs, and one for any code if there was a default handler. Events go to the {@link EventTap}s of
 * this library, then to the {@link HandlerChains}.
 */
public final class NativeRegistrations implements SessionPart, EventSink {
    private static final SessionPart.Slot<NativeRegistrations> SLOT = new SessionPart.Slot<>(5) {
        @Override
        protected NativeRegistrations create(Session session) {
            return new NativeRegistrations(session);
        }
    };

    public static NativeRegistrations of(Session session) {
        return session.part(SLOT);
    }

    private static volatile EventTap taps = new EventTap.All();
    /** Numbers native handlers, by which their events are recognised. */
    static final AtomicLong MARKS = new AtomicLong();
    /** Whether {@link NativeSlots} were used in this process. */
    private static volatile boolean slotsUsed;

    final Session session;
    /** Arrives with each event for a handler of this session: those of earlier sessions may still be registered. */
    final long sessionMark = MARKS.incrementAndGet();

    private final Map<@Nullable Integer, NativeRegistration> handlers = new HashMap<>();
    private volatile @Nullable HandlerChains chains;
    private volatile @Nullable NativeSlots slots;
    final NativeSlots.Visits visits = new NativeSlots.Visits();
    private volatile boolean closed;

    NativeRegistrations(Session session) {
        this.session = session;
    }

    /** Names the features that receive events, of all sessions. */
    public static void taps(EventTap... all) {
        taps = new EventTap.All(all);
    }

    public synchronized HandlerChains chains() {
        HandlerChains known = chains;
        if (known == null) {
            known = new HandlerChains(session);
            chains = known;
        }
        return known;
    }

    synchronized NativeSlots slots() {
        NativeSlots made = slots;
        if (made == null) {
            made = new NativeSlots(this, chains());
            slots = made;
            slotsUsed = true;
        }
        return made;
    }

    /** Returns whether this library itself needs all events of a code, so that no handler may be before its taps. */
    static boolean needs(int code) {
        return taps.needs(code);
    }

    /** Waits until all chains have ended. */
    boolean awaitIdle(Handle handle, long nanos) {
        NativeSlots known = slots;
        return known == null ? chains().awaitIdle(nanos) : known.awaitIdle(handle, nanos);
    }

    /** Registers for events of some codes, or of any if there are none; completed when the events arrive. */
    CompletableFuture<Void> ensure(Handle handle, List<Integer> codes) {
        List<CompletableFuture<?>> pending = new ArrayList<>();
        if (codes.isEmpty()) {
            pending.add(get(handle, null).ready());
        }
        for (Integer code : codes) {
            get(handle, taps.companion(code));
            pending.add(get(handle, code).ready());
        }
        return CompletableFuture.allOf(pending.toArray(new CompletableFuture<?>[0]));
    }

    /** Registers as {@link #ensure}, and waits. */
    public void await(Handle handle, List<Integer> codes, String what, long nanos) {
        Delivery.await(ensure(handle, codes), what, nanos);
    }

    /**
     * Registers as {@link #ensure}, for this library, and does not wait. libpmix sends the registration right after the
     * construct, fence or spawn that follows, not before it; what must not be missed is sent as an event to be kept.
     */
    public void ensureInternal(Handle handle, int... codes) {
        List<Integer> missing = new ArrayList<>();
        NativeRegistration made;
        synchronized (this) {
            for (int code : codes) {
                if (!handlers.containsKey(code)) {
                    missing.add(code);
                }
            }
            if (missing.isEmpty() || closed) {
                return;
            }
            Upcalls.events(this);
            made = new NativeRegistration(this, List.copyOf(missing), false);
            for (Integer code : missing) {
                handlers.put(code, made);
            }
        }
        made.register(handle);
    }

    private NativeRegistration get(Handle handle, @Nullable Integer code) {
        NativeRegistration made;
        synchronized (this) {
            NativeRegistration known = handlers.get(code);
            if (known != null) {
                return known;
            }
            made = new NativeRegistration(this, code == null ? List.of() : List.of(code), true);
            if (closed) {
                made.ready().completeExceptionally(StatusCodes.closed("registration of an event handler"));
                return made;
            }
            Upcalls.events(this);
            handlers.put(code, made);
        }
        made.register(handle);
        return made;
    }

    /** Returns whether events of a code arrive. */
    public boolean isReady(int code) {
        NativeRegistration known = find(code);
        return known != null && known.ready().isDone();
    }

    /** Removes a registration that failed, for all of its codes, so that the next one tries again. */
    synchronized void remove(NativeRegistration handler) {
        // It is there once for each of its codes.
        handlers.values().removeAll(List.of(handler));
    }

    private synchronized @Nullable NativeRegistration find(@Nullable Integer code) {
        return handlers.get(code);
    }

    // --- on the progress thread ----------------------------------------------------------------------------------

    @Override
    public boolean arrived(
            boolean viaDefault,
            int code,
            MemorySegment source,
            MemorySegment info,
            long count,
            MemorySegment results,
            long resultCount,
            GivenEvent origin) {
        if (closed) {
            return false;
        }
        long mark = InfoArray.object(info, count);
        Attributes given = InfoArray.read(results, resultCount);
        if (mark != sessionMark) {
            // The mark of a slot, or of a handler of an earlier session, which libpmix still calls.
            return slotsUsed && slots().arrived(mark, ReceivedEvent.read(code, source, info, count), given, origin);
        }
        NativeSlots.Visit visit = visits.arrived(origin, code, given, NativeRegistration.NAME);
        // The default handler comes after the shared handler of the code.
        if (visit.refused || visit.shared) {
            return false;
        }
        visit.shared = true;
        NativeRegistration via = find(viaDefault ? null : code);
        ReceivedEvent event = ReceivedEvent.read(code, source, info, count);
        // What follows was done at the first native handler that the event passed.
        if (!visit.isContinued() && isReplayed(event)) {
            return visit.refuse();
        }
        event.record(visit);
        if (event.isForeign()) {
            taps.foreign(session, event);
            return false;
        }
        if (!viaDefault && taps.arrived(session, event)) {
            return visit.refuse();
        }
        if (!visit.isContinued()
                && ((via != null && via.collectIfEarly(event)) || taps.arrivedInOrder(session, event))) {
            return visit.refuse();
        }
        // While the handler is being registered, replayed() delivers it, or slots have, or the default handler does.
        visit.shared = via == null || !via.isCollecting();
        return visit.shared && chains().arrive(event, null, visit, origin, EventCompletion.results(given, visit));
    }

    /** Returns whether handlers do not receive an event now, which a slot receives before the shared handler. */
    boolean withhold(ReceivedEvent event) {
        NativeRegistration ofCode = find(event.code);
        NativeRegistration via = ofCode == null && !event.nonDefault ? find(null) : ofCode;
        return isReplayed(event) || (via != null && via.collectIfEarly(event)) || taps.arrivedInOrder(session, event);
    }

    /**
     * Returns whether an event was delivered before. libpmix and the server replay delivered events too, to the first
     * handler of the chain. The same event without a number may happen twice, so such a one counts as replayed only
     * while the handler for any code, or a slot for its code, is being registered.
     */
    private boolean isReplayed(ReceivedEvent event) {
        if (!event.cacheable) {
            return false;
        }
        NativeRegistration any = event.nonDefault ? null : find(null);
        NativeSlots known = slots;
        return (event.sequence != 0
                        || (any != null && any.isCollecting())
                        || (known != null && known.isRegistering(event.code)))
                && chains().isKnown(event);
    }

    /** Delivers the events collected during a registration; the first {@code keptByLibrary} libpmix itself had kept. */
    void replayed(List<ReceivedEvent> events, int keptByLibrary) {
        HandlerChains to = chains();
        ReplayOrder.restore(events, keptByLibrary, session.self());
        List<ReceivedEvent> fresh = new ArrayList<>();
        for (ReceivedEvent event : events) {
            // libpmix replays the events of this process to each new handler.
            if (!to.isKnown(event)) {
                event.record();
                fresh.add(event);
            }
        }
        for (ReceivedEvent event : fresh) {
            if (!taps.arrivedInOrder(session, event)) {
                to.arrive(event, null, null, null, List.of());
            }
        }
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public void handleClosed(Handle handle) {
        HandlerChains known = chains;
        if (known != null) {
            known.close(handle);
        }
    }

    /** Fails the registrations under way, and closes all handlers. */
    @Override
    public void sessionEnded() {
        List<NativeRegistration> open;
        HandlerChains known;
        synchronized (this) {
            closed = true;
            open = List.copyOf(handlers.values());
            known = chains;
        }
        Upcalls.noEvents(this);
        for (NativeRegistration handler : open) {
            handler.ready().completeExceptionally(StatusCodes.closed("registration of an event handler"));
        }
        if (known != null) {
            known.close();
        }
        NativeSlots placed = slots;
        if (placed != null) {
            placed.sessionEnded();
        }
    }
}
