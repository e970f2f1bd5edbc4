// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

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
import org.pmixj.internal.ffi.Upcalls;

/**
 * A handler this process has with libpmix, for one code, for those this layer lives by, or for any: registered once and
 * never taken back, because libpmix reads a handler that is deregistered while it is called.
 *
 * <p>libpmix hands out what it and the server have kept for a code when its first handler is registered: all at once,
 * its own before it answers the registration and the server's after. So events are collected until the server has
 * answered one thing more, and are then put in order. They are new to the handlers of this process, but for those that
 * the other handler, for any or for one code, was given before.
 */
final class NativeRegistration {
    /** What the chain is called to handlers of C libraries, and how its events are known again. */
    static final String NAME = "org.pmixj";

    /** Nobody registers for it. */
    private static final int ROUND_TRIP = PMIxConstants.PMIX_EXTERNAL_ERR_BASE() - 7_064_910;

    private final NativeRegistrations all;
    /** None for any. */
    private final List<Integer> codes;
    /** Events that were kept are put in order. Nobody is there to keep any for a handler of the library's own. */
    private final boolean collects;

    private final CompletableFuture<@Nullable Void> ready = new CompletableFuture<>();

    // On the progress thread alone; null once they are in order.
    private @Nullable List<ReceivedEvent> collected;
    /** How many of them libpmix had itself. */
    private int own;

    NativeRegistration(NativeRegistrations all, List<Integer> codes, boolean collects) {
        this.all = all;
        this.codes = codes;
        this.collects = collects;
        this.collected = collects ? new ArrayList<>() : null;
    }

    /** Begins the registration. */
    void register(Handle handle) {
        try {
            new Register(handle).launch();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    /** Completes on the progress thread: nothing may be done there that waits. */
    CompletableFuture<@Nullable Void> ready() {
        return ready;
    }

    boolean isCollecting() {
        return collected != null;
    }

    /** On the progress thread: takes an event that came before the registration was complete. */
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
        if (early != null) {
            collected = null;
            all.late(early, own);
        }
        ready.complete(null);
    }

    /** The registration, and then a notification that nobody wants: the server's answer to it follows what it kept. */
    private final class Register extends StatusCall {
        private boolean registered;
        private @Nullable RuntimeException failure;

        Register(Handle handle) {
            super(handle, "registration of an event handler");
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            if (registered) {
                InfoArray directives = InfoArray.allocate(memory, 2)
                        .flag(memory, PMIxConstants.PMIX_EVENT_NON_DEFAULT())
                        .flag(memory, PMIxConstants.PMIX_EVENT_DO_NOT_CACHE());
                return Libpmix.notifyEvent(ROUND_TRIP, (byte) PMIxConstants.PMIX_RANGE_LOCAL(), directives, cbdata);
            }
            InfoArray directives = InfoArray.allocate(memory, 2)
                    .add(memory, PMIxConstants.PMIX_EVENT_HDLR_NAME(), new PmixValue.Str(NAME))
                    .object(all.object);
            if (codes.isEmpty()) {
                return Libpmix.registerHandler(MemorySegment.NULL, 0, directives, Upcalls.defaultEvent(), cbdata);
            }
            MemorySegment array = memory.allocate(ValueLayout.JAVA_INT, codes.size());
            for (int i = 0; i < codes.size(); i++) {
                array.setAtIndex(ValueLayout.JAVA_INT, i, codes.get(i));
            }
            return Libpmix.registerHandler(array, codes.size(), directives, Upcalls.event(), cbdata);
        }

        @Override
        protected long again(int status) {
            if (registered || !StatusCodes.isSuccess(status)) {
                return NOT_AGAIN;
            }
            registered = true;
            own = collected == null ? 0 : collected.size();
            return collects && !handle().session.singleton() ? 0 : NOT_AGAIN;
        }

        @Override
        protected void check(int status) {
            if (!registered) {
                try {
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
