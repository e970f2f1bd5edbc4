// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.TaskSigns;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.OpenMpi;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.trace.Trace;

/** Counts the users of the session. The first one initialises libpmix, the last one finalizes it. */
public final class SessionUsers {
    /** Held while the session starts or ends, and while {@code beforePmix} of the application runs. */
    private static final ReentrantLock LOCK = new ReentrantLock();

    private static int users;
    private static boolean hadSession;

    private SessionUsers() {}

    /**
     * Joins the session, or starts it. Each call needs a {@link #release}.
     *
     * @param withoutMpi whether this process will not initialise MPI, even if its library is loaded
     * @param allowSingleton whether this process may be one of several tasks that a launcher started without PMIx
     * @param model the infos to initialise libpmix with; see {@link Session#consumeIfBegunWith}
     * @param before runs before libpmix is initialised, or null
     */
    public static Session acquire(
            Duration timeout,
            boolean withoutMpi,
            boolean allowSingleton,
            Session.@Nullable InitInfos model,
            @Nullable Runnable before) {
        Deadline deadline = Deadline.of("waiting for a thread that starts or ends the session", timeout);
        Deadline.lock(LOCK, deadline.what(), deadline.nanos());
        try {
            if (before != null) {
                refuseBegun();
                before.run();
            }
            Session session = Session.current();
            if (session == null) {
                Libpmix.load();
                session = begin(before == null ? deadline.left() : deadline.nanos(), withoutMpi, allowSingleton, model);
                session.follows = hadSession;
                hadSession = true;
                Session.current(session);
                ForgottenClose.install(session);
                Log.prefix(session.self() + ": ");
            }
            users++;
            return session;
        } finally {
            LOCK.unlock();
        }
    }

    /** Closes a handle; the last one finalizes libpmix. */
    public static void release(Handle handle) {
        LOCK.lock();
        try {
            if (users == 1) {
                // First, so that who learns of it by an exception finds it closing.
                ForgottenClose.uninstall();
                handle.session.isLast = true;
            }
            handle.close();
            if (users == 1) {
                try {
                    handle.session.leaveAndEnd();
                } finally {
                    Session.current(null);
                    Log.flush();
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

    /** Returns whether somebody closes the last handle, or the JVM ends; true for a singleton. */
    public static boolean isClosing(Session session) {
        return !ForgottenClose.awaits(session);
    }

    /** Throws if there is a session, or if a library other than Open MPI has initialised PMIx. */
    private static void refuseBegun() {
        Libpmix.load();
        if (Session.current() != null || (Libpmix.isInitialized() && OpenMpi.initialized() == null)) {
            throw new IllegalStateException(
                    "beforePmix: " + (Session.current() != null ? "this process" : "a library of this process")
                            + " has initialised PMIx already");
        }
    }

    private static Session begin(
            long nanos, boolean withoutMpi, boolean allowSingleton, Session.@Nullable InitInfos model) {
        Trace.start();
        Start start = new Start(withoutMpi, allowSingleton, model);
        try {
            return CallWorker.run("PMIx_Init", nanos, start);
        } catch (PmixException.Timeout | PmixException.Interrupted e) {
            Session late = start.abandon();
            if (late == null) {
                throw e;
            }
            return late;
        }
    }

    /** Initialises libpmix for a session; finalizes it again if nobody waits for the session any more. */
    private static final class Start implements Callable<Session> {
        private final boolean withoutMpi;
        private final boolean allowSingleton;
        private final Session.@Nullable InitInfos model;
        private boolean abandoned;
        private @Nullable Session session;

        private Start(boolean withoutMpi, boolean allowSingleton, Session.@Nullable InitInfos model) {
            this.withoutMpi = withoutMpi;
            this.allowSingleton = allowSingleton;
            this.model = model;
        }

        private static void refuseBeforeMpi() {
            String library = OpenMpi.uninitialized();
            if (library != null) {
                throw new IllegalStateException("PMIx_Init before MPI_Init: Open MPI is in this process (" + library
                        + ") and is not initialised; MPI_Init would abort the process afterwards. Call MPI_Init first, best"
                        + " in Pmix.builder().beforePmix(...), or use Pmix.builder().withoutMpi() if this process never"
                        + " calls it");
            }
        }

        @Override
        public Session call() {
            // Asked on the worker thread: a start that was given up may still be ahead of this one in its queue, and
            // finalizes libpmix when it ends.
            boolean joins = Libpmix.isInitialized();
            if (!withoutMpi && !joins) {
                refuseBeforeMpi();
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment proc = pmix_proc.allocate(arena);
                if (!joins || Upcalls.hasProgressThreadEnded()) {
                    Session.nextGeneration();
                    Upcalls.forgetProgressThread();
                }
                int status = Libpmix.init(proc, model == null ? InfoArray.NONE : model.write(arena));
                // Without a launcher libpmix names this process itself, and works alone. The status is the same if the
                // launcher's server has ended, but then a rank must not go on as a job of its own. If this
                // joins a libpmix that works alone, the status is a success.
                boolean alone = status == StatusCodes.UNREACH
                        || (status == StatusCodes.SUCCESS && joins && !Libpmix.isConnected());
                boolean singleton = alone && System.getenv("PMIX_NAMESPACE") == null;
                if (status != StatusCodes.SUCCESS && !singleton) {
                    throw StatusCodes.failure("PMIx_Init", status);
                }
                if (singleton && !allowSingleton) {
                    refuseOneOfSeveral();
                }
                return keep(new Session(self(proc), singleton, joins, model));
            }
        }

        private static void refuseOneOfSeveral() {
            String launch = TaskSigns.find(System::getenv);
            if (launch != null) {
                Libpmix.finish();
                throw new PmixException.NotSupported(
                        "PMIx_Init: " + launch + ". If each task is meant to be a job of its own, of size 1, use"
                                + " Pmix.builder().allowSingleton()",
                        new PmixStatus(StatusCodes.UNREACH),
                        null);
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

        private synchronized Session keep(Session created) {
            if (abandoned) {
                Libpmix.finish();
            }
            session = created;
            return created;
        }

        /** Gives the start up. Returns the session if it was created just before. */
        synchronized @Nullable Session abandon() {
            abandoned = true;
            return session;
        }
    }
}
