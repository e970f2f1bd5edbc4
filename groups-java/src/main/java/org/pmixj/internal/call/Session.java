// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.Waits;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.NativeCallback;
import org.pmixj.internal.ffi.OpenMpi;
import org.pmixj.internal.ffi.Upcalls;

/**
 * The one native PMIx session of this process. It is initialised by the first user and finalized by the last; native
 * init and finalize are never cycled under a live user.
 */
public final class Session {

    /** Held while the session begins or ends, and while the application initialises what has to come before it. */
    private static final ReentrantLock LOCK = new ReentrantLock();

    private static volatile @Nullable Session current;
    private static int users;
    private static boolean hadSession;
    /** Changes whenever libpmix has been finalized: what is known of one generation says nothing of the next. */
    private static final AtomicInteger GENERATION = new AtomicInteger();

    private static volatile SessionPart.@Nullable Slot<? extends AddressBook> addressBook;

    /** What libpmix is to be initialised with. Equal to another that comes to the same. */
    public interface Initial {
        /** Writes the infos of {@code PMIx_Init}. */
        InfoArray write(Arena memory);
    }

    /** Set in {@link #gate} once no native call may begin any more. */
    private static final int CLOSED = 1 << 30;

    /** How long close waits for native calls under way on other threads; none of them waits for another process. */
    private static final long DRAIN_NANOS = 10_000_000_000L;

    /** libpmix itself waits 10 s for a server that does not answer. */
    private static final long FINALIZE_NANOS = 15_000_000_000L;

    private final ProcId self;
    private final boolean singleton;
    public final Timers timers = new Timers();

    /** More than there are. */
    static final int PARTS = 16;

    private final AtomicReferenceArray<@Nullable SessionPart> parts = new AtomicReferenceArray<>(PARTS);

    /** Another library had initialised PMIx before. */
    public volatile boolean joins;
    /** True if this process had an earlier session. */
    public volatile boolean follows;

    /** What libpmix was initialised with; until that is known elsewhere. */
    private @Nullable Initial initial;

    // The number of native calls under way, and the CLOSED bit.
    private final AtomicInteger gate = new AtomicInteger();

    private Session(ProcId self, boolean singleton) {
        this.self = self;
        this.singleton = singleton;
    }

    /**
     * Joins the session, or begins it. Balanced by {@link #release}.
     *
     * @param withoutMpi whether MPI is not going to be initialised in this process, though its library may be there
     * @param model what a session that begins is to be initialised with; see {@link #begunWith}
     * @param before what has to be initialised before, or null
     */
    public static Session acquire(
            Duration timeout, boolean withoutMpi, @Nullable Initial model, @Nullable Runnable before) {
        Deadline deadline = Deadline.of("waiting for a thread that begins or ends the session", timeout);
        Waits.lock(LOCK, deadline.what(), deadline.nanos());
        try {
            if (before != null) {
                refuseBegun();
                before.run();
            }
            Session session = current;
            if (session == null) {
                Libpmix.load();
                boolean joins = Libpmix.isInitialized();
                if (!withoutMpi && !joins) {
                    refuseBeforeMpi();
                }
                session = begin(before == null ? deadline.left() : deadline.nanos(), model);
                session.joins = joins;
                session.follows = hadSession;
                hadSession = true;
                current = session;
                Log.prefix(session.self + ": ");
            }
            users++;
            return session;
        } finally {
            LOCK.unlock();
        }
    }

    /** Throws if there is a session, or another library is in PMIx and MPI is not. */
    private static void refuseBegun() {
        Libpmix.load();
        if (current != null || (Libpmix.isInitialized() && OpenMpi.initialized() == null)) {
            throw new IllegalStateException(
                    "beforePmix: " + (current != null ? "this process" : "a library of this process")
                            + " has initialised PMIx already");
        }
    }

    private static void refuseBeforeMpi() {
        String library = OpenMpi.uninitialized();
        if (library != null) {
            throw new IllegalStateException("PMIx_Init before MPI_Init: Open MPI is in this process (" + library
                    + ") and has not been initialised; MPI_Init would abort the process afterwards. Call it first, best"
                    + " in Pmix.builder().beforePmix(...); if this process never does, say so by"
                    + " Pmix.builder().withoutMpi()");
        }
    }

