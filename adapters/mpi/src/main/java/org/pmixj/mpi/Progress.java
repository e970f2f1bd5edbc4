// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runs the thread that asks MPI for the requests which have a future, from the first one until finalize. */
final class Progress {
    private static final long SHORTEST = 20_000;
    private static final long LONGEST = 1_000_000;
    private static final int SPINS = 100;

    private record Entry(Request request, CompletableFuture<Status> future) {}

    private static final ConcurrentLinkedQueue<Entry> ADDED = new ConcurrentLinkedQueue<>();
    private static @Nullable Thread thread;

    private Progress() {}

    static void add(Request request, CompletableFuture<Status> future) {
        ADDED.add(new Entry(request, future));
        LockSupport.unpark(started());
    }

    private static synchronized Thread started() {
        Thread result = thread;
        if (result == null) {
            result = Thread.ofPlatform().name("pmixj-mpi-progress").daemon().unstarted(Progress::run);
            thread = result;
            result.start();
        }
        return result;
    }

    /** Ends the thread. The requests that it has asked for stay. */
    static void stop() {
        Thread running;
        synchronized (Progress.class) {
            running = thread;
            thread = null;
        }
        if (running == null) {
            return;
        }
        boolean interrupted = false;
        while (running.isAlive()) {
            LockSupport.unpark(running);
            try {
                running.join(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Goes on after {@link #stop}. */
    static void goOn() {
        if (!ADDED.isEmpty()) {
            LockSupport.unpark(started());
        }
    }

    /** Completes the futures of requests that MPI will not complete any more. */
    static void fail() {
        for (Entry each = ADDED.poll(); each != null; each = ADDED.poll()) {
            Request request = each.request;
            CompletableFuture<Status> _ = each.future.completeAsync(() -> {
                throw new IllegalStateException(request + " was not complete when MPI was finalized");
            });
        }
    }

    private static synchronized boolean isCurrent() {
        return Thread.currentThread().equals(thread);
    }

    private static void run() {
        List<Entry> entries = new ArrayList<>();
        long idle = 0;
        while (isCurrent()) {
            for (Entry added = ADDED.poll(); added != null; added = ADDED.poll()) {
                entries.add(added);
                idle = 0;
            }
            if (entries.removeIf(each -> each.request.progress(each.future))) {
                idle = 0;
            }
            if (entries.isEmpty()) {
                LockSupport.park();
            } else if (idle++ < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(Math.min(LONGEST, SHORTEST * (idle - SPINS)));
            }
        }
        ADDED.addAll(entries);
    }
}
