// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.HandlerResult;
import org.pmixj.internal.base.StatusCodes;
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
 * that this library needs, and one for any code if there was a default handler. Events go to the {@link EventTap}s of this
 * library, then to the {@link HandlerChains}.
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
    private static final AtomicLong CREATED = new AtomicLong();

    private final Session session;
    /** Arrives with each event for a handler of this session: those of earlier sessions may still be registered. */
    final long sessionMark = CREATED.incrementAndGet();

    private final Map<@Nullable Integer, NativeRegistration> handlers = new HashMap<>();
    private @Nullable HandlerChains chains;
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
            known = new HandlerChains();
            chains = known;
        }
        return known;
    }

    /** Registers for events of some codes, or of any if there are none; completed when the events arrive. */
    CompletableFuture<Void> ensure(Handle handle, List<Integer> codes) {
        List<CompletableFuture<?>> pending = new ArrayList<>();
        if (codes.isEmpty()) {
            pending.add(get(handle, null).ready());
        }
        for (Integer code : codes) {
            pending.add(get(handle, code).ready());
        }
        return CompletableFuture.allOf(pending.toArray(new CompletableFuture<?>[0]));
    }

    /** Registers as {@link #ensure}, and waits. */
    public void await(Handle handle, List<Integer> codes, String what, long nanos) {
        try {
            ensure(handle, codes).get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw StatusCodes.timeout(what, nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StatusCodes.interrupted(what);
        } catch (ExecutionException e) {
            RuntimeException failure = StatusCodes.cause(what, e);
            // It was created on the progress thread, whose stack does not help the caller.
            failure.fillInStackTrace();
            throw failure;
        }
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

    /** Removes a registration that failed, so that the next one tries again. */
    synchronized void remove(NativeRegistration handler) {
        while (handlers.values().remove(handler)) {
            // A registration for several codes is there several times.
        }
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
        List<HandlerResult> earlier = EventCompletion.results(results, resultCount);
        // Results of our own handler: that of the code has had the event, and this is the default handler.
        if (closed || InfoArray.object(info, count) != sessionMark || EventCompletion.areOurs(earlier)) {
            return false;
        }
        NativeRegistration via = find(viaDefault ? null : code);
        ReceivedEvent event = ReceivedEvent.read(code, source, info, count);
        if (isReplayed(event)) {
            return false;
        }
        if (event.isForeign()) {
            taps.foreign(session, event);
            return false;
        }
        if (!viaDefault && taps.arrived(session, event)) {
            return false;
        }
        if (via != null && via.collects(event)) {
            return false;
        }
        return !taps.arrivedInOrder(session, event) && chains().arrive(event, origin, earlier);
    }

    /**
     * Returns whether an event was delivered before. libpmix replays the events that this process has sent itself, the
     * server those that all may see, even if they were delivered, and to the first handler of the chain, whichever is
     * being registered. An event without a number counts as replayed only while the handler for any code is being
     * registered, because the same thing may happen twice.
     */
    private boolean isReplayed(ReceivedEvent event) {
        if (!event.cacheable) {
            return false;
        }
        if (event.sequence == 0) {
            NativeRegistration any = find(null);
            if (event.nonDefault || any == null || !any.isCollecting()) {
                return false;
            }
        }
        return chains().isKnown(event);
    }

    /** Delivers the events collected during a registration; the first {@code keptByLibrary} libpmix itself had kept. */
    void replayed(List<ReceivedEvent> events, int keptByLibrary) {
        HandlerChains to = chains();
        ReplayOrder.restore(events, keptByLibrary, session.self());
        List<ReceivedEvent> fresh = new ArrayList<>();
        for (ReceivedEvent event : events) {
            // libpmix replays the events of this process to each new handler.
            if (!to.isKnown(event)) {
                fresh.add(event);
            }
        }
        for (ReceivedEvent event : fresh) {
            if (!taps.arrivedInOrder(session, event)) {
                to.arrive(event, null, List.of());
            }
        }
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public void handleClosed(Handle handle) {
        HandlerChains known;
        synchronized (this) {
            known = chains;
        }
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
    }
}
