// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits for what another process or thread causes. Every wait fails after {@link #LIMIT}. */
public final class Await {
    /**
     * The limit of every wait, and the timeout of most requests. It is generous, because a busy machine is slow; a mutant
     * has less, since what it breaks is often waited for.
     */
    public static final Duration LIMIT = Duration.ofSeconds(Integer.getInteger("pmixj.it.limit", 60));

    private static final long POLL_MILLIS = 1;

    private Await() {}

    /**
     * Waits until a condition holds.
     *
     * @param what the condition in words, for the message of the failure
     */
    public static void until(String what, BooleanSupplier condition) throws InterruptedException {
        if (!until(LIMIT, condition)) {
            throw new AssertionError("after " + LIMIT.toSeconds() + " s still not: " + what);
        }
    }

    /** Waits until a condition holds, and returns false if it does not within a limit. */
    public static boolean until(Duration limit, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }

    /** Returns the next element of a queue. */
    public static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("after " + LIMIT.toSeconds() + " s nothing has arrived");
        }
        return next;
    }

    /** Checks that nothing arrives for a while. A machine that is too busy for this wait hides a fault, and makes none. */
    public static void nothing(BlockingQueue<?> queue) throws InterruptedException {
        Object next = queue.poll(200, TimeUnit.MILLISECONDS);
        if (next != null) {
            throw new AssertionError("something has arrived: " + next);
        }
    }

    /** Returns the result of a future. */
    public static <T> T result(Future<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** A wait that an interrupt may end. */
    public interface Wait {
        void run() throws InterruptedException;
    }

    /** Waits in a task that cannot throw. If an interrupt ends the wait, the thread stays interrupted. */
    public static void awaitOrInterrupt(Wait wait) {
        try {
            wait.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until a latch is open. */
    public static void open(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("after " + LIMIT.toSeconds() + " s the latch is still closed");
        }
    }
}
