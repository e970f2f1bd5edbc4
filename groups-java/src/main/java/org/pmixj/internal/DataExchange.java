// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ffi.PMIxConstants;

/** put, commit, fence and abort. */
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
            if (!procs.isEmpty()) {
                MessageSize.check(what, MessageSize.ofProcs(procs));
            }
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            Infos infos = Infos.allocate(memory, 2).timeout(memory, seconds);
            if (collect) {
                infos.flag(memory, PMIxConstants.PMIX_COLLECT_DATA());
            }
            List<ProcId> participants = context().session.translate(procs);
            return Native.fence(Marshal.procs(memory, participants), participants.size(), infos, cbdata);
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
}
