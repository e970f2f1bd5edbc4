// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.event.HandlerChain.Placement;
import org.pmixj.internal.ffi.Upcalls;

/**
 * Keeps the handlers that are registered with libpmix: one for the codes that this library needs, and those that {@link
 * NativeSlots} asks for, usually one for each code that an application wanted. Events go to the {@link EventTap}s of
 * this library, then to the {@link HandlerChains}.
 */
public final class NativeRegistrations implements SessionPart {
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
    private final EventArrivals arrivals;
    /** Held while registrations are chosen and passed to libpmix, which orders them as they come. */
    private final Object registering = new Object();

    /** The first handler for each code, and for any code. */
    private final Map<@Nullable Integer, NativeRegistration> handlers = new HashMap<>();
    /** All handlers, by their marks. */
    private final Map<Long, NativeRegistration> all = new ConcurrentHashMap<>();

    private @Nullable HandlerChains chains;
    private volatile boolean closed;

    NativeRegistrations(Session session) {
        this.arrivals = new EventArrivals(this, session);
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
    private CompletableFuture<Void> ensure(Handle handle, List<Integer> codes) {
        List<NativeRegistration> used = new ArrayList<>();
        if (codes.isEmpty()) {
            used.add(get(handle, null));
        }
        for (Integer code : codes) {
            used.add(get(handle, code));
        }
        return allReady(used);
    }

    /** Registers what a handler needs at its place; completed when its events arrive. Throws if it has no place. */
    CompletableFuture<Void> ensure(RegisteredHandler handler) {
        List<NativeRegistration> used = new ArrayList<>();
        synchronized (registering) {
            List<NativeRegistration> made = chains().place(handler, this);
            for (NativeRegistration one : made) {
                add(handler.handle, one, true);
            }
        }
        for (NativeRegistration one : new NativeRegistration[] {handler.slot, handler.base}) {
            if (one != null) {
                used.add(one);
            }
        }
        for (Integer code : handler.settings.codes()) {
            NativeRegistration one = find(code);
            if (one != null) {
                used.add(one);
            }
        }
        return allReady(used);
    }

    private static CompletableFuture<Void> allReady(List<NativeRegistration> used) {
        return CompletableFuture.allOf(
                used.stream().map(NativeRegistration::ready).toArray(CompletableFuture<?>[]::new));
    }

    NativeRegistration create(RegisteredHandler handler, Placement place) {
        return new NativeRegistration(this, handler.settings.codes(), handler.memberName(), place, handler.placement());
    }

    NativeRegistration create(List<Integer> codes, @Nullable String name, Placement place) {
        return new NativeRegistration(this, codes, name, place, place);
    }

    /** Registers as {@link #ensure}, and waits. */
    public void await(Handle handle, List<Integer> codes, String what, long nanos) {
        await(ensure(handle, codes), what, nanos);
    }

    static void await(CompletableFuture<Void> ready, String what, long nanos) {
        try {
            ready.get(nanos, TimeUnit.NANOSECONDS);
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

    /** Registers as {@link #ensure}, for this library. libpmix does it before the construct or spawn that follows. */
    public void ensureInternal(Handle handle, int... codes) {
        synchronized (registering) {
            List<Integer> missing = new ArrayList<>();
            for (int code : codes) {
                if (find(code) == null) {
                    missing.add(code);
                }
            }
            if (!missing.isEmpty() && !closed) {
                NativeRegistration made = create(List.copyOf(missing), null, Placement.NONE);
                chains().placeNative(made);
                add(handle, made, false);
            }
        }
    }

    private NativeRegistration get(Handle handle, @Nullable Integer code) {
        NativeRegistration known = find(code);
        if (known != null) {
            return known;
        }
        synchronized (registering) {
            known = find(code);
            if (known == null) {
                known = create(code == null ? List.of() : List.of(code), null, Placement.NONE);
                chains().placeNative(known);
                add(handle, known, true);
            }
            return known;
        }
    }

    /** Registers a handler. It collects kept events if it is the first one for a code. */
    private void add(Handle handle, NativeRegistration made, boolean collects) {
        synchronized (this) {
            if (closed) {
                made.ready().completeExceptionally(StatusCodes.closed("registration of an event handler"));
                return;
            }
            Upcalls.events(arrivals);
            boolean isFirst = made.codes.isEmpty() && handlers.putIfAbsent(null, made) == null;
            for (Integer code : made.codes) {
                isFirst |= handlers.putIfAbsent(code, made) == null;
            }
            if (isFirst && collects) {
                made.collect();
            }
            all.put(made.mark, made);
        }
        made.register(handle);
    }

    /** Returns whether events of a code arrive. */
    public boolean isReady(int code) {
        NativeRegistration known = find(code);
        return known != null && known.ready().isDone();
    }

    /** Removes a registration that failed, so that the next one tries again. */
    void remove(NativeRegistration handler) {
        synchronized (this) {
            while (handlers.values().remove(handler)) {
                // A registration for several codes is there several times.
            }
        }
        all.remove(handler.mark);
        chains().removeNative(handler);
    }

    synchronized @Nullable NativeRegistration find(@Nullable Integer code) {
        return handlers.get(code);
    }

    /** Returns the handler with a mark, null if it is that of another session. */
    @Nullable
    NativeRegistration ofMark(long mark) {
        return closed ? null : all.get(mark);
    }

    Collection<NativeRegistration> all() {
        return all.values();
    }

    static EventTap taps() {
        return taps;
    }

    void replayed(List<ReceivedEvent> events, int keptByLibrary) {
        arrivals.replayed(events, keptByLibrary);
    }

    /** Waits until all chains have ended, also the parts that libpmix calls one after the other. */
    boolean awaitIdle(Handle handle, long nanos) {
        long deadline = Deadline.in(nanos);
        HandlerChains known = chains();
        while (known.awaitIdle(Deadline.until(deadline))) {
            long arrived = known.parts();
            // libpmix goes on to one native handler in each of its rounds.
            for (int round = 0; round < all.size() && known.parts() == arrived; round++) {
                if (all.size() == 1) {
                    return true;
                }
                try {
                    NativeRegistration.roundTrip(handle, () -> {}).run(Math.max(1, Deadline.until(deadline)));
                } catch (PmixException e) {
                    return false;
                }
            }
            if (known.parts() == arrived) {
                return true;
            }
        }
        return false;
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
            open = List.copyOf(all.values());
            known = chains;
        }
        Upcalls.noEvents(arrivals);
        for (NativeRegistration handler : open) {
            handler.ready().completeExceptionally(StatusCodes.closed("registration of an event handler"));
        }
        if (known != null) {
            known.close();
        }
    }
}
