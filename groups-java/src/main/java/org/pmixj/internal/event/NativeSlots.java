// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.event.HandlerChain.Placement;
import org.pmixj.internal.event.repair.FilledCategory;
import org.pmixj.internal.ffi.GivenEvent;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Places handlers in Java among those of C libraries: each such handler has a {@link NativeSlot}, and libpmix passes an
 * event with its results from one native handler to the next. All other handlers in Java share a native handler for
 * each code.
 */
final class NativeSlots {
    /** The slots that libpmix knows. They outlive their session if a C library keeps libpmix initialised. */
    private record Known(int generation, List<NativeSlot> slots) {}

    /** The number of handlers in C that are assumed to lie between. Each answers at once. */
    private static final int C_HANDLERS = 10;

    private static Known known = new Known(-1, List.of());
    private final NativeRegistrations all;
    private final HandlerChains chains;
    private final List<NativeSlot> slots = new CopyOnWriteArrayList<>();

    NativeSlots(NativeRegistrations all, HandlerChains chains) {
        this.all = all;
        this.chains = chains;
        for (NativeSlot earlier : known()) {
            NativeSlot slot = earlier.again();
            slots.add(slot);
            chains.add(slot);
            follow(slot);
        }
    }

    private static synchronized List<NativeSlot> known() {
        return known.generation == Session.generation() ? known.slots : List.of();
    }

    private static synchronized void keep(NativeSlot slot) {
        List<NativeSlot> more = new ArrayList<>(known());
        // Without its handlers, which belong to the session.
        more.add(slot.again());
        known = new Known(Session.generation(), List.copyOf(more));
    }

    private static synchronized void forget(NativeSlot slot) {
        List<NativeSlot> rest = new ArrayList<>(known());
        rest.removeIf(one -> one.number == slot.number);
        known = new Known(Session.generation(), List.copyOf(rest));
    }

    // --- registration --------------------------------------------------------------------------------------------

    /** Returns the slot for a handler, to which libpmix may still have to agree; null if it gets none. */
    @Nullable
    NativeSlot reserve(RegisteredHandler handler) {
        NativeSlot slot = chains.reserveSlot(handler, this);
        if (slot != null && slot.begin()) {
            register(slot, handler.handle);
        }
        return slot;
    }

    NativeSlot create(RegisteredHandler handler) {
        long number = NativeRegistrations.MARKS.incrementAndGet();
        List<Integer> codes = handler.settings.codes();
        NativeSlot slot = new NativeSlot(number, NativeSlot.nameFor(handler, number), handler.placement(), codes);
        slots.add(slot);
        return slot;
    }

    /** Registers a slot. libpmix receives the registrations of several threads in the order in which they come here. */
    private synchronized void register(NativeSlot slot, Handle handle) {
        List<Integer> fillerCodes =
                slot.placement.anchor() == null ? List.of() : FilledCategory.codes(slot.codes.size());
        if (!fillerCodes.isEmpty() && !hasFiller()) {
            long number = NativeRegistrations.MARKS.incrementAndGet();
            NativeSlot filler = new NativeSlot(number, NativeSlot.unnamed(number), Placement.NONE, fillerCodes);
            slots.add(filler);
            register(filler, handle);
        }
        // Before the answer, which may come after the end of the session.
        keep(slot);
        follow(slot);
        new NativeRegistration(all, slot).register(handle);
    }

    /** Completes a slot when libpmix answers its registration. */
    private void follow(NativeSlot slot) {
        CompletableFuture<@Nullable Void> _ = slot.accepted.whenComplete((_, failure) -> {
            if (failure == null) {
                slot.usable.complete(null);
            } else {
                forget(slot);
                slots.remove(slot);
                chains.remove(slot);
                slot.usable.completeExceptionally(failure);
            }
        });
    }

    private boolean hasFiller() {
        for (NativeSlot slot : slots) {
            if (slot.placement.equals(Placement.NONE)) {
                return true;
            }
        }
        return false;
    }

    /** Fails the registrations under way when the session ends. */
    void sessionEnded() {
        for (NativeSlot slot : slots) {
            slot.usable.completeExceptionally(StatusCodes.closed("registration of an event handler"));
        }
    }

    // --- events --------------------------------------------------------------------------------------------------

    /** Calls the handlers of a slot for an event. Returns false if there are none: libpmix then gets it back. */
    boolean arrived(long number, ReceivedEvent event, Attributes given, GivenEvent origin) {
        for (NativeSlot slot : slots) {
            if (slot.number == number) {
                Visit visit = all.visits.arrived(origin, event.code, given, slot.name);
                // The shared handler passes those of other versions on.
                if (visit.refused || event.isForeign()) {
                    return false;
                }
                if (!visit.isContinued() && all.withhold(event)) {
                    return visit.refuse();
                }
                event.record(visit);
                return chains.arrive(event, slot, visit, origin, EventCompletion.results(given, visit));
            }
        }
        return false;
    }

