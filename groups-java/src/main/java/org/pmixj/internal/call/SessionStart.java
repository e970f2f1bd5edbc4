// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.OpenMpi;

/** Initialises libpmix for a session. If nobody waits for it any more when it returns, it is finalized again. */
final class SessionStart implements Callable<Session> {
    private final boolean joins;
    private final Session.@Nullable Initial model;
    private boolean abandoned;
    private @Nullable Session session;

    private SessionStart(boolean joins, Session.@Nullable Initial model) {
        this.joins = joins;
        this.model = model;
    }

    /** Throws if there is a session, or another library is in PMIx and MPI is not. */
    static void refuseBegun() {
        Libpmix.load();
        if (Session.current() != null || (Libpmix.isInitialized() && OpenMpi.initialized() == null)) {
            throw new IllegalStateException(
                    "beforePmix: " + (Session.current() != null ? "this process" : "a library of this process")
                            + " has initialised PMIx already");
        }
    }

    static void refuseBeforeMpi() {
        String library = OpenMpi.uninitialized();
        if (library != null) {
            throw new IllegalStateException("PMIx_Init before MPI_Init: Open MPI is in this process (" + library
                    + ") and has not been initialised; MPI_Init would abort the process afterwards. Call it first, best"
                    + " in Pmix.builder().beforePmix(...); if this process never does, say so by"
                    + " Pmix.builder().withoutMpi()");
        }
    }

    /** Initialises libpmix; throws if that takes too long. */
    static Session begin(long nanos, boolean joins, Session.@Nullable Initial model) {
        SessionStart begin = new SessionStart(joins, model);
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

    @Override
    public Session call() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment proc = pmix_proc.allocate(arena);
            if (!Libpmix.isInitialized()) {
                Session.nextGeneration();
            }
            int status = Libpmix.init(proc, model == null ? InfoArray.NONE : model.write(arena));
            // Without a launcher libpmix names us itself and works on its own. It answers the same where the
            // launcher's server is gone, and a rank that takes itself for a job of one is no help.
            boolean singleton = status == StatusCodes.UNREACH && System.getenv("PMIX_NAMESPACE") == null;
            if (status != StatusCodes.SUCCESS && !singleton) {
                throw StatusCodes.failure("PMIx_Init", status);
            }
            Session made = new Session(self(proc), singleton, joins, model);
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
