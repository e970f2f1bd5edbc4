// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixValue;
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
 * The handlers this process has with libpmix: one for each code that was ever wanted, and one for any if a default
 * handler was. What arrives at them goes to what this layer itself lives by, and to the {@link HandlerChains}.
 */
public final class NativeRegistrations implements SessionPart, EventSink {
    private static final SessionPart.Slot<NativeRegistrations> SLOT = new SessionPart.Slot<>(5) {
        @Override
        protected NativeRegistrations create(Session session) {
            return new NativeRegistrations(session);
        }
    };

    /** Returns the one of a session. */
    public static NativeRegistrations of(Session session) {
        return session.part(SLOT);
    }

    /** What libpmix calls a handler that has no name. */
    static final String UNNAMED = "UNKNOWN";

    private static volatile EventTap[] taps = {};

    private static final AtomicLong MADE = new AtomicLong();

    /**
     * Of the kept events of this process. Others know an event again by its number, which therefore never comes twice:
     * neither in a later session, nor from a process that is started in the place of this one.
     */
    private static final AtomicLong NUMBERS = new AtomicLong(System.currentTimeMillis() << 20);

    private final Session session;
    /**
     * Comes with each event to a handler of this session. Where a C library keeps libpmix up, handlers of sessions that
     * have ended are still there.
     */
    final long object = MADE.incrementAndGet();

    private final Map<@Nullable Integer, NativeRegistration> handlers = new HashMap<>();
    private @Nullable HandlerChains hub;
    private volatile boolean closed;
    /** Notifications on the thread for what waits. */
    private final AtomicInteger queued = new AtomicInteger();

    NativeRegistrations(Session session) {
        this.session = session;
        Upcalls.events(this);
    }

    /** Names the features that receive events, of all sessions. */
    public static void taps(EventTap... all) {
        taps = all;
    }

    public synchronized HandlerChains hub() {
        HandlerChains known = hub;
        if (known == null) {
            known = new HandlerChains();
            hub = known;
        }
        return known;
    }

    /**
     * Sees to it that events of some codes arrive here.
     *
     * @param codes none for any
     * @return completed when they do
     */
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

