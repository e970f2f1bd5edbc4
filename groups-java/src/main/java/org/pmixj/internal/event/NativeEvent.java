// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.event.HandlerResult;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_event_notification_cbfunc_fn_t;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Upcalls;

/** An event that libpmix waits to have back, exactly once: it does not survive a second time. */
public final class NativeEvent {
    private final MemorySegment completion;
    private final MemorySegment cbdata;
    private final AtomicBoolean completed = new AtomicBoolean();

    public NativeEvent(MemorySegment completion, MemorySegment cbdata) {
        this.completion = completion;
        this.cbdata = cbdata;
    }

    /**
     * Gives it back with what the chain has done.
     *
     * @return false where the session ends, which gives it back itself
     */
    boolean complete(Handle handle, int status, List<HandlerResult> results) {
        if (isWorthTelling(results)) {
            try {
                new Results(handle, status, results).launch();
            } catch (RuntimeException e) {
                if (handle.session.isOpen()) {
                    Dispatcher.apart(new HandlerChains.Warning(
                            "handlers of C libraries are not told the results of an event: " + e.getMessage()));
                }
            }
        }
        if (!completed.get()) {
            completeAlone(handle.session, status);
        }
        return completed.get();
    }

    private void completeAlone(Session session, int status) {
        try {
            session.enter("completion of an event");
        } catch (IllegalStateException e) {
            // The session ends.
            return;
        }
        try {
            if (completed.compareAndSet(false, true)) {
                giveBack(status);
            }
        } finally {
            session.exit();
        }
    }

    /** Gives it back as one that nobody did anything about: nobody wants it, or the session ends. */
    public void abandon() {
        if (completed.compareAndSet(false, true)) {
            giveBack(PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN());
        }
    }

    private void giveBack(int status) {
        if (completion.address() != 0) {
            pmix_event_notification_cbfunc_fn_t.invoke(
                    completion, status, MemorySegment.NULL, 0, MemorySegment.NULL, MemorySegment.NULL, cbdata);
        }
    }

    /** Handlers of C libraries come after: of a chain in which nobody did anything there is nothing to know. */
    private static boolean isWorthTelling(List<HandlerResult> results) {
        for (HandlerResult result : results) {
            if (result.status().code() != PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN()
                    || !result.results().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The completion with results, in the form of the specification: for each handler an array, its first element the
     * name with the status, the others what the handler added. libpmix reads them until it says so.
     */
    private final class Results extends StatusCall {
        private final int status;
        private final List<HandlerResult> results;

        Results(Handle handle, int status, List<HandlerResult> results) {
            super(handle, "completion of an event");
            this.status = status;
            this.results = results;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment ownCbdata) {
            InfoArray infos = InfoArray.allocate(memory, results.size());
            for (HandlerResult result : results) {
                infos.add(memory, encode(result));
            }
            if (!completed.compareAndSet(false, true)) {
                return StatusCodes.ERROR;
            }
            pmix_event_notification_cbfunc_fn_t.invoke(
                    completion, status, infos.segment(), infos.size(), Upcalls.op(), ownCbdata, cbdata);
            return StatusCodes.SUCCESS;
        }

        private static Info encode(HandlerResult result) {
            List<PmixValue> elements = new ArrayList<>();
            elements.add(InfoAccess.get().info(result.name().orElse(""), new PmixValue.Status(result.status()), false));
            elements.addAll(result.results().infos());
            // libpmix drops an entry without a name after the next handler.
            return InfoAccess.get()
                    .info(
                            result.name().orElse(NativeRegistrations.UNNAMED),
                            new PmixValue.Array(DataType.INFO, elements),
                            false);
        }
    }
}
