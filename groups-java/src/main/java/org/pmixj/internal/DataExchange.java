// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_value;

/** put, commit, fence, get and abort. */
public final class DataExchange {
    private final Context context;

    public DataExchange(Context context) {
        this.context = context;
    }

    private static byte code(Scope scope) {
        return (byte)
                switch (scope) {
                    case LOCAL -> PMIxConstants.PMIX_LOCAL();
                    case REMOTE -> PMIxConstants.PMIX_REMOTE();
                    case GLOBAL -> PMIxConstants.PMIX_GLOBAL();
                    case INTERNAL -> PMIxConstants.PMIX_INTERNAL();
                };
    }

    public void put(Scope scope, String key, PmixValue value) {
        Session session = context.session;
        session.refuseOnProgressThread("put");
        PutCheck.check(value);
        session.enter("put");
        try (Arena arena = Arena.ofConfined()) {
            session.putSizes.add(scope, key, value);
            int status = Native.put(code(scope), arena.allocateFrom(key), ValueCodec.allocate(arena, value));
            if (status != Status.SUCCESS) {
                Status.check("put of " + key, status);
            }
        } finally {
            session.exit();
        }
    }

    public void commit() {
        bounded("commit", new Call() {
            @Override
            int call(Arena arena) {
                context.session.putSizes.commit();
                return Native.commit();
            }
        });
    }

    public void abort(int status, String message, List<ProcId> procs) {
        bounded("abort", new Call() {
            @Override
            int call(Arena arena) {
                return Native.abort(status, arena.allocateFrom(message), Marshal.procs(arena, procs), procs.size());
            }
        });
    }

    /** A native call that waits for the server, see {@link BoundedCalls}. */
    private abstract static class Call {
        abstract int call(Arena arena);
    }

    private void bounded(String what, Call call) {
        Session session = context.session;
        session.refuseOnProgressThread(what);
        session.refuseClosed(what);
        Status.check(what, BoundedCalls.run(what, Operation.toNanos(context.defaultTimeout), new Callable<>() {
            @Override
            public Integer call() {
                session.enter(what);
                try (Arena arena = Arena.ofConfined()) {
                    return call.call(arena);
                } finally {
                    session.exit();
                }
            }
        }));
    }

    // --- fence -------------------------------------------------------------------------------------------------

    public void fence(String what, List<ProcId> procs, boolean collect, Duration timeout) {
        new Fence(context, what, procs, collect, timeout).run(CollectiveBound.own(timeout));
    }

    public CompletableFuture<Void> fenceAsync(String what, List<ProcId> procs, boolean collect, Duration timeout) {
        return new Fence(context, what, procs, collect, timeout).submit(CollectiveBound.own(timeout));
    }

    private static final class Fence extends Action {
        private final List<ProcId> procs;
        private final boolean collect;
        private final long seconds;

        Fence(Context context, String what, List<ProcId> procs, boolean collect, Duration timeout) {
            super(context, what);
            this.procs = procs;
            this.collect = collect;
            this.seconds = CollectiveBound.seconds(timeout);
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            Infos infos = Infos.allocate(memory, 2).timeout(memory, seconds);
            if (collect) {
                infos.flag(memory, PMIxConstants.PMIX_COLLECT_DATA());
            }
            return Native.fence(Marshal.procs(memory, procs), procs.size(), infos, cbdata);
        }

        @Override
        void check(int status) {
            if (status == Status.INVALID_ARG) {
                throw new PmixException(
                        what + " failed: the participants differ in whether they collect data (PMIX_COLLECT_DATA)",
                        new PmixStatus(status));
            }
            CollectiveBound.check(what, status, seconds);
        }
    }

    // --- get ---------------------------------------------------------------------------------------------------

    /** The native {@code {PMIX_OPTIONAL=true}}, made once. */
    private static final class Optional {
        static final MemorySegment INFO = Infos.allocate(Arena.global(), 1)
                .flag(Arena.global(), PMIxConstants.PMIX_OPTIONAL())
                .segment();
    }

    public PmixValue get(ProcId proc, String key, Duration timeout) {
        context.session.refuseOnProgressThread("get");
        PmixValue local = getLocal(proc, key);
        return local != null
                ? local
                : Objects.requireNonNull(
                        new Get<>(context, proc, key, timeout, Function.identity()).run(Operation.toNanos(timeout)));
    }

    public <T> CompletableFuture<T> getAsync(
            ProcId proc, String key, Duration timeout, Function<PmixValue, T> conversion) {
        return new Get<>(context, proc, key, timeout, conversion).submit(Operation.toNanos(timeout));
    }

    /** What is known in this process; asks nobody and never waits. Null if it is not known here. */
    @Nullable
    PmixValue getLocal(ProcId proc, String key) {
        Session session = context.session;
        session.enter("get");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(ValueLayout.ADDRESS);
            int status = Native.getLocal(Marshal.proc(arena, proc), arena.allocateFrom(key), Optional.INFO, result);
            if (status != Status.SUCCESS) {
                return null;
            }
            MemorySegment value = result.get(ValueLayout.ADDRESS, 0);
            try {
                return ValueCodec.read(value.reinterpret(pmix_value.sizeof()));
            } finally {
                Native.freeValue(value);
            }
        } finally {
            session.exit();
        }
    }

    // An unknown namespace is never answered, timeout or not: our own bound is the one that counts.
    private static final class Get<T> extends Operation<T> {
        private final ProcId proc;
        private final String key;
        private final Duration timeout;
        private final Function<PmixValue, T> conversion;

        Get(Context context, ProcId proc, String key, Duration timeout, Function<PmixValue, T> conversion) {
            super(context, "get of " + key + " of " + proc);
            this.proc = proc;
            this.key = key;
            this.timeout = timeout;
            this.conversion = conversion;
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Native.get(
                    Marshal.proc(memory, proc),
                    memory.allocateFrom(key),
                    Infos.allocate(memory, 1).timeout(memory, CollectiveBound.seconds(timeout)),
                    cbdata);
        }

        @Override
        T decode(int status, MemorySegment value, long count) {
            CollectiveBound.check(what, status, CollectiveBound.seconds(timeout));
            if (count == 0) {
                throw Status.failure(what, Status.NOT_FOUND);
            }
            return conversion.apply(ValueCodec.read(value.reinterpret(pmix_value.sizeof())));
        }
    }
}
