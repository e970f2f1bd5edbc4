// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.GetOptions;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_value;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.codec.ValueCodec;
import org.pmixj.internal.ffi.Libpmix;

/**
 * {@code PMIx_Get}. What this process knows is read where the caller is; for the rest the server is asked, through an
 * {@link NativeCall}. A namespace the host does not know would never be answered, time-out or not (seen with 7.0.0rc1), so
 * of a foreign one the host is asked first.
 */
public final class GetCall {
    private final Handle handle;

    public GetCall(Handle handle) {
        this.handle = handle;
    }

    /** What this process knows, or null. */
    public @Nullable PmixValue find(ProcId given, String key) {
        handle.session.refuseOnProgressThread("get");
        ProcId proc = resolve(given, key);
        return LocalGet.get(handle.session, proc, key, LocalGet.plain());
    }

    public PmixValue get(ProcId given, String key, GetOptions options, Duration timeout) {
        Session session = handle.session;
        session.refuseOnProgressThread("get");
        ProcId proc = resolve(given, key);
        if (!options.isRefreshCache()) {
            PmixValue local = local(proc, key, options);
            if (local != null) {
                return local;
            }
        }
        if (options.isOptional()) {
            throw StatusCodes.failure(title(proc, key), StatusCodes.NOT_FOUND);
        }
        checkRank(proc, key);
        return Objects.requireNonNull(new Get<>(handle, proc, key, options, isForeign(proc), Function.identity())
                .run(Deadline.toNanos(timeout)));
    }

    public <T> CompletableFuture<T> getAsync(
            ProcId given, String key, GetOptions options, Duration timeout, Function<PmixValue, T> conversion) {
        ProcId proc;
        try {
            proc = resolve(given, key);
        } catch (PmixException e) {
            return PmixFuture.failed(handle.dispatcher, e);
        }
        if (options.isOptional()) {
            return optionalAsync(proc, key, options, conversion);
        }
        try {
            checkRank(proc, key);
        } catch (PmixException e) {
            return PmixFuture.failed(handle.dispatcher, e);
        }
        return new Get<>(handle, proc, key, options, isForeign(proc), conversion).submit(Deadline.toNanos(timeout));
    }

    private <T> CompletableFuture<T> optionalAsync(
            ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        try {
            PmixValue local = local(proc, key, options);
            return local == null
                    ? PmixFuture.failed(handle.dispatcher, StatusCodes.failure(title(proc, key), StatusCodes.NOT_FOUND))
                    : PmixFuture.completed(handle.dispatcher, conversion.apply(local));
        } catch (PmixException | ArithmeticException e) {
            return PmixFuture.failed(handle.dispatcher, e);
        }
    }

    private ProcId resolve(ProcId proc, String key) {
        return handle.session.addresses().isEmpty() ? proc : member(title(proc, key), proc);
    }

    /** The process that a group and a rank in it stand for, or another as it is. */
    public ProcId member(String what, ProcId proc) {
        return handle.session.addresses().resolve(what, proc);
    }

    private @Nullable PmixValue local(ProcId proc, String key, GetOptions options) {
        return LocalGet.get(handle.session, proc, key, options.qualifiers());
    }

    /** A rank that does not exist is waited for as long as the bound allows. */
    private void checkRank(ProcId proc, String key) {
        int size = KnownJobs.of(handle.session).size(handle.session, proc.nspace());
        if (size > 0 && proc.rank() >= size) {
            throw new PmixException.NotFound(
                    title(proc, key) + " failed: its namespace has " + size + " processes",
                    new PmixStatus(StatusCodes.NOT_FOUND));
        }
    }

    private static String title(ProcId proc, String key) {
        return "get of " + key + " of " + proc;
    }

    // --- namespaces --------------------------------------------------------------------------------------------

    /** Not this process's job. */
    private boolean isForeign(ProcId proc) {
        Session session = handle.session;
        return !proc.nspace().equals(session.self().nspace())
                && !session.singleton()
                && Defect.GET_OF_UNKNOWN_NAMESPACE_HANGS.isHere();
    }

    // --- the operation -----------------------------------------------------------------------------------------

    /**
     * While a request for the data of a process is with the server, libpmix sends no other for the same process: every
     * get of it waits for that one, and fails as it fails or if what comes with it does not contain its own key (seen
     * with 7.0.0rc1). So the server is given short time-outs, our own clock keeps the bound, a get behind another has
     * what is known here refreshed first, and one that was answered for another is made again.
     */
    private static final class Get<T> extends NativeCall<T> {
        /** How long a get may be held up by one of what is not there; libpmix counts whole seconds. */
        private static final long SLICE_SECONDS = 1;

        /** Time for those behind to come first. */
        private static final long YIELD_NANOS = 5_000_000;

