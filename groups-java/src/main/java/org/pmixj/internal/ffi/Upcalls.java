// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.pmixj.ffi.pmix_credential_cbfunc_t;
import org.pmixj.ffi.pmix_device_dist_cbfunc_t;
import org.pmixj.ffi.pmix_hdlr_reg_cbfunc_t;
import org.pmixj.ffi.pmix_info_cbfunc_t;
import org.pmixj.ffi.pmix_lookup_cbfunc_t;
import org.pmixj.ffi.pmix_notification_fn_t;
import org.pmixj.ffi.pmix_op_cbfunc_t;
import org.pmixj.ffi.pmix_release_cbfunc_t;
import org.pmixj.ffi.pmix_spawn_cbfunc_t;
import org.pmixj.ffi.pmix_validation_cbfunc_t;
import org.pmixj.ffi.pmix_value_cbfunc_t;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Log;

/**
 * The upcall stubs, one per C callback type, made on first use and never freed. Each runs on libpmix's progress thread,
 * a few inside the call that asks: it copies what it is given, gives it back, and hands on. Nothing is thrown out of
 * one, that would end the JVM.
 */
public final class Upcalls {
    // libpmix has one progress thread in a process; it is known from the first upcall on that is not made by the thread
    // that asks.
    private static volatile @Nullable Thread progressThread;

    private static volatile @Nullable EventSink sink;

    private Upcalls() {}

    /** Sets who receives events; null for nobody. */
    public static void events(@Nullable EventSink to) {
        sink = to;
    }

    @SuppressWarnings("ReferenceEquality") // the thread itself
    public static boolean onProgressThread() {
        return Thread.currentThread() == progressThread;
    }

    private static void entered() {
        if (progressThread == null) {
            progressThread = Thread.currentThread();
        }
    }

    /** After a finalize, the next init makes a new progress thread. */
    public static void forgetProgressThread() {
        progressThread = null;
    }

    public static MemorySegment op() {
        return OpStub.STUB;
    }

    static MemorySegment info() {
        return InfoStub.STUB;
    }

    static MemorySegment value() {
        return ValueStub.STUB;
    }

    static MemorySegment lookup() {
        return LookupStub.STUB;
    }

    static MemorySegment distances() {
        return DistanceStub.STUB;
    }

    static MemorySegment spawn() {
        return SpawnStub.STUB;
    }

    public static MemorySegment event() {
        return EventStub.STUB;
    }

    public static MemorySegment defaultEvent() {
        return DefaultEventStub.STUB;
    }

    static MemorySegment registered() {
        return RegisteredStub.STUB;
    }

    static MemorySegment credential() {
        return CredentialStub.STUB;
    }

    static MemorySegment validation() {
        return ValidationStub.STUB;
    }

    private static void failed(Throwable failure) {
        try {
            Log.error("in a PMIx callback", failure);
        } catch (Throwable ignored) {
            // A logger of the application's that throws must not end the JVM.
        }
    }

    private static void arrived(MemorySegment cbdata, int status, MemorySegment data, long count) {
        try {
            NativeCallback operation = InFlight.take(cbdata.address());
            if (operation != null) {
                if (!operation.launchedHere()) {
                    entered();
                }
                operation.arrived(status, data, count);
            }
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Gives back what came with an answer. */
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

    private static final class ValueStub implements pmix_value_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_value_cbfunc_t.allocate(new ValueStub(), Arena.global());

        /**
         * OpenPMIx 7.0.0rc1 forgets the value once it has handed it over: in C too, a million gets lose 48 MB and what
         * the values refer to. Older ones free it themselves, and of newer ones nobody knows.
         */
        private static final boolean FORGOTTEN =
                Defect.GET_LEAKS_VALUE.isHere() && Libpmix.version().contains(" 7.0.0rc1 ");

        @Override
        public void apply(int status, MemorySegment value, MemorySegment cbdata) {
            arrived(cbdata, status, value, value.address() == 0 ? 0 : 1);
            try {
                if (FORGOTTEN && value.address() != 0) {
                    Libpmix.freeValue(value);
                }
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    private static final class InfoStub implements pmix_info_cbfunc_t.Function {
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

    /** A credential; libpmix frees it after this, whatever its header says. */
    private static final class CredentialStub implements pmix_credential_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_credential_cbfunc_t.allocate(new CredentialStub(), Arena.global());

        @Override
        public void apply(int status, MemorySegment credential, MemorySegment info, long count, MemorySegment cbdata) {
            arrived(cbdata, status, credential, credential.address() == 0 ? 0 : 1);
        }
    }

    private static final class ValidationStub implements pmix_validation_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_validation_cbfunc_t.allocate(new ValidationStub(), Arena.global());

        @Override
        public void apply(int status, MemorySegment info, long count, MemorySegment cbdata) {
            arrived(cbdata, status, info, count);
        }
    }

    /** libpmix frees the array when this returns. */
    private static final class LookupStub implements pmix_lookup_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_lookup_cbfunc_t.allocate(new LookupStub(), Arena.global());

        @Override
        public void apply(int status, MemorySegment found, long count, MemorySegment cbdata) {
            arrived(cbdata, status, found, count);
        }
    }

    private static final class DistanceStub implements pmix_device_dist_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_device_dist_cbfunc_t.allocate(new DistanceStub(), Arena.global());

        @Override
        public void apply(
                int status,
                MemorySegment distances,
                long count,
                MemorySegment cbdata,
                MemorySegment release,
                MemorySegment releaseData) {
            arrived(cbdata, status, distances, count);
            release(release, releaseData);
        }
    }

    private static final class SpawnStub implements pmix_spawn_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_spawn_cbfunc_t.allocate(new SpawnStub(), Arena.global());

        @Override
        public void apply(int status, MemorySegment nspace, MemorySegment cbdata) {
            arrived(cbdata, status, nspace, nspace.address() == 0 ? 0 : 1);
        }
    }

    /** The registration of a native event handler, told to its operation with the handler's number as the count. */
    private static final class RegisteredStub implements pmix_hdlr_reg_cbfunc_t.Function {
        static final MemorySegment STUB = pmix_hdlr_reg_cbfunc_t.allocate(new RegisteredStub(), Arena.global());

        @Override
        public void apply(int status, long handler, MemorySegment cbdata) {
            arrived(cbdata, status, MemorySegment.NULL, handler);
        }
    }

    private static final class EventStub implements pmix_notification_fn_t.Function {
        static final MemorySegment STUB = pmix_notification_fn_t.allocate(new EventStub(false), Arena.global());
        private final boolean isDefault;

        EventStub(boolean isDefault) {
            this.isDefault = isDefault;
        }

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
            // It is given back exactly once, whatever fails: libpmix does not survive a second time.
            GivenEvent event = new GivenEvent(completion, cbdata);
            boolean taken = false;
            try {
                entered();
                EventSink to = sink;
                taken = to != null && to.arrived(isDefault, status, source, info, count, results, resultCount, event);
            } catch (Throwable e) {
                failed(e);
            }
            try {
                if (!taken) {
                    event.abandon();
                }
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /** Of the handler for any code, which libpmix does not tell apart. */
    private static final class DefaultEventStub {
        static final MemorySegment STUB = pmix_notification_fn_t.allocate(new EventStub(true), Arena.global());
    }
}
