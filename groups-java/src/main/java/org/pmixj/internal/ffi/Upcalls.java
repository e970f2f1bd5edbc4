// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.pmixj.ffi.pmix_hdlr_reg_cbfunc_t;
import org.pmixj.ffi.pmix_info_cbfunc_t;
import org.pmixj.ffi.pmix_lookup_cbfunc_t;
import org.pmixj.ffi.pmix_notification_fn_t;
import org.pmixj.ffi.pmix_op_cbfunc_t;
import org.pmixj.ffi.pmix_release_cbfunc_t;
import org.pmixj.ffi.pmix_spawn_cbfunc_t;
import org.pmixj.ffi.pmix_value_cbfunc_t;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.ffi.repair.LeakedValue;
import org.pmixj.internal.ffi.repair.QuickAcknowledgement;

/**
 * Provides the upcall stubs, one for each use of a C callback type, created on first use and never freed. A stub runs
 * on libpmix's progress thread, a few inside the downcall. It passes the data to its call, which copies it, and then
 * releases the data. No exception may leave a stub, because that ends the JVM.
 */
public final class Upcalls {
    /** Receives all events of libpmix, on its progress thread. */
    public interface EventSink {
        /** Receives an event of one or the default handler. Returns false if it must be given back at once. */
        boolean arrived(
                boolean isDefault,
                int status,
                MemorySegment source,
                MemorySegment info,
                long count,
                MemorySegment results,
                long resultCount,
                GivenEvent event);
    }

    // libpmix has one progress thread per process. The first upcall outside a downcall shows which it is.
    private static volatile @Nullable Thread progressThread;
    private static volatile @Nullable EventSink sink;

    private Upcalls() {}

    public static synchronized void events(EventSink to) {
        sink = to;
    }

    /** Passes no more events to a receiver. Does nothing if there is another now, the one of the next session. */
    public static synchronized void noEvents(EventSink of) {
        if (of.equals(sink)) {
            sink = null;
        }
    }

    @SuppressWarnings("ReferenceEquality") // the thread itself
    public static boolean onProgressThread() {
        return Thread.currentThread() == progressThread;
    }

    /**
     * Returns whether libpmix has another progress thread now: a C library has finalized it, and initialised it again.
     */
    public static boolean hasProgressThreadEnded() {
        Thread known = progressThread;
        return known != null && !known.isAlive();
    }

    private static void entered(boolean precedesMessage) {
        if (progressThread == null) {
            progressThread = Thread.currentThread();
        }
        if (Defect.SERVER_AWAITS_ACKNOWLEDGEMENT.isHere()) {
            QuickAcknowledgement.arrived(precedesMessage);
        }
    }

    /** Forgets the progress thread and its calls after PMIx_Finalize. The next PMIx_Init starts another one. */
    public static void forgetProgressThread() {
        InFlight.clear();
        progressThread = null;
        if (Defect.SERVER_AWAITS_ACKNOWLEDGEMENT.isHere()) {
            QuickAcknowledgement.closed();
        }
    }

    public static MemorySegment op() {
        return OpStub.STUB;
    }

    private static void failed(Throwable failure) {
        Log.warnApart("a callback of PMIx failed", failure);
    }

    private static void arrived(MemorySegment cbdata, int status, MemorySegment data, long count) {
        try {
            InFlight.Callback operation = InFlight.take(cbdata.address());
            if (operation != null) {
                // Otherwise libpmix has answered within the call. On its own thread it does so later, too.
                if (onProgressThread() || !Thread.currentThread().equals(operation.launcher())) {
                    entered(operation.precedesMessage());
                }
                operation.arrived(status, data, count);
            }
        } catch (Throwable e) {
            failed(e);
        }
    }

    private static void release(MemorySegment function, MemorySegment data) {
        try {
            if (function.address() != 0) {
                pmix_release_cbfunc_t.invoke(function, data);
            }
        } catch (Throwable e) {
            failed(e);
        }
    }

    private static final class OpStub implements pmix_op_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_op_cbfunc_t.allocate(new OpStub(), Arena.global());

        @Override
        public void apply(int status, MemorySegment cbdata) {
            arrived(cbdata, status, MemorySegment.NULL, 0);
        }
    }

    static final class ValueStub implements pmix_value_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_value_cbfunc_t.allocate(new ValueStub(), Arena.global());
        private final @Nullable LeakedValue leaked = Defect.GET_LEAKS_VALUE.isHere() ? new LeakedValue() : null;

        @Override
        public void apply(int status, MemorySegment value, MemorySegment cbdata) {
            arrived(cbdata, status, value, value.address() == 0 ? 0 : 1);
            try {
                if (leaked != null) {
                    leaked.free(status, value);
                }
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    static final class InfoStub implements pmix_info_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_info_cbfunc_t.allocate(new InfoStub(), Arena.global());

        @Override
        public void apply(
                int status,
                MemorySegment info,
                long count,
                MemorySegment cbdata,
                MemorySegment release,
                MemorySegment releaseData) {
            arrived(cbdata, status, info, count);
            release(release, releaseData);
        }
    }

    /** Receives an array, which libpmix frees after the return. */
    static final class LookupStub {
        static final MemorySegment STUB = pmix_lookup_cbfunc_t.allocate(
                (status, found, count, cbdata) -> arrived(cbdata, status, found, count), Arena.global());
    }

    static final class SpawnStub {
        static final MemorySegment STUB = pmix_spawn_cbfunc_t.allocate(
                (status, nspace, cbdata) -> arrived(cbdata, status, nspace, nspace.address() == 0 ? 0 : 1),
                Arena.global());
    }

    /** Receives the registration of a native event handler, and passes its number as the count. */
    static final class RegisteredStub implements pmix_hdlr_reg_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_hdlr_reg_cbfunc_t.allocate(new RegisteredStub(), Arena.global());

        @Override
        public void apply(int status, long handler, MemorySegment cbdata) {
            arrived(cbdata, status, MemorySegment.NULL, handler);
        }
    }

    record EventStub(boolean isDefault) implements pmix_notification_fn_t.Function {
        static final MemorySegment STUB = pmix_notification_fn_t.allocate(new EventStub(false), Arena.global());

        @Override
        public void apply(
                long handler,
                int status,
                MemorySegment source,
                MemorySegment info,
                long count,
                MemorySegment results,
                long resultCount,
                MemorySegment completion,
                MemorySegment cbdata) {
            // The event must be given back exactly once, whatever fails.
            GivenEvent event = new GivenEvent(completion, cbdata);
            boolean taken = false;
            try {
                entered(true);
                EventSink to = sink;
                taken = to != null && to.arrived(isDefault, status, source, info, count, results, resultCount, event);
            } catch (Throwable e) {
                Log.warnApart("an event with the code " + status + " is lost, because it could not be read: " + e, e);
            }
            try {
                if (!taken) {
                    event.giveBackUnhandled();
                }
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /** The stub of the default handler: libpmix does not say which handler an event is for. */
    static final class DefaultEventStub {
        static final MemorySegment STUB = pmix_notification_fn_t.allocate(new EventStub(true), Arena.global());
    }
}
