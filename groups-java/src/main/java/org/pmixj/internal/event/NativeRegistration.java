// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.event.HandlerChain.Placement;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.Upcalls;

/**
 * Registers one handler with libpmix: for one code or several, or for any code. It is never deregistered, because libpmix
 * reads a handler that is deregistered during its call. {@link NativeSlots} says which handlers it calls.
 *
 * <p>With the first handler of a code libpmix replays all kept events of the code: its own before it answers the
 * registration, those of the server after. So events are collected until the server has answered one more request, and
 * then put in order. All are new to this process, except those that the handler for any code, or the one for this code,
 * has received before.
 */
final class NativeRegistration {
    /** The begin of the names of those that have no handler's name; each copy of the library has its own. */
    private static final String NAME = LibraryCopy.NUMBER == 0 ? "org.pmixj" : "org.pmixj#" + LibraryCopy.NUMBER;

    /** A code for which no handler registers. */
    private static final int ROUND_TRIP = PMIxConstants.PMIX_EXTERNAL_ERR_BASE() - 7_064_910;

    private static final AtomicLong CREATED = new AtomicLong();

    /** Arrives with each event: handlers of earlier sessions may still be registered. */
    final long mark = CREATED.incrementAndGet();

    private final NativeRegistrations all;
    /** Empty for any code. */
    final List<Integer> codes;

    final HandlerChain.Category category;
    final String name;
    /** The place that libpmix receives. */
    final Placement place;
    /** The place of the handler for which this was created. */
    private final Placement wish;

    private final boolean unnamed;

    private final CompletableFuture<@Nullable Void> ready = new CompletableFuture<>();

    /** Whether kept events are put in order, which the handlers of this library do not need. Set before registration. */
    private boolean collects;

    // Used by the progress thread alone; null once the events are in order.
    private @Nullable List<ReceivedEvent> collected;
    /** The number of collected events that libpmix had kept itself. */
    private int own;

    NativeRegistration(
            NativeRegistrations all, List<Integer> codes, @Nullable String name, Placement place, Placement wish) {
        this.all = all;
        this.codes = codes;
        this.category = HandlerChain.Category.of(codes);
        this.name = name == null ? NAME + (codes.size() == 1 ? codes.getFirst() + "." : ".") + mark : name;
        this.place = place;
        this.wish = wish;
        this.unnamed = name == null && wish.is(Placement.Kind.NONE);
    }

    /** Has the kept events of its codes put in order. Before registration. */
    void collect() {
        collects = true;
        collected = new ArrayList<>();
    }

    boolean covers(List<Integer> some) {
        return codes.isEmpty() || (!some.isEmpty() && codes.containsAll(some));
    }

    boolean covers(int code) {
        return codes.isEmpty() || codes.contains(code);
    }

    /** Returns whether it was created for no handler of a name or a place. */
    boolean isUnnamed() {
        return unnamed;
    }

    /** Returns whether it was created for such a handler. */
    boolean isFor(RegisteredHandler handler) {
        return wish.equals(handler.placement())
                && codes.size() == handler.settings.codes().size()
                && covers(handler.settings.codes())
                && (handler.memberName() == null ? name.startsWith(NAME) : name.equals(handler.memberName()));
    }

    /** Sends libpmix an event that nobody receives. It answers when it has passed on the events before. */
    static StatusCall roundTrip(Handle handle, Runnable answered) {
        return new StatusCall(handle, "waiting for event handlers") {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                return roundTrip(PMIxConstants.PMIX_RANGE_PROC_LOCAL(), memory, cbdata);
            }

            @Override
            protected void ended() {
                answered.run();
            }
        };
    }

    /** Runs an action when libpmix has passed on the events that it has now, on the progress thread. */
    static void afterRound(Handle handle, Runnable action) {
        try {
            roundTrip(handle, action).launch();
        } catch (RuntimeException e) {
            // The session is ending.
            action.run();
        }
    }

    private static int roundTrip(int range, SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray directives = InfoArray.allocate(memory, 2)
                .flag(memory, PMIxConstants.PMIX_EVENT_NON_DEFAULT())
                .flag(memory, PMIxConstants.PMIX_EVENT_DO_NOT_CACHE());
        return Libpmix.notifyEvent(ROUND_TRIP, (byte) range, directives, cbdata);
    }

    void register(Handle handle) {
        try {
            new Register(handle).launch();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Returns a future that the progress thread completes: its dependents must not wait. */
    CompletableFuture<@Nullable Void> ready() {
        return ready;
    }

    boolean isCollecting() {
        return collected != null;
    }

    /** Collects an event that arrives before the registration is complete. On the progress thread. */
    boolean collects(ReceivedEvent event) {
        List<ReceivedEvent> early = collected;
        if (early == null) {
            return false;
        }
        early.add(event);
        return true;
    }

    private void failed(RuntimeException failure) {
        all.remove(this);
        ready.completeExceptionally(failure);
    }

    private void succeeded() {
        List<ReceivedEvent> early = collected;
        collected = null;
        try {
            if (early != null) {
                all.replayed(early, own);
            }
        } finally {
            ready.complete(null);
        }
    }

    /** Registers, then sends a notification that nobody receives: the server answers it after its kept events. */
    private final class Register extends StatusCall {
        private boolean registered;
        private @Nullable RuntimeException failure;

        Register(Handle handle) {
            super(handle, "registration of an event handler");
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            if (registered) {
                return roundTrip(PMIxConstants.PMIX_RANGE_LOCAL(), memory, cbdata);
            }
            InfoArray directives = InfoArray.allocate(memory, 3)
                    .add(memory, PMIxConstants.PMIX_EVENT_HDLR_NAME(), new PmixValue.Str(name));
            MemorySegment key = place.key();
            if (key != null && place.anchor() != null) {
                directives.add(memory, key, new PmixValue.Str(place.anchor()));
            } else if (key != null) {
                directives.flag(memory, key);
            }
            directives.object(mark);
            if (codes.isEmpty()) {
                return Libpmix.registerHandler(MemorySegment.NULL, 0, directives, Upcalls.event(), cbdata);
            }
            MemorySegment array = memory.allocate(ValueLayout.JAVA_INT, codes.size());
            for (int i = 0; i < codes.size(); i++) {
                array.setAtIndex(ValueLayout.JAVA_INT, i, codes.get(i));
            }
            return Libpmix.registerHandler(array, codes.size(), directives, Upcalls.event(), cbdata);
        }

        @Override
        protected long decideRetry(int status) {
            if (registered || !StatusCodes.isSuccess(status)) {
                return NO_RETRY;
            }
            registered = true;
            own = collected == null ? 0 : collected.size();
            return collects && !handle().session.singleton() ? 0 : NO_RETRY;
        }

        @Override
        protected void check(int status) {
            if (!registered) {
                try {
                    if (status == PMIxConstants.PMIX_ERR_EVENT_REGISTRATION()) {
                        throw wish.refused();
                    }
                    StatusCodes.check(what, status);
                } catch (RuntimeException e) {
                    failure = e;
                    throw e;
                }
            }
        }

        @Override
        protected void ended() {
            if (registered) {
                succeeded();
            }
        }

        @Override
        protected void rejected() {
            if (!registered) {
                NativeRegistration.this.failed(
                        failure == null ? StatusCodes.failure(what, StatusCodes.ERROR) : failure);
            }
        }
    }
}
