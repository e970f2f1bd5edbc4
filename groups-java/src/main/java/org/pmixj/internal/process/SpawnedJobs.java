// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.process.Termination;

/** The jobs this process has started and whose end it has not heard of. */
public final class SpawnedJobs implements SessionPart {
    private static final SessionPart.Slot<SpawnedJobs> SLOT = new SessionPart.Slot<>(4) {
        @Override
        protected SpawnedJobs create(Session session) {
            return new SpawnedJobs();
        }
    };

    /** Returns the one of a session. */
    public static SpawnedJobs of(Session session) {
        return session.part(SLOT);
    }

    private record Running(CompletableFuture<Termination> end, Dispatcher dispatcher) {}

    private final Map<String, Running> running = new HashMap<>();
    // A short job may end before the answer to its spawn is here.
    private final Map<String, Termination> early = new HashMap<>();
    private int spawning;

    /** A spawn begins. Balanced by {@link #answered}. */
    synchronized void begin() {
        spawning++;
    }

    /** The spawn was answered, one way or the other. */
    synchronized void answered() {
        spawning--;
        if (spawning == 0) {
            early.clear();
        }
    }

    /** A job of this process's, whose future is completed on the dispatcher. */
    synchronized CompletableFuture<Termination> started(String nspace, Dispatcher dispatcher) {
        Termination known = early.remove(nspace);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        CompletableFuture<Termination> end = new CompletableFuture<>();
        running.put(nspace, new Running(end, dispatcher));
        return end;
    }

    /** {@code PMIX_EVENT_JOB_END}, on the progress thread. */
    public void ended(ReceivedEvent event) {
        if (event.affected.isEmpty()) {
            return;
        }
        PmixValue status = event.find(EventKeys.JOB_TERM_STATUS);
        PmixValue exit = event.find(EventKeys.EXIT_CODE);
        ProcId who = event.affected.getFirst();
        Termination end = new Termination(
                status instanceof PmixValue.Status given ? given.value() : PmixStatus.SUCCESS,
                exit instanceof PmixValue.Int number ? (int) number.value() : 0,
                who.isWildcard() ? null : who);
        Running job = take(who.nspace(), end);
        if (job != null) {
            job.dispatcher.execute(new End(job.end, end));
        }
    }

    private synchronized @Nullable Running take(String nspace, Termination end) {
        Running job = running.remove(nspace);
        if (job == null && spawning > 0) {
            early.put(nspace, end);
        }
        return job;
    }

    /** The session ends: nothing will be heard any more. */
    @Override
    public void sessionEnded() {
        List<Running> jobs;
        synchronized (this) {
            jobs = new ArrayList<>(running.values());
            running.clear();
        }
        for (Running job : jobs) {
            job.dispatcher.execute(new Lost(job.end));
        }
    }

    private record End(CompletableFuture<Termination> future, Termination end) implements Runnable {
        @Override
        public void run() {
            future.complete(end);
        }
    }

    private record Lost(CompletableFuture<Termination> future) implements Runnable {
        @Override
        public void run() {
            future.completeExceptionally(StatusCodes.closed("waiting for the end of a job"));
        }
    }
}
