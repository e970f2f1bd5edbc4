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
 * Implements {@code PMIx_Get}. Values that this process knows are read on the caller's thread; a {@link NativeCall} gets
 * others from the server. A get from an unknown namespace is never answered, even with a timeout (seen with 7.0.0rc1), so
 * a foreign namespace is looked up with the host first.
 */
public final class GetCall {
    private final Handle handle;

    public GetCall(Handle handle) {
        this.handle = handle;
    }

    /** Returns the value if this process knows it, or null. */
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

    /** Returns the process at an address in a group; other processes unchanged. */
    public ProcId member(String what, ProcId proc) {
        return handle.session.addresses().resolve(what, proc);
    }

    private @Nullable PmixValue local(ProcId proc, String key, GetOptions options) {
        return LocalGet.get(handle.session, proc, key, options.qualifiers());
    }

    /** Refuses a rank that does not exist, for which libpmix would wait until the timeout. */
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

    /** Returns whether the host must be asked first: the process is in another job. */
    private boolean isForeign(ProcId proc) {
        Session session = handle.session;
        return !proc.nspace().equals(session.self().nspace())
                && !session.singleton()
                && Defect.GET_OF_UNKNOWN_NAMESPACE_HANGS.isHere();
    }

    // --- the operation -----------------------------------------------------------------------------------------

    /**
     * Gets one key of one process. While the server has a request for the data of a process, libpmix sends no other for
     * that process: a later get waits for the first answer, and fails if that is a failure or lacks its key (seen with
     * 7.0.0rc1). So the server is given short timeouts, a timer here keeps the caller's, a get behind another refreshes
     * the local data first, and a get that was answered for another is repeated.
     */
    private static final class Get<T> extends NativeCall<T> {
        /** How long a get of a missing key may delay others; libpmix counts whole seconds. */
        private static final long SLICE_SECONDS = 1;

        /** Time for waiting gets to go first. */
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

        /** Returns whether another get is ahead that waits for another key, and so may delay this one. */
        private static boolean differ(@Nullable Object ahead, Get<?> get) {
            return ahead instanceof Get<?> other
                    && other != get
                    && (!other.key.equals(get.key) || other.options.isImmediate() != get.options.isImmediate());
        }

        // libpmix fetches fresh data before it returns, and the host is asked about a foreign namespace first.
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
                // A reserved key that the host does not provide now is not provided later.
                return NOT_AGAIN;
            } else if (status == StatusCodes.TIMEOUT) {
                notFound = 0;
                return first ? YIELD_NANOS : 0;
            } else if (status != StatusCodes.NOT_FOUND) {
                return NOT_AGAIN;
            } else if (behind) {
                return 0;
            }
            // The first get repeats: NOT_FOUND again is the answer of the server, not the one to another get.
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
                                + " failed: the host does not provide it for this process; get a value of the whole job from"
                                + " ProcId.all",
                        new PmixStatus(StatusCodes.NOT_FOUND));
            }
            StatusCodes.check(what, status);
            if (count == 0) {
                throw StatusCodes.failure(what, StatusCodes.NOT_FOUND);
            }
            return conversion.apply(ValueCodec.read(value.reinterpret(pmix_value.sizeof())));
        }
    }

    /** Returns whether no get waits for the server. For tests. */
    public static boolean isIdle(Session session) {
        return Turns.of(session).gets.isEmpty();
    }

    /** Keeps for each process the get that waits for the server. */
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
