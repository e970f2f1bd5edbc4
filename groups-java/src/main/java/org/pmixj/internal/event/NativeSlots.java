// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.event.repair.FilledCategory;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.NativeHandler;
import org.pmixj.internal.notice.NativeRegistration;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.Placement;

/**
 * Places handlers in Java among those of C libraries: each such handler has a {@link NativeSlot}, and libpmix passes an
 * event with its results from one native handler to the next. All other handlers in Java share a native handler for
 * each code.
 */
final class NativeSlots {
    /** The number of handlers in C that are assumed to lie between. Each answers at once. */
    private static final int C_HANDLERS = 10;

    /** The handlers of slots that libpmix knows. They outlive their session if a C library keeps libpmix initialised. */
    private static final List<NativeHandler> KNOWN = new CopyOnWriteArrayList<>();

    /** The generation of the session that they are of. */
    private static int generation = -1;

    private final NativeRegistrations all;
    private final HandlerChains chains;
    /** The slots of this session, which the chains add and remove; read on any thread. */
    private final List<NativeSlot> slots;

    NativeSlots(NativeRegistrations all, HandlerChains chains, List<NativeSlot> slots) {
        this.all = all;
        this.chains = chains;
        this.slots = slots;
        for (NativeHandler earlier : known()) {
            NativeSlot slot = new NativeSlot(earlier);
            slot.begun.set(true);
            chains.add(slot);
            follow(slot);
        }
    }

    private static synchronized List<NativeHandler> known() {
        if (generation != Session.generation()) {
            generation = Session.generation();
            KNOWN.clear();
        }
        return KNOWN;
    }

    // --- registration --------------------------------------------------------------------------------------------

    /** Returns the slot for a handler, to which libpmix may still have to agree; null if it gets none. */
    @Nullable
    NativeSlot reserve(RegisteredHandler handler) {
        NativeSlot slot = chains.reserveSlot(handler, this);
        if (slot != null && slot.begun.compareAndSet(false, true)) {
            register(slot, handler.handle);
        }
        return slot;
    }

    NativeSlot create(RegisteredHandler handler) {
        long mark = NativeRegistrations.newMark();
        return new NativeSlot(new NativeHandler(
                mark, NativeSlot.nameFor(handler, mark), handler.placement(), handler.settings.codes()));
    }

    /** Registers a slot. libpmix receives the registrations of several threads in the order in which they come here. */
    private synchronized void register(NativeSlot slot, Handle handle) {
        List<Integer> fillerCodes = slot.known.placement().anchor() != null && Defect.UNKNOWN_PLACE_ACCEPTED.isHere()
                ? FilledCategory.codes(slot.known.codes().size())
                : List.of();
        boolean hasFiller =
                slots.stream().anyMatch(other -> other.known.placement().equals(Placement.NONE));
        if (!fillerCodes.isEmpty() && !hasFiller) {
            long mark = NativeRegistrations.newMark();
            NativeSlot filler =
                    new NativeSlot(new NativeHandler(mark, NativeSlot.unnamed(mark), Placement.NONE, fillerCodes));
            chains.add(filler);
            register(filler, handle);
        }
        // Before the answer, which may come after the end of the session.
        known().add(slot.known);
        follow(slot);
        new NativeRegistration(all, slot.known, false).register(handle);
    }

    /** Completes a slot when libpmix answers its registration. */
    private void follow(NativeSlot slot) {
        CompletableFuture<@Nullable Void> _ = slot.known.ready().whenComplete((_, failure) -> {
            if (failure == null) {
                slot.usable.complete(null);
            } else {
                known().remove(slot.known);
                chains.remove(slot);
                slot.usable.completeExceptionally(failure);
            }
        });
    }

    // --- events --------------------------------------------------------------------------------------------------

    /** Returns the slot whose events have a mark, or null. */
    @Nullable
    NativeSlot find(long mark) {
        return slots.stream()
                .filter(slot -> slot.known.mark() == mark)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a slot is being registered, during which libpmix replays kept events of its codes. */
    boolean isRegistering(int code) {
        return slots.stream().anyMatch(slot -> slot.known.codes().contains(code) && !slot.usable.isDone());
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
}