    private static Session begin(long nanos, @Nullable Initial model) {
        Begin begin = new Begin(model);
        try {
            return CallWorker.run("PMIx_Init", nanos, begin);
        } catch (PmixException.Timeout | PmixException.Interrupted e) {
            Session late = begin.abandon();
            if (late == null) {
                throw e;
            }
            return late;
        }
    }

    /** The native init. Where nobody waits for it any more when it returns, it is undone. */
    private static final class Begin implements Callable<Session> {
        private final @Nullable Initial model;
        private boolean abandoned;
        private @Nullable Session session;

        Begin(@Nullable Initial model) {
            this.model = model;
        }

        @Override
        public Session call() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment proc = pmix_proc.allocate(arena);
                if (!Libpmix.isInitialized()) {
                    GENERATION.incrementAndGet();
                }
                int status = Libpmix.init(proc, model == null ? InfoArray.NONE : model.write(arena));
                // Without a launcher libpmix names us itself and works on its own. It answers the same where the
                // launcher's server is gone, and a rank that takes itself for a job of one is no help.
                boolean singleton = status == StatusCodes.UNREACH && System.getenv("PMIX_NAMESPACE") == null;
                if (status != StatusCodes.SUCCESS && !singleton) {
                    throw StatusCodes.failure("PMIx_Init", status);
                }
                Session made = new Session(self(proc), singleton);
                made.initial = model;
                return keep(made);
            }
        }

        private static ProcId self(MemorySegment proc) {
            try {
                return ProcCodec.readProc(proc);
            } catch (RuntimeException e) {
                Libpmix.finish();
                throw e;
            }
        }

        private synchronized Session keep(Session made) {
            if (abandoned) {
                Libpmix.finish();
            }
            session = made;
            return made;
        }

        /** Nobody waits any more; a session that was made in the same moment is not given up. */
        synchronized @Nullable Session abandon() {
            abandoned = true;
            return session;
        }
    }

    /** Whether libpmix was initialised with a model; asked once, it is not a second time. */
    public synchronized boolean begunWith(Initial model) {
        boolean same = model.equals(initial);
        if (same) {
            initial = null;
        }
        return same;
    }

    /** Returns a part, which is created on first use. */
    @SuppressWarnings("unchecked") // the index is the key's alone
    public <T extends SessionPart> T part(SessionPart.Slot<T> key) {
        SessionPart known = parts.get(key.index);
        return known != null ? (T) known : create(key);
    }

    @SuppressWarnings("unchecked")
    private synchronized <T extends SessionPart> T create(SessionPart.Slot<T> key) {
        SessionPart known = parts.get(key.index);
        if (known == null) {
            known = key.create(this);
            parts.set(key.index, known);
        }
        return (T) known;
    }

    /** Returns a part, or null if nobody has used it. */
    @SuppressWarnings("unchecked")
    public <T extends SessionPart> @Nullable T known(SessionPart.Slot<T> key) {
        return (T) parts.get(key.index);
    }

    /** Returns whether a call may wait for libpmix's progress thread: this is another one, and holds no lock of it. */
    public boolean mayAwaitProgress() {
        if (Upcalls.onProgressThread()) {
            return false;
        }
        for (int i = 0; i < PARTS; i++) {
            SessionPart part = parts.get(i);
            if (part != null && part.blocksProgress()) {
                return false;
            }
        }
        return true;
    }

    /** A handle was closed. */
    void handleClosed(Handle handle) {
        for (int i = PARTS - 1; i >= 0; i--) {
            SessionPart part = parts.get(i);
            if (part != null) {
                part.handleClosed(handle);
            }
        }
    }

    private void partsLeave() {
        for (int i = 0; i < PARTS; i++) {
            SessionPart part = parts.get(i);
            if (part != null) {
                part.leave();
            }
        }
    }

    private void partsEnd() {
        for (int i = 0; i < PARTS; i++) {
            SessionPart part = parts.get(i);
            if (part != null) {
                part.sessionEnded();
            }
        }
    }

    /** Names the part that translates addresses, for all sessions. */
    public static void useAddressBook(SessionPart.Slot<? extends AddressBook> key) {
        addressBook = key;
    }

    public AddressBook addresses() {
        return part(Objects.requireNonNull(addressBook));
    }

    /** Returns a number that changes whenever libpmix has been finalized. */
    public static int generation() {
        return GENERATION.get();
    }

    public static @Nullable Session current() {
        return current;
    }

    /** Leaves the session; the last one out finalizes it. */
    public void release() {
        LOCK.lock();
        try {
            if (users == 1) {
                try {
                    partsLeave();
                    end();
                } finally {
                    current = null;
                    Log.prefix("");
                    users = 0;
                }
            } else {
                users--;
            }
        } finally {
            LOCK.unlock();
        }
    }

    private void end() {
        int before = gate.getAndAdd(CLOSED);
        long deadline = System.nanoTime() + DRAIN_NANOS;
        for (int busy = before; busy != 0 && System.nanoTime() < deadline; busy = gate.get() & ~CLOSED) {
            LockSupport.parkNanos(100_000);
        }
        for (NativeCallback operation : InFlight.all()) {
            operation.sessionEnded();
        }
        partsEnd();
        timers.stop();
        int busy = gate.get() & ~CLOSED;
        if (busy != 0) {
            Log.warning(busy + " calls of libpmix do not return; PMIx is not finalized");
            return;
        }
        try {
            int status = CallWorker.runUninterruptibly("PMIx_Finalize", FINALIZE_NANOS, new Finish());
            if (status != StatusCodes.SUCCESS && !singleton) {
                Log.warning("PMIx_Finalize: " + new PmixStatus(status));
            }
        } catch (PmixException e) {
            Log.warning(String.valueOf(e.getMessage()));
            return;
        }
        if (!Libpmix.isInitialized()) {
            // A C library may initialise libpmix anew before the next session does.
            GENERATION.incrementAndGet();
        }
        // Not before: what was lent to libpmix stays reachable until it has finalized.
        InFlight.clear();
        Upcalls.forgetProgressThread();
    }

    private static final class Finish implements Callable<Integer> {
        @Override
        public Integer call() {
            return Libpmix.finish();
        }
    }

    public ProcId self() {
        return self;
    }

    public boolean singleton() {
        return singleton;
    }

    /** As {@link StatusCodes#check}; to a process that never had a server, not having one is no lost connection. */
    public void check(String what, int status) {
        if (!StatusCodes.isSuccess(status)) {
            throw failure(what, status);
        }
    }

    /** As {@link StatusCodes#failure}, with the same exception. */
    public PmixException failure(String what, int status) {
        return singleton && status == StatusCodes.UNREACH
                ? new PmixException.NotSupported(
                        what + ": this process was started without a launcher and has no PMIx server",
                        new PmixStatus(status),
                        null)
                : StatusCodes.failure(what, status);
    }

    public void refuseClosed(String what) {
        if (!isOpen()) {
            throw closed(what);
        }
    }

    private static IllegalStateException closed(String what) {
        return new IllegalStateException(what + ": the PMIx session is closed");
    }

    public boolean isOpen() {
        return (gate.get() & CLOSED) == 0;
    }

    /** Returns whether a thread is inside a native call. For tests, which wait until a call has been handed over. */
    public boolean isInNativeCall() {
        return (gate.get() & ~CLOSED) != 0;
    }

    /** Before each native call: refuses it once the session is closed. Balanced by {@link #exit}. */
    public void enter(String what) {
        while (true) {
            int count = gate.get();
            if ((count & CLOSED) != 0) {
                throw closed(what);
            }
            if (gate.compareAndSet(count, count + 1)) {
                return;
            }
        }
    }

    public void exit() {
        gate.decrementAndGet();
    }

    /** libpmix answers a blocking call on its own thread with an error, older ones with a deadlock. */
    public void refuseOnProgressThread(String what) {
        if (Upcalls.onProgressThread()) {
            throw new IllegalStateException(what + " would block libpmix's progress thread; use the Async form");
        }
    }
}
