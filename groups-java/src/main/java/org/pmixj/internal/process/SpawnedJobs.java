// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.process.Termination;

/** Keeps the jobs that this process has started and whose end was not reported yet. */
public final class SpawnedJobs implements SessionPart {
    private static final SessionPart.Slot<SpawnedJobs> SLOT = SessionPart.Slot.of(4, _ -> new SpawnedJobs());

    static SpawnedJobs of(Session session) {
        return session.part(SLOT);
    }

    private record Running(JobEnd end, Dispatcher dispatcher) {}

    private final Map<String, Running> running = new HashMap<>();
    /** Ends of jobs that were reported before the spawn was answered. */
    private final Map<String, Termination> early = new HashMap<>();

    private int unanswered;
    private boolean over;

    /** Records a spawn that starts now; {@link #answered} follows. */
    synchronized void requested() {
        unanswered++;
    }

    /** Records the answer to a spawn, successful or not. */
    synchronized void answered() {
        unanswered--;
        if (unanswered == 0) {
            early.clear();
        }
    }

    /** Adds a job, and returns the future of its end, which the dispatcher completes. */
    synchronized JobEnd started(String nspace, Dispatcher dispatcher) {
        JobEnd end = new JobEnd();
        Termination known = early.remove(nspace);
        if (known != null) {
            end.reported(known);
        } else if (over) {
            end.unreported(closed());
        } else {
            running.put(nspace, new Running(end, dispatcher));
        }
        return end;
    }

    /** Takes an event of {@code PMIX_EVENT_JOB_END} that names a process, on the progress thread. */
    void ended(ReceivedEvent event) {
        PmixValue status = event.find(EventKeys.JOB_TERM_STATUS);
        ProcId who = event.affected.getFirst();
        Termination end = new Termination(
                status instanceof PmixValue.Status given ? given.value() : PmixStatus.SUCCESS,
                event.exitCode().orElse(0),
                who.isWildcard() ? null : who);
        Running job = take(who.nspace(), end);
        if (job != null) {
            job.dispatcher.execute(() -> job.end.reported(end));
        }
    }

    private synchronized @Nullable Running take(String nspace, Termination end) {
        Running job = running.remove(nspace);
        if (job == null && unanswered > 0) {
            early.put(nspace, end);
        }
        return job;
    }

    /** Returns whether the end of a job is still awaited. */
    public synchronized boolean isRunning(String nspace) {
        return running.containsKey(nspace);
    }

    /** Fails the future of a job that has ended without a report. */
    public void lost(String nspace) {
        Running job;
        synchronized (this) {
            job = running.remove(nspace);
        }
        if (job != null) {
            String what = "waiting for the end of job '" + nspace + "'";
            job.dispatcher.execute(() -> job.end.unreported(
                    StatusCodes.notFound(what + ": it has ended, and the host has not reported how")));
        }
    }

    /** Fails all futures: no end will be reported any more. */
    @Override
    public void sessionEnded() {
        List<Running> jobs;
        synchronized (this) {
            over = true;
            jobs = new ArrayList<>(running.values());
            running.clear();
        }
        for (Running job : jobs) {
            job.dispatcher.execute(() -> job.end.unreported(closed()));
        }
    }

    private static PmixException closed() {
        return StatusCodes.closed("waiting for the end of a job");
    }
}
