// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.OpenMpi;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.group.Group;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.Waits;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.connect.ConnectionTable;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.data.UncaughtAbort;
import org.pmixj.internal.data.repair.FenceQueue;
import org.pmixj.internal.data.repair.PutSizes;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.exchange.ExchangeBoard;
import org.pmixj.internal.group.invite.InviteTable;
import org.pmixj.internal.group.repair.IdCollisions;
import org.pmixj.internal.model.ModelCodec;
import org.pmixj.internal.model.ModelTable;
import org.pmixj.internal.process.SpawnedJobs;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ProgrammingModel;

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
    /** Where C libraries keep libpmix up from one session to the next. */
    public static volatile Earlier earlier = Earlier.NONE;

    /**
     * What is known of models from sessions before, in which the same libpmix was initialised.
     *
     * @param libraries what C libraries had declared, which libpmix does not tell again
     * @param own what Java had declared, which libpmix may tell again
     */
    public record Earlier(List<DeclaredModel> libraries, Set<ProgrammingModel> own) {
        static final Earlier NONE = new Earlier(List.of(), Set.of());
    }

    /** Set in {@link #gate} once no native call may begin any more. */
    private static final int CLOSED = 1 << 30;

    /** How long close waits for native calls under way on other threads; none of them waits for another process. */
    private static final long DRAIN_NANOS = 10_000_000_000L;

    /** libpmix itself waits 10 s for a server that does not answer. */
    private static final long FINALIZE_NANOS = 15_000_000_000L;

    private final ProcId self;
    private final boolean singleton;
    public final KnownJobs jobs = new KnownJobs();
    public final SpawnedJobs spawned = new SpawnedJobs();
    public final NativeRegistrations events = new NativeRegistrations(this);
    public final Timers timers = new Timers();
    public final InviteTable formations = new InviteTable(this);
    public final GroupTable groups = new GroupTable(timers, formations);
    public final IdCollisions collisions = new IdCollisions(this);
    public final ExchangeBoard board = new ExchangeBoard();
    public final GroupIds groupIds = new GroupIds();
    public final PutSizes putSizes = new PutSizes();
    public final FenceQueue fences = new FenceQueue();
    public final FenceQueue connects = new FenceQueue();
    public final ConnectionTable connections = new ConnectionTable();
    /** For each process the get of its data that is with the server. */
    public final ConcurrentHashMap<ProcId, Object> gets = new ConcurrentHashMap<>();

    /** Another library had initialised PMIx before. */
    public volatile boolean joins;
    /** True if this process had an earlier session. */
    public volatile boolean follows;

    private @Nullable ModelTable models;
    /** What libpmix was initialised with; until that is known elsewhere. */
    private @Nullable ProgrammingModel initial;

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
            Duration timeout, boolean withoutMpi, @Nullable ProgrammingModel model, @Nullable Runnable before) {
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

    private static Session begin(long nanos, @Nullable ProgrammingModel model) {
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
        private final @Nullable ProgrammingModel model;
        private boolean abandoned;
        private @Nullable Session session;

        Begin(@Nullable ProgrammingModel model) {
            this.model = model;
        }

        @Override
        public Session call() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment proc = pmix_proc.allocate(arena);
                if (!earlier.equals(Earlier.NONE) && !Libpmix.isInitialized()) {
                    earlier = Earlier.NONE;
                }
                int status = Libpmix.init(proc, model == null ? InfoArray.NONE : ModelCodec.init(arena, model));
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
    public synchronized boolean begunWith(ProgrammingModel model) {
        boolean same = model.equals(initial);
        if (same) {
            initial = null;
        }
        return same;
    }

    public synchronized ModelTable models() {
        ModelTable known = models;
        if (known == null) {
            known = new ModelTable(this);
            models = known;
        }
        return known;
    }

    /** Null where nobody has anything to do with models. */
    public synchronized @Nullable ModelTable knownModels() {
        return models;
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
                    formations.leave();
                    leaveGroups();
                    ModelTable known = knownModels();
                    if (known != null) {
                        known.leave();
                    }
                    end();
                } finally {
                    UncaughtAbort.uninstall();
                    current = null;
                    users = 0;
                }
            } else {
                users--;
            }
        } finally {
            LOCK.unlock();
        }
    }

    /** A member that goes without leaving would make the next collective of the rest hang. */
    private void leaveGroups() {
        for (Group group : groups.active()) {
            try {
                group.close();
            } catch (PmixException.Timeout | PmixException.LostConnection e) {
                // Nor would the server hear of the others.
                Log.warning("leaving groups: " + e.getMessage());
                return;
            } catch (RuntimeException e) {
                Log.warning("leaving groups: " + e.getMessage());
            }
        }
    }

    private void end() {
        int before = gate.getAndAdd(CLOSED);
        long deadline = System.nanoTime() + DRAIN_NANOS;
        for (int busy = before; busy != 0 && System.nanoTime() < deadline; busy = gate.get() & ~CLOSED) {
            LockSupport.parkNanos(100_000);
        }
        for (NativeCall<?> operation : InFlight.all()) {
            operation.fail(StatusCodes.closed(operation.what));
        }
        spawned.close();
        events.close();
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
            earlier = Earlier.NONE;
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

    /** Without a server libpmix knows no groups: one of this process alone is this process. */
    public List<ProcId> translate(List<ProcId> procs) {
        if (!singleton) {
            return procs;
        }
        List<ProcId> translated = new ArrayList<>(procs);
        for (int i = 0; i < translated.size(); i++) {
            if (groups.isActive(translated.get(i).nspace())) {
                translated.set(i, self);
            }
        }
        return translated;
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