    /** Returns whether a slot is being registered, during which libpmix replays kept events of its codes. */
    boolean isRegistering(int code) {
        return slots.stream().anyMatch(slot -> slot.codes.contains(code) && !slot.usable.isDone());
    }

    /**
     * Waits until all chains have ended. Each round waits for the handlers in Java, and then for the progress thread,
     * which passes the events on to their next native handler: so there are as many rounds as handlers to pass.
     */
    boolean awaitIdle(Handle handle, long nanos) {
        long deadline = Deadline.in(nanos);
        for (int i = 0; i < slots.size() + C_HANDLERS; i++) {
            if (!chains.awaitIdle(Deadline.until(deadline)) || !awaitProgressThread(handle, Deadline.until(deadline))) {
                return false;
            }
        }
        return chains.awaitIdle(Deadline.until(deadline));
    }

    private static boolean awaitProgressThread(Handle handle, long nanos) {
        try {
            new RoundTrip(handle).run(nanos);
            return true;
        } catch (PmixException.Timeout | PmixException.Interrupted e) {
            return false;
        }
    }

    /** Waits until the progress thread has done what it had to do before. */
    private static final class RoundTrip extends StatusCall {
        RoundTrip(Handle handle) {
            super(handle, "waiting for event handlers");
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            // Before 7.0 libpmix answers in the calling thread, unless it has to ask the server.
            boolean asks = !Libpmix.isAtLeast7() && !handle().session.singleton();
            return NativeRegistration.notifyNobody(
                    memory, asks ? PMIxConstants.PMIX_RANGE_LOCAL() : PMIxConstants.PMIX_RANGE_PROC_LOCAL(), cbdata);
        }

        @Override
        protected void check(int status) {
            // An error, such as a lost server, is an answer too.
        }
    }

    // --- chains of libpmix ---------------------------------------------------------------------------------------

    /**
     * Records that a chain of libpmix has arrived at a native handler of this session, and what was decided about it.
     */
    static final class Visit {
        private final GivenEvent event;
        private final int code;
        /** The name of the native handler it is at, and how many entries of that name the results had on arrival. */
        private final String handler;

        private final int before;
        /** The visit before in the same chain; null if this is the first. */
        private final @Nullable Visit previous;
        /** The number of the event among those that have arrived, 0 if it has none. Guarded by the chains. */
        long arrival;
        /** Whether the shared handler has received it. */
        boolean shared;
        /** Whether no handler in Java is to see it in this chain. */
        boolean refused;

        private Visit(GivenEvent event, int code, String handler, int before, @Nullable Visit previous) {
            this.event = event;
            this.code = code;
            this.handler = handler;
            this.before = before;
            this.previous = previous;
            this.arrival = previous == null ? 0 : previous.arrival;
            this.shared = previous != null && previous.shared;
            this.refused = previous != null && previous.refused;
        }

        /** Returns whether another native handler of this session has received the event before. */
        boolean isContinued() {
            return previous != null;
        }

        /** Has no handler in Java see the event in this chain. Returns false: the caller gives it back to libpmix. */
        boolean refuse() {
            refused = true;
            return false;
        }

        /**
         * Returns whether an entry of the results is of this library.
         *
         * @param number the number of entries of the same name before it
         */
        boolean isOurs(String name, int number) {
            for (Visit visit = previous; visit != null; visit = visit.previous) {
                if (visit.before == number && visit.handler.equals(name)) {
                    return true;
                }
            }
            return NativeRegistration.NAME.equals(name);
        }
    }

    /**
     * Recognises an event that libpmix passes from one native handler of this session to the next. libpmix carries an
     * event along its native handlers in an object of its own, the chain ({@link GivenEvent#chain}), and uses the
     * address again for a later event. An arrival continues the previous visit of that address only if the code is the
     * same, and the results have one more entry of the handler visited then. Its name alone does not show it: a handler
     * in C, or of an earlier session, may have it too.
     */
    static final class Visits {
        /** How many are remembered besides those whose events are with handlers in Java: C libraries may hold some. */
        private static final int MOST = 1 << 12;

        private final LinkedHashMap<Long, Visit> visits = new LinkedHashMap<>();

        /** Before 7.0 libpmix calls the first handler in the thread that sends the event, not in its own. */
        synchronized Visit arrived(GivenEvent event, int code, Attributes given, String handler) {
            // Removed, so that the oldest are first.
            Visit last = visits.remove(event.chain());
            boolean continues = last != null && last.code == code && count(given, last.handler) > last.before;
            Visit visit = new Visit(event, code, handler, count(given, handler), continues ? last : null);
            visits.put(event.chain(), visit);
            Map.Entry<Long, Visit> oldest = visits.size() > MOST ? visits.pollFirstEntry() : null;
            if (oldest != null && !oldest.getValue().event.isCompleted()) {
                visits.put(oldest.getKey(), oldest.getValue());
            }
            return visit;
        }

        static int count(Iterable<Info> given, String handler) {
            int count = 0;
            for (Info info : given) {
                if (info.value() instanceof PmixValue.Status && info.key().equals(handler)) {
                    count++;
                }
            }
            return count;
        }
    }
}
