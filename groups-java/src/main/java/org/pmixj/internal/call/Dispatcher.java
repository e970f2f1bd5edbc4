// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.internal.base.DaemonThreads;
import org.pmixj.internal.base.Log;

/**
 * Runs all user code but inline event handlers. Each task has a thread, so that one that blocks, even in a PMIx
 * operation, or computes delays no other. They are threads of the operating system: virtual ones would wait until one
 * that computes ends. That thread, never the progress thread, calls the user's executor.
 */
public final class Dispatcher implements Executor {
    /** How many tasks of a kind have such a thread at a time. Further ones have a virtual thread. */
    private static final int MOST = 256;

    private static final Executor TASKS = threads("pmixj-dispatcher");

    /** Loaded with the first task of this library. */
    private static final class Own {
        static final Executor TASKS = threads("pmixj-tasks");
    }

    private final @Nullable Executor executor;

    public Dispatcher(@Nullable Executor executor) {
        this.executor = executor;
    }

    private static Executor threads(String name) {
        return new ThreadPoolExecutor(
                0,
                MOST,
                10,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DaemonThreads(name),
                new OnVirtualThread());
    }

    @Override
    public void execute(Runnable task) {
        start(TASKS, new Task("a task of the application failed", task, executor));
    }

    /** Runs a task of this library, not on the application's executor, which may be blocked. */
    public static void apart(Runnable task) {
        start(Own.TASKS, new Task("a task of pmixj failed", task, null));
    }

    /** Runs a task that may fail because this session or its receivers end, and logs that, unless the text is null. */
    public static void apart(@Nullable String failed, Runnable task) {
        apart(new Attempt(failed, task));
    }

    private record Attempt(@Nullable String failed, Runnable task) implements Runnable {
        @Override
        public void run() {
            try {
                task.run();
            } catch (PmixException | IllegalStateException e) {
                if (failed != null) {
                    Log.warning(failed + e.getMessage());
                }
            }
        }
    }

    private static void start(Executor threads, Task task) {
        try {
            threads.execute(task);
        } catch (OutOfMemoryError e) {
            // The operating system gives this process no more threads.
            Thread.ofVirtual().start(task);
        }
    }

    private static final class OnVirtualThread implements RejectedExecutionHandler {
        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor full) {
            Thread.ofVirtual().start(task);
        }
    }

    /** Returns whether tasks share the threads of an executor, and should be short. */
    public boolean hasExecutor() {
        return executor != null;
    }

    private record Task(
            String failed, Runnable task, @Nullable Executor executor) implements Runnable {
        @Override
        public void run() {
            try {
                if (executor == null) {
                    task.run();
                } else {
                    submit(executor);
                }
            } catch (Throwable e) {
                Log.warning(failed, e);
            }
        }

        private void submit(Executor to) {
            Once once = new Once(task, new AtomicBoolean());
            try {
                to.execute(once);
            } catch (Throwable e) {
                Log.warning("the session's executor refused a task, which now runs on a thread of pmixj", e);
                once.run();
            }
        }
    }

    /** Runs a task once: an executor may run it, or keep it for later, and then throw. */
    private record Once(Runnable task, AtomicBoolean done) implements Runnable {
        @Override
        public void run() {
            if (done.compareAndSet(false, true)) {
                task.run();
            }
        }
    }
}
