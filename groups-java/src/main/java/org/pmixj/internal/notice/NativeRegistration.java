// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Registers one handler with libpmix: for one code, for the codes that this library needs itself, or for any code. It
 * is never deregistered, because libpmix would use a handler after freeing it, if it were deregistered during its call.
 *
 * <p>With the first handler of a code libpmix replays all kept events of the code: its own before it answers the
 * registration, those of the server after. So events are collected until the server has answered one more request, and
 * then put in order. All are new to this process, except those that the handler for any code, or the one for this code,
 * has received before.
 */
public final class NativeRegistration {
    private final NativeRegistrations all;
    private final NativeHandler handler;

    // Used by the progress thread alone; null once the events are in order.
    private @Nullable List<ReceivedEvent> collected;
    /** The number of collected events that libpmix had kept itself. */
    private int own;

    /**
     * Prepares the registration of a native handler.
     *
     * @param collects whether kept events are put in order, which the handlers of this library do not need
     */
    public NativeRegistration(NativeRegistrations all, NativeHandler handler, boolean collects) {
        this.all = all;
        this.handler = handler;
        this.collected = collects ? new ArrayList<>() : null;
    }

    public void register(Handle handle) {
        try {
            new Register(handle).launch();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Returns a future that the progress thread completes: its dependents must not wait. */
    CompletableFuture<@Nullable Void> ready() {
        return handler.ready();
    }

    private boolean isPlaced() {
        return handler.mark() != all.mark;
    }

    /** Returns whether the registration is under way. At its end the kept events are delivered in order. */
    boolean isCollecting() {
        return collected != null;
    }

    /** Collects an event that arrives before the registration is complete; returns whether. On the progress thread. */
    boolean collect(ReceivedEvent event) {
        return collected != null && collected.add(event);
    }

    /** Sends a notification that no handler receives. */
    public static int notifyNobody(SegmentAllocator memory, int range, MemorySegment cbdata) {
        InfoArray directives = InfoArray.allocate(memory, 2)
                .flag(memory, PMIxConstants.PMIX_EVENT_NON_DEFAULT())
                .flag(memory, PMIxConstants.PMIX_EVENT_DO_NOT_CACHE());
        return Libpmix.notifyEvent(EventCodes.ROUND_TRIP, (byte) range, directives, cbdata);
    }

    private void failed(RuntimeException failure) {
        all.failed(this);
        ready().completeExceptionally(failure);
    }

    private void succeeded() {
        List<ReceivedEvent> early = collected;
        collected = null;
        try {
            if (early != null) {
                all.replayed(early, own);
            }
        } finally {
            ready().complete(null);
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
                return notifyNobody(memory, PMIxConstants.PMIX_RANGE_LOCAL(), cbdata);
            }
            InfoArray directives = InfoArray.allocate(memory, 3)
                    .add(memory, PMIxConstants.PMIX_EVENT_HDLR_NAME(), new PmixValue.Str(handler.name()))
                    .object(handler.mark());
            handler.placement().write(memory, directives);
            List<Integer> codes = handler.codes();
            MemorySegment array =
                    codes.isEmpty() ? MemorySegment.NULL : memory.allocate(ValueLayout.JAVA_INT, codes.size());
            for (int i = 0; i < codes.size(); i++) {
                array.setAtIndex(ValueLayout.JAVA_INT, i, codes.get(i));
            }
            return Libpmix.registerHandler(array, codes.size(), directives, cbdata);
        }

        @Override
        protected long decideRetry(int status, long count) {
            if (registered || !StatusCodes.isSuccess(status)) {
                return NO_RETRY;
            }
            registered = true;
            own = collected == null ? 0 : collected.size();
            return collected == null || handle().session.singleton() ? NO_RETRY : 0;
        }

        @Override
        protected void check(int status) {
            if (!registered) {
                try {
                    if (isPlaced() && status == PMIxConstants.PMIX_ERR_EVENT_REGISTRATION()) {
                        throw handler.placement().refused(handler.codes().size());
                    }
                    StatusCodes.check(what, status);
                } catch (RuntimeException e) {
                    failure = e;
                    throw e;
                }
                // decideRetry did not run, because the session has ended and failed this call. libpmix has the handler:
                // the next session uses the place again, if a C library keeps libpmix initialised.
                registered = isPlaced();
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