        private static final int NOT_FOUND_FOR_GOOD = 3;

        private final ProcId proc;
        private final String key;
        private final GetOptions options;
        private final Function<PmixValue, T> conversion;
        private boolean foreign;
        private int notFound;
        private boolean refreshed;
        private boolean behind;

        Get(
                Handle handle,
                ProcId proc,
                String key,
                GetOptions options,
                boolean foreign,
                Function<PmixValue, T> conversion) {
            super(handle, title(proc, key));
            this.foreign = foreign;
            this.proc = proc;
            this.key = key;
            this.options = options;
            this.conversion = conversion;
            if (!options.qualifiers().isEmpty()) {
                MessageSize.check(what, MessageSize.of(options.qualifiers()));
            }
        }

        private boolean wantsRefresh() {
            return options.isRefreshCache() && !refreshed;
        }

        /** A get that waits for the same as this one does it no harm. */
        private static boolean differ(@Nullable Object ahead, Get<?> get) {
            return ahead instanceof Get<?> other
                    && other != get
                    && (!other.key.equals(get.key) || other.options.isImmediate() != get.options.isImmediate());
        }

        // libpmix fetches the fresh data before it returns, and of a foreign namespace the host is asked first.
        @Override
        protected boolean startBlocks() {
            behind = Defect.GETS_SHARE_REQUEST.isHere()
                    && differ(Turns.of(handle().session).gets.putIfAbsent(proc, this), this);
            return behind || foreign || wantsRefresh();
        }

        @Override
        protected void prepare() {
            if (!foreign) {
                return;
            }
            KnownJobs.of(handle().session).require(handle(), what, List.of(proc.nspace()));
            foreign = false;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            InfoArray infos = InfoArray.allocate(memory, options.qualifiers(), 3);
            if (Defect.GETS_SHARE_REQUEST.isHere()) {
                infos.timeout(memory, SLICE_SECONDS);
            }
            if (behind || wantsRefresh()) {
                refreshed = true;
                infos.flag(memory, PMIxConstants.PMIX_GET_REFRESH_CACHE());
            }
            if (options.isImmediate()) {
                infos.flag(memory, behind ? PMIxConstants.PMIX_OPTIONAL() : PMIxConstants.PMIX_IMMEDIATE());
            }
            return Libpmix.get(ProcCodec.proc(memory, proc), memory.allocateFrom(key), infos, cbdata);
        }

        @Override
        protected long again(int status) {
            boolean first = Turns.of(handle().session).gets.remove(proc, this);
            if (options.isImmediate() || !Defect.GETS_SHARE_REQUEST.isHere()) {
                return NOT_AGAIN;
            } else if (isReserved() && !behind) {
                // What the host does not tell of a reserved key it will not tell later.
                return NOT_AGAIN;
            } else if (status == StatusCodes.TIMEOUT) {
                notFound = 0;
                return first ? YIELD_NANOS : 0;
            } else if (status != StatusCodes.NOT_FOUND) {
                return NOT_AGAIN;
            } else if (behind) {
                return 0;
            }
            // Said again to who asks first, it is the server's answer and not that to another get.
            notFound++;
            return notFound < NOT_FOUND_FOR_GOOD ? YIELD_NANOS : NOT_AGAIN;
        }

        private boolean isReserved() {
            return key.startsWith("pmix.");
        }

        @Override
        protected void ended() {
            Turns.of(handle().session).gets.remove(proc, this);
        }

        @Override
        protected T decode(int status, MemorySegment value, long count) {
            if (status == StatusCodes.TIMEOUT && isReserved()) {
                throw new PmixException.NotFound(
                        what
                                + " failed: the host does not tell it of this process; what holds for a whole job is a value"
                                + " of ProcId.all",
                        new PmixStatus(StatusCodes.NOT_FOUND));
            }
            StatusCodes.check(what, status);
            if (count == 0) {
                throw StatusCodes.failure(what, StatusCodes.NOT_FOUND);
            }
            return conversion.apply(ValueCodec.read(value.reinterpret(pmix_value.sizeof())));
        }
    }

    /** Returns whether no get is with the server. For tests. */
    public static boolean isIdle(Session session) {
        return Turns.of(session).gets.isEmpty();
    }

    /** For each process the get of its data that is with the server. */
    private static final class Turns implements SessionPart {
        private static final SessionPart.Slot<Turns> SLOT = new SessionPart.Slot<>(12) {
            @Override
            protected Turns create(Session session) {
                return new Turns();
            }
        };

        final ConcurrentHashMap<ProcId, Object> gets = new ConcurrentHashMap<>();

        static Turns of(Session session) {
            return session.part(SLOT);
        }
    }
}
