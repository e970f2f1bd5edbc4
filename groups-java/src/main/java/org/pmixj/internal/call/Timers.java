// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

    /** Runs a task after a delay, unless the session ends before. */
    public void later(long nanos, Runnable task) {
        Future<?> _ = timer(nanos, task);
    }

    /** Starts a timer, which runs a task unless it is cancelled. Returns null if the session is ending. */
    public @Nullable Future<?> timer(long nanos, Runnable task) {
        try {
            return executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Cancels a timer, if there is one. */
    public static void cancel(@Nullable Future<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    public int size() {
        return executor.getQueue().size();
    }

    void stop() {
        executor.shutdownNow();
    }
}
