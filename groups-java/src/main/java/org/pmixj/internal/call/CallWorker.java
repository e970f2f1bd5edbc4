// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.pmixj.internal.base.DaemonThreads;
import org.pmixj.internal.base.Deadline;

/**
 * Runs calls that wait for the server: those without a non-blocking form (init, commit, abort, finalize), and those of
 * which the start may block ({@link NativeCall#chooseWorker}). If the server does not answer (seen with a stopped one)
 * they never return. One thread runs them in turn, because where one hangs the next would too; the caller waits until
 * its timeout. Gets have a thread of their own: a thousand of them may repeat until a key is there, and would delay the
 * commit of this process, for which others wait.
 */
public final class CallWorker {
    private static final ThreadPoolExecutor EXECUTOR = thread("pmixj-calls");

    /** Loaded with the first get whose start may block. */
    private static final class Gets {
        static final ThreadPoolExecutor EXECUTOR = thread("pmixj-gets");
    }

    private CallWorker() {}

    private static ThreadPoolExecutor thread(String name) {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new DaemonThreads(name));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Runs a call that has its own timeout. */
    static void execute(Runnable call) {
        EXECUTOR.execute(call);
    }

    /** Runs a get that has its own timeout. */
    public static void executeGet(Runnable get) {
        Gets.EXECUTOR.execute(get);
    }

    /** Runs the call, and waits for it; a call that has not started before the timeout is cancelled. */
    public static <T> T run(String what, long nanos, Callable<T> call) {
        Future<T> task = EXECUTOR.submit(call);
        try {
            return Deadline.await(task, what, nanos);
        } finally {
            task.cancel(false);
        }
    }

    /** Runs the call as {@link #run} does, but an interrupt does not end the wait. */
    static <T> T runUninterruptibly(String what, long nanos, Callable<T> call) {
        Future<T> task = EXECUTOR.submit(call);
        boolean interrupted = false;
        long deadline = Deadline.in(nanos);
        try {
            while (true) {
                try {
                    return Deadline.result(task, what, nanos, Deadline.until(deadline));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            task.cancel(false);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
