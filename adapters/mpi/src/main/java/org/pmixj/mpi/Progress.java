// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runs the thread that asks MPI for the requests which have a future, from the first one until finalize. */
final class Progress {
    private static final long SHORTEST = 20_000;
    private static final long LONGEST = 1_000_000;
    private static final int SPINS = 100;

    private static final Queue<Request> WAITING = new ConcurrentLinkedQueue<>();
    /** How often nothing was complete since a request was added or complete. */
    private static final AtomicLong IDLE = new AtomicLong();

    private static volatile @Nullable Thread thread;

    private Progress() {}

    static void add(Request request) {
        WAITING.add(request);
        IDLE.set(0);
        goOn();
    }

    /** Starts the thread or wakes it, if there are requests; also after {@link #stop}. */
    static void goOn() {
        Thread running = thread;
        if (running == null && !WAITING.isEmpty()) {
            synchronized (Progress.class) {
                if (thread == null) {
                    thread = Thread.ofPlatform()
                            .name("pmixj-mpi-progress")
                            .daemon()
                            .start(Progress::run);
                }
            }
        }
        LockSupport.unpark(running);
    }

    /** Ends the thread, which is not in MPI any more then. The requests that it has asked for stay. */
    static synchronized void stop() {
        Thread running = thread;
        thread = null;
        LockSupport.unpark(running);
    }

    /** Completes the futures of requests that MPI will not complete any more. */
    static void fail() {
        for (Request each = WAITING.poll(); each != null; each = WAITING.poll()) {
            each.fail();
        }
    }

    private static void run() {
        while (ask()) {
            long idle = IDLE.incrementAndGet();
            if (WAITING.isEmpty()) {
                LockSupport.park();
            } else if (idle < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(Math.min(LONGEST, SHORTEST * (idle - SPINS)));
            }
        }
    }

    /** Asks for all requests once, and returns whether the thread goes on. */
    private static synchronized boolean ask() {
        boolean goesOn = Thread.currentThread().equals(thread);
        if (goesOn && WAITING.removeIf(Request::progress)) {
            IDLE.set(0);
        }
        return goesOn;
    }
}
