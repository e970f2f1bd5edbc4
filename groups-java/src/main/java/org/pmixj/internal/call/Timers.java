// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.pmixj.internal.base.DaemonThreads;

/** Runs the timers of asynchronous calls, on one daemon thread that starts with the first timer. */
public final class Timers {
    private final ScheduledThreadPoolExecutor executor;

    Timers() {
        executor = new ScheduledThreadPoolExecutor(1, new DaemonThreads("pmixj-timers"));
        // Most timers are cancelled, and must not stay in the queue until they would expire.
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    public Future<?> schedule(Runnable task, long nanos) {
        return executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Runs a task after a delay, unless the session ends before. */
    public void later(long nanos, Runnable task) {
        try {
            Future<?> _ = schedule(task, nanos);
        } catch (RejectedExecutionException e) {
            // The session ends.
        }
    }

    public int size() {
        return executor.getQueue().size();
    }

    void stop() {
        executor.shutdownNow();
    }
}
