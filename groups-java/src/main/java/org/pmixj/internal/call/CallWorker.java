// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import org.pmixj.internal.base.Deadline;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pmixj.internal.base.StatusCodes;

/**
 * Calls that have no non-blocking form and wait for the server: init, commit, abort, finalize. With a server that does
 * not answer they never return (seen with a stopped one), so they are made on a thread of their own, for which the
 * caller waits as long as its bound. One after the other: where one hangs, the next would too.
 */
public final class CallWorker {
    private static final ThreadPoolExecutor EXECUTOR = new ThreadPoolExecutor(
            1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new DaemonThreads("pmixj-calls"));

    static {
        EXECUTOR.allowCoreThreadTimeOut(true);
    }

    private CallWorker() {}

    /** For what bounds itself. */
    static void execute(Runnable call) {
        EXECUTOR.execute(call);
    }

    /** Makes the call; one that has not begun when the bound runs out is not made any more. */
    public static <T> T run(String what, long nanos, Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        EXECUTOR.execute(task);
        try {
            return result(what, nanos, task, nanos);
        } catch (InterruptedException e) {
            task.cancel(false);
            Thread.currentThread().interrupt();
            throw StatusCodes.interrupted(what);
        }
    }

    /** As {@link #run}, but an interrupt waits until the call has ended: for what must not be left undone. */
    static <T> T runUninterruptibly(String what, long nanos, Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        EXECUTOR.execute(task);
        boolean interrupted = false;
        long deadline = Deadline.in(nanos);
        try {
            while (true) {
                try {
                    return result(what, nanos, task, Deadline.until(deadline));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T result(String what, long nanos, FutureTask<T> task, long left) throws InterruptedException {
        try {
            return task.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            task.cancel(false);
            throw StatusCodes.timeout(what, nanos);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                // Its own stack is that of our thread.
                failure.fillInStackTrace();
                throw failure;
            }
            throw new IllegalStateException(what + " failed", e.getCause());
        }
    }
}
