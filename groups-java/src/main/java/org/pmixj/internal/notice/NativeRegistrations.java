// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.GivenEvent;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.notice.repair.ReplayOrder;

/**
 * Keeps the handlers that are registered with libpmix. Each code that an application has requested has a handler, and
 * so has each set of codes that this library needs. A default handler of the application needs one more, for any code.
 * Events go to the {@link EventTap}s of this library, then to the {@link Receiver}.
 */
public final class NativeRegistrations implements SessionPart, Upcalls.EventSink {
    /** Receives the events of a session after the {@link EventTap}s, for the application. On the progress thread. */
    public interface Receiver extends SessionPart {
        /**
         * Receives an event; returns false if nobody wants it, and the caller gives it back to libpmix.
         *
         * @param mark the mark of a native handler that this has registered itself; 0 for the one that all share
         * @param visit the visit of the native handler; null for a replayed event, which libpmix does not wait for
         * @param given the results of the handlers before
         */
        boolean arrived(ReceivedEvent event, long mark, @Nullable Visit visit, List<Info> given);

        /** Returns the name of a native handler that this has registered itself; null if there is none with a mark. */
        @Nullable
        String nameOf(long mark);

        /** Returns whether an event was received before. */
        boolean isKnown(ReceivedEvent event);

        /** Returns whether a native handler for a code is being registered, to which libpmix replays kept events. */
        boolean isRegistering(int code);
    }

    private static final SessionPart.Slot<NativeRegistrations> SLOT = new SessionPart.Slot<>(5) {
        @Override
        protected NativeRegistrations create(Session session) {
            return new NativeRegistrations(session);
        }
    };

    public static NativeRegistrations of(Session session) {
        return session.part(SLOT);
    }

    /** Numbers native handlers, by which their events are recognised. */
    private static final AtomicLong MARKS = new AtomicLong();

    private static volatile EventTap taps = new EventTap.All();
    private static volatile SessionPart.@Nullable Slot<Receiver> receivers;

    final Session session;
    /** Arrives with each event for a handler of this session: those of earlier sessions may still be registered. */
    final long mark = newMark();

    private final Map<@Nullable Integer, NativeRegistration> handlers = new HashMap<>();
    private final Visit.Visits visits = new Visit.Visits();
    private volatile boolean closed;

    private NativeRegistrations(Session session) {
        this.session = session;
    }

    /** Names who receives the events of a session, and the features that receive them before, of all sessions. */
    public static void use(SessionPart.Slot<Receiver> receiver, EventTap... all) {
        receivers = receiver;
        taps = new EventTap.All(all);
    }

    public Receiver receiver() {
        return session.part(Objects.requireNonNull(receivers));
    }

    public static long newMark() {
        return MARKS.incrementAndGet();
    }

    /** Returns whether this library itself needs all events of a code, so that no handler may be before its taps. */
    public static boolean needs(int code) {
        return taps.needs(code);
    }

    /** Registers for events of some codes, or of any if there are none; completed when the events arrive. */
    public CompletableFuture<Void> ensure(Handle handle, List<Integer> codes) {
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
        Deadline.await(ensure(handle, codes), what, nanos);
    }

    /**
     * Registers for the events of some codes that this library needs itself, so far as it has not yet, and does not
     * wait. libpmix sends the registration right after the construct, fence or spawn that follows, not before it; what
     * must not be missed is sent as an event to be kept.
     */
    public void ensureInternal(Handle handle, List<Integer> codes) {
        List<Integer> missing = new ArrayList<>(codes);
        NativeRegistration made;
        synchronized (this) {
            missing.removeAll(handlers.keySet());
            if (missing.isEmpty() || closed) {
                return;
            }
            Upcalls.events(this);
            made = shared(missing, false);
            for (Integer code : missing) {
                handlers.put(code, made);
            }
        }
        made.register(handle);
    }

    private NativeRegistration shared(List<Integer> codes, boolean collects) {
        return new NativeRegistration(this, new NativeHandler(mark, LibraryCopy.NAME, Placement.NONE, codes), collects);
    }

    private NativeRegistration get(Handle handle, @Nullable Integer code) {
        NativeRegistration made;
        synchronized (this) {
            NativeRegistration known = handlers.get(code);
            if (known != null) {
                return known;
            }
            made = shared(code == null ? List.of() : List.of(code), true);
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
    void failed(NativeRegistration handler) {
        synchronized (this) {
            // It is there once for each of its codes.
            handlers.values().removeAll(List.of(handler));
        }
        taps.registrationFailed(session);
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
        // Otherwise the handler is one of the receiver, or of an earlier session, which libpmix still calls.
        long handler = InfoArray.object(info, count);
        boolean isShared = handler == mark;
        String name = isShared ? LibraryCopy.NAME : receiver().nameOf(handler);
        if (name == null) {
            return false;
        }
        List<Info> given = InfoArray.read(results, resultCount).infos();
        Visit visit = visits.arrived(origin, code, given, name);
        // The default handler comes after the shared handler of the code.
        if (visit.refused || (isShared && visit.shared)) {
            return false;
        }
        visit.shared |= isShared;
        ReceivedEvent event = ReceivedEvent.read(code, source, info, count);
        NativeRegistration via = find(isShared && viaDefault ? null : code);
        if (!isShared && via == null && !event.nonDefault) {
            via = find(null);
        }
        if (!visit.isContinued()) {
            if (isReplayed(event)) {
                return visit.refuse();
            }
            event.trace();
        }
        if (event.isForeign()) {
            if (isShared) {
                taps.foreign(session, event);
            }
            return false;
        }
        if (isShared && !viaDefault && taps.arrived(session, event)) {
            return visit.refuse();
        }
        if (!visit.isContinued() && isWithheld(event, via)) {
            return visit.refuse();
        }
        if (isShared && via != null && via.isCollecting()) {
            // replayed() delivers it when the handler is registered, or slots have, or the default handler does.
            visit.shared = false;
            return false;
        }
        return receiver().arrived(event, isShared ? 0 : handler, visit, given);
    }

    /** Returns whether the receiver does not have an event now, because it was collected, or a tap has taken it. */
    private boolean isWithheld(ReceivedEvent event, @Nullable NativeRegistration via) {
        return (via != null && via.collect(event)) || taps.arrivedInOrder(session, event);
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
        return (event.sequence != 0
                        || (any != null && any.isCollecting())
                        || receiver().isRegistering(event.code))
                && receiver().isKnown(event);
    }

    /** Delivers the events collected during a registration; the first {@code keptByLibrary} libpmix itself had kept. */
    void replayed(List<ReceivedEvent> events, int keptByLibrary) {
        Receiver to = receiver();
        if (Defect.REPLAY_REVERSED.isHere()) {
            ReplayOrder.restore(events, keptByLibrary, session.self());
        }
        // libpmix replays the events of this process to each new handler. All are compared before one is received.
        events.removeIf(to::isKnown);
        for (ReceivedEvent event : events) {
            if (!taps.arrivedInOrder(session, event)) {
                to.arrived(event, 0, null, List.of());
            }
        }
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /** Fails the registrations under way. */
    @Override
    public void sessionEnded() {
        List<NativeRegistration> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(handlers.values());
        }
        Upcalls.noEvents(this);
        for (NativeRegistration handler : open) {
            handler.ready().completeExceptionally(StatusCodes.closed("registration of an event handler"));
        }
    }
}
