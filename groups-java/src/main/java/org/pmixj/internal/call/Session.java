// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.NativeCallback;
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

    private final SessionParts parts = new SessionParts(this);

    /** Another library had initialised PMIx before. */
    public final boolean joins;
    /** True if this process had an earlier session. */
    public volatile boolean follows;

    /** What libpmix was initialised with; until that is known elsewhere. */
    private @Nullable Initial initial;

    // The number of native calls under way, and the CLOSED bit.
    private final AtomicInteger gate = new AtomicInteger();

    Session(ProcId self, boolean singleton, boolean joins, @Nullable Initial initial) {
        this.self = self;
        this.singleton = singleton;
        this.joins = joins;
        this.initial = initial;
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
        Deadline.lock(LOCK, deadline.what(), deadline.nanos());
        try {
            if (before != null) {
                SessionStart.refuseBegun();
                before.run();
            }
            Session session = current;
            if (session == null) {
                Libpmix.load();
                boolean joins = Libpmix.isInitialized();
                if (!withoutMpi && !joins) {
                    SessionStart.refuseBeforeMpi();
                }
                session = SessionStart.begin(before == null ? deadline.left() : deadline.nanos(), joins, model);
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

    /** Whether libpmix was initialised with a model; asked once, it is not a second time. */
    public synchronized boolean begunWith(Initial model) {
        boolean same = model.equals(initial);
        if (same) {
            initial = null;
        }
        return same;
    }

    /** Returns a part, which is created on first use. */
    public <T extends SessionPart> T part(SessionPart.Slot<T> slot) {
        return parts.get(slot);
    }

    /** Returns a part, or null if nobody has used it. */
    public <T extends SessionPart> @Nullable T known(SessionPart.Slot<T> slot) {
        return parts.known(slot);
    }

    /** Returns whether a call may wait for libpmix's progress thread: this is another one, and holds no lock of it. */
    public boolean mayAwaitProgress() {
        return !Upcalls.onProgressThread() && !parts.blockProgress();
    }

    void handleClosed(Handle handle) {
        parts.handleClosed(handle);
    }

    /** Names the part that translates addresses, for all sessions. */
    public static void useAddressBook(SessionPart.Slot<? extends AddressBook> key) {
        addressBook = key;
    }

    public AddressBook addresses() {
        return part(Objects.requireNonNull(addressBook));
    }

    static void nextGeneration() {
        GENERATION.incrementAndGet();
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
                    parts.leave();
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
        long deadline = Deadline.in(DRAIN_NANOS);
        for (int busy = before; busy != 0 && Deadline.until(deadline) > 0; busy = gate.get() & ~CLOSED) {
            LockSupport.parkNanos(100_000);
        }
        for (NativeCallback operation : InFlight.all()) {
            operation.sessionEnded();
        }
        parts.sessionEnded();
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
            nextGeneration();
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