    /** As {@link #ensure}, and waits. */
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
            // It was made on the progress thread, whose stack tells the caller nothing.
            failure.fillInStackTrace();
            throw failure;
        }
    }

    /**
     * As {@link #ensure}, for this layer. Nothing waits for it: libpmix takes the registration before the construct or
     * spawn that is called next.
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
            handlers.put(code, made);
        }
        made.register(handle);
        return made;
    }

    /** Whether events of a code arrive here already. */
    public boolean isReady(int code) {
        NativeRegistration known = find(code);
        return known != null && known.ready().isDone();
    }

    /** The registration failed; the next one tries again. */
    synchronized void remove(NativeRegistration handler) {
        while (handlers.values().remove(handler)) {
            // One for several codes is there several times.
        }
    }

    private synchronized @Nullable NativeRegistration find(@Nullable Integer code) {
        return handlers.get(code);
    }

    /**
     * Whether a notification has to wait, or another does before it: those of this process leave it in the order in which
     * they are sent.
     */
    boolean queue(boolean waits) {
        if (!waits && queued.get() == 0) {
            return false;
        }
        queued.incrementAndGet();
        return true;
    }

    /** One that has waited is with libpmix, or will not be. */
    void unqueue() {
        queued.decrementAndGet();
    }

    /** Numbers an event that is to be kept; libpmix takes what it is given one after the other in the same order. */
    int numbered(NotifyCall.Numbered event) {
        synchronized (NUMBERS) {
            long number = Math.max(NUMBERS.get() + 1, System.currentTimeMillis() << 20);
            NUMBERS.set(number);
            return event.send(number);
        }
    }

    /** The number of the last event that was kept. */
    public static long number() {
        return NUMBERS.get();
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
        List<HandlerResult> earlier = results(results, resultCount);
        // An event that is ours was given to the handler of its code.
        if (closed || InfoArray.object(info, count) != object || isOurs(earlier)) {
            return false;
        }
        NativeRegistration via = find(viaDefault ? null : code);
        ReceivedEvent event = ReceivedEvent.read(code, source, info, count);
        if (isReplayed(event)) {
            return false;
        }
        if (!viaDefault && internal(event)) {
            return false;
        }
        if (via != null && via.collects(event)) {
            return false;
        }
        return !keep(event) && hub().arrive(event, origin, earlier);
    }

    /**
     * Whether an event was told before. What was kept is handed out though it was delivered, and to the first handler of
     * the chain, whichever it is that is being registered: by libpmix what this process has told itself, by the server
     * what all may see. Of events without a number only those are taken for such that come while the handler for any is
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
        return hub().isKnown(event);
    }

    /**
     * libpmix tells of models, and of requests to connect, once, and has nothing to ask: so what arrives is kept, whoever
     * has wanted it.
     *
     * @return whether it is of no concern to anybody else
     */
    private boolean keep(ReceivedEvent event) {
        boolean kept = false;
        for (EventTap tap : taps) {
            kept |= tap.keeps(session, event);
        }
        return kept;
    }

    private static boolean isOurs(List<HandlerResult> results) {
        for (HandlerResult result : results) {
            if (NativeRegistration.NAME.equals(result.name().orElse(null))) {
                return true;
            }
        }
        return false;
    }

    private boolean internal(ReceivedEvent event) {
        boolean taken = false;
        for (EventTap tap : taps) {
            taken |= tap.arrived(session, event);
        }
        return taken;
    }

    /** Events that were collected, the first of which libpmix had itself. It has them back already. */
    void late(List<ReceivedEvent> events, int own) {
        HandlerChains to = hub();
        ReplayOrder.restore(events, own, session.self());
        List<ReceivedEvent> fresh = new ArrayList<>();
        for (ReceivedEvent event : events) {
            // What its sender keeps itself is handed out again to each new handler.
            if (!to.isKnown(event)) {
                fresh.add(event);
            }
        }
        for (ReceivedEvent event : fresh) {
            if (!keep(event)) {
                to.arrive(event, null, List.of());
            }
        }
    }

    /**
     * The results of handlers of C libraries that libpmix hands on: for each its name with a status, then what it added,
     * all in one array.
     */
    public static List<HandlerResult> results(MemorySegment results, long count) {
        Attributes given = InfoArray.read(results, count);
        if (given.isEmpty()) {
            return List.of();
        }
        List<HandlerResult> read = new ArrayList<>();
        HandlerResult last = null;
        for (Info info : given) {
            if (info.value() instanceof PmixValue.Status status) {
                last = new HandlerResult(name(info.key()), status.value(), Attributes.none());
                read.add(last);
            } else if (last != null) {
                last = new HandlerResult(
                        last.name(),
                        last.status(),
                        Attributes.builder().addAll(last.results()).add(info).build());
                read.set(read.size() - 1, last);
            }
        }
        return List.copyOf(read);
    }

    /** libpmix has a name for those that have none. */
    private static Optional<String> name(String key) {
        return key.isEmpty() || key.equals(UNNAMED) ? Optional.empty() : Optional.of(key);
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /** A handle is closed, and its handlers with it. */
    @Override
    public void handleClosed(Handle handle) {
        HandlerChains known;
        synchronized (this) {
            known = hub;
        }
        if (known != null) {
            known.close(handle);
        }
    }

    /** The session ends. */
    @Override
    public void sessionEnded() {
        List<NativeRegistration> open;
        HandlerChains known;
        synchronized (this) {
            closed = true;
            open = List.copyOf(handlers.values());
            known = hub;
        }
        for (NativeRegistration handler : open) {
            handler.ready().completeExceptionally(StatusCodes.closed("registration of an event handler"));
        }
        if (known != null) {
            known.close();
        }
    }
}
