// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.Statuses;

/**
 * Knows which changes a handle has under way. Before it is closed, it waits until those that wait for their turn have
 * given it up, and until the end of others is recorded: all other processes wait for that as long as this one lives.
 */
public final class Pending {
    /** For an answer of the host, which may not come. */
    static final Duration ANSWER = Duration.ofSeconds(10);
    /** For the record of a change whose end is not awaited any more. */
    private static final Duration RECORD = Duration.ofSeconds(2);

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    /** The end of a handle waits for several such pauses. */
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(2);

    final Pmix pmix;
    /** Completed when the operations of the handle do not work any more. */
    final CompletableFuture<Void> closed = new CompletableFuture<>();

    private final Queue<CompletableFuture<?>> all = new ConcurrentLinkedQueue<>();
    private volatile boolean ending;

    /** Registers with a handle, whose end then waits for its changes. */
    public Pending(Pmix pmix) {
        this.pmix = pmix;
        pmix.beforeClose(this::end);
    }

    /** Runs a task on a thread of its own. */
    public void start(Runnable task) {
        Thread.ofPlatform().daemon().name("pmixj-elastic").start(task);
    }

    /** Adds a change, or the recording of one, for which the end of the handle waits. */
    void add(CompletableFuture<?> done) {
        all.removeIf(CompletableFuture::isDone);
        all.add(done);
    }

    /**
     * Records something at the host, with as many attempts as it takes: all other processes wait for it as long as this one
     * lives. The first attempt is made on this thread, the others in the background.
     *
     * @param step records it, and returns whether it is recorded; may be called again after a failure
     */
    public void record(String what, BooleanSupplier step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        add(done);
        String failure = attempt(step, done);
        if (!done.isDone()) {
            Log.warning(
                    what + " was not recorded, which is attempted again, because no other change of the DVM's size"
                            + " can follow: " + failure,
                    pmix);
            start(() -> {
                for (long pause = FIRST_PAUSE; !done.isDone(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
                    LockSupport.parkNanos(pause);
                    attempt(step, done);
                }
            });
        }
    }

    /** Returns why it is not recorded, if it is not. */
    private String attempt(BooleanSupplier step, CompletableFuture<Void> done) {
        String failure = "the host does not know it";
        try {
            if (step.getAsBoolean()) {
                done.complete(null);
            }
        } catch (Throwable e) {
            failure = e instanceof PmixException ? String.valueOf(e.getMessage()) : e.toString();
        }
        if (pmix.isClosed()) {
            // The others notice when this process ends.
            done.complete(null);
        }
        return failure;
    }

    /** Throws if no change may start any more. */
    void checkOpen(String what) {
        if (ending) {
            throw closed(what);
        }
    }

    private static PmixException.Closed closed(String what) {
        return new PmixException.Closed(what + ": the session was closed meanwhile", Statuses.ERR_INIT);
    }

    /** Returns what the caller of an operation receives that was under way when the handle was closed. */
    public Throwable orClosed(String what, Throwable failure) {
        // The failure of a stage is wrapped.
        @Nullable Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof IllegalStateException && pmix.isClosed()
                ? closed(what).initCause(cause)
                : failure;
    }

    private void end() {
        ending = true;
        try {
            if (!haveEnded(ANSWER)) {
                closed.complete(null);
                // Others wait for the record that the change has failed, as long as this process lives.
                if (!haveEnded(RECORD)) {
                    Log.warning(
                            "close: a change of the DVM's size goes on, so that no other process can change it", pmix);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed.complete(null);
        }
    }

    private boolean haveEnded(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            // A change that is withdrawn adds the record of this.
            while (!all.stream().allMatch(CompletableFuture::isDone)) {
                CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]))
                        .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        }
    }
}
