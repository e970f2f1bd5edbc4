// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Log;

/**
 * Runs all user code. Each task has a virtual thread, so that a task that blocks, even in a PMIx operation, delays no
 * other. That thread, never the progress thread, calls the user's executor.
 */
public final class Dispatcher implements Executor {
    private final @Nullable Executor executor;

    public Dispatcher(@Nullable Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        Thread.ofVirtual().name("pmixj-dispatcher").start(new Task("a task of the application failed", task, executor));
    }

    /** Runs a task of this library, not on the application's executor, which may be blocked. */
    public static void apart(Runnable task) {
        Thread.ofVirtual().name("pmixj-dispatcher").start(new Task("a task of pmixj failed", task, null));
    }

    /** Returns whether tasks share the threads of an executor, and should be short. */
    public boolean isShared() {
        return executor != null;
    }

    private static final class Task implements Runnable {
        private final String failed;
        private final Runnable task;
        private final @Nullable Executor executor;

        Task(String failed, Runnable task, @Nullable Executor executor) {
            this.failed = failed;
            this.task = task;
            this.executor = executor;
        }

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
            Once once = new Once(task);
            try {
                to.execute(once);
            } catch (Throwable e) {
                Log.warning("the session's executor refused a task, which now runs on a virtual thread", e);
                once.run();
            }
        }
    }

    /** Runs a task once: an executor may run it, or keep it for later, and then throw. */
    private static final class Once implements Runnable {
        private final Runnable task;
        private final AtomicBoolean done = new AtomicBoolean();

        Once(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (done.compareAndSet(false, true)) {
                task.run();
            }
        }
    }
}
