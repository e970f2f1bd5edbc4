// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.pmixj.PmixException;

/**
 * The time until which something may take, shared by the operations it consists of. The static methods convert timeouts
 * and wait; the times they take and return are those of {@link System#nanoTime}, which only this class reads.
 */
public record Deadline(String what, long nanos, long end) {
    /** Starts the time of an operation. */
    public static Deadline of(String what, Duration timeout) {
        long nanos = toNanos(timeout);
        return new Deadline(what, nanos, in(nanos));
    }

    /** Returns the nanoseconds that are left; throws a timeout if there are none. */
    public long left() {
        long left = until(end);
        if (left <= 0) {
            throw StatusCodes.timeout(what, nanos);
        }
        return left;
    }

    public static long now() {
        return System.nanoTime();
    }

    /** Returns the time after some nanoseconds. */
    public static long in(long nanos) {
        return System.nanoTime() + nanos;
    }

    /** Returns the nanoseconds until a time, 0 or less if it is over. */
    public static long until(long time) {
        return time - System.nanoTime();
    }

    public static long since(long time) {
        return System.nanoTime() - time;
    }

    /** Returns what is left until a time, a nanosecond at least. */
    public static Duration durationUntil(long time) {
        return Duration.ofNanos(Math.max(1, until(time)));
    }

    /** Converts a timeout to nanoseconds. A timeout that does not fit becomes the longest, about 146 years. */
    public static long toNanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE / 2;
        }
    }

    /** Converts a timeout to seconds, rounded up, for {@code PMIX_TIMEOUT}, a C int. */
    public static long seconds(Duration timeout) {
        long seconds = timeout.getSeconds();
        if (seconds >= Integer.MAX_VALUE) {
            return Integer.MAX_VALUE;
        }
        return timeout.getNano() == 0 ? seconds : seconds + 1;
    }

    /** Returns how long this process waits for a collective: a second longer than libpmix, which may not end it. */
    public static long collectiveNanos(Duration timeout) {
        return seconds(timeout) * Patience.SECOND + Patience.GRACE;
    }

    /**
     * Returns how long before the end of {@link #collectiveNanos} a process asks who has not called: in the last
     * quarter of the timeout, 2 s at most.
     */
    public static long lastPartNanos(Duration timeout) {
        return Math.min(seconds(timeout) * 250_000_000L, Patience.LAST_PART) + Patience.GRACE;
    }

    /** Throws for a status that is a failure. The message of a timeout names the timeout. */
    public static void checkCollective(String what, int status, long seconds) {
        if (status == StatusCodes.TIMEOUT) {
            throw Absent.UNKNOWN.timeout(timedOut(what, seconds + " s"));
        }
        StatusCodes.check(what, status);
    }

    /** Returns the exception for a collective that has not ended in time, with what is known of the others. */
    public static PmixException.Timeout collectiveTimeout(String what, Duration timeout, Absent absent) {
        return absent.timeout(timedOut(what, toNanos(timeout) / 1_000_000 + " ms"));
    }

    private static String timedOut(String what, String timeout) {
        return what + " timed out after " + timeout;
    }

    /** Waits for a moment, also if the thread is interrupted. */
    public static void sleepUntil(long time) {
        boolean isInterrupted = Thread.interrupted();
        for (long left = until(time); left > 0; left = until(time)) {
            LockSupport.parkNanos(left);
            isInterrupted |= Thread.interrupted();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Acquires a lock, or throws. An interrupted thread gets the lock if it is free. */
    public static void lock(Lock lock, String what, long nanos) {
        try {
            if (!lock.tryLock() && !lock.tryLock(nanos, TimeUnit.NANOSECONDS)) {
                throw StatusCodes.timeout(what, nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StatusCodes.interrupted(what);
        }
    }

    /** Waits for a future for a limited time; throws if it fails. */
    public static <T> T await(Future<T> done, String what, long nanos) {
        try {
            return result(done, what, nanos, nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StatusCodes.interrupted(what);
        }
    }

    /** Waits for a future for what is left of a timeout; throws if it fails. */
    public static <T> T result(Future<T> done, String what, long nanos, long left) throws InterruptedException {
        try {
            return done.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw StatusCodes.timeout(what, nanos);
        } catch (ExecutionException e) {
            RuntimeException failure = StatusCodes.cause(what, e);
            // Its stack trace is the one of another thread.
            failure.fillInStackTrace();
            throw failure;
        }
    }

    /** Waits until a monitor is notified, as {@link #awaitNotified}; throws if the time is over, or for an interrupt. */
    public void await(Object monitor) {
        if (!awaitNotified(monitor, end)) {
            if (Thread.currentThread().isInterrupted()) {
                throw StatusCodes.interrupted(what);
            }
            throw StatusCodes.timeout(what, nanos);
        }
    }

    /**
     * Waits until a monitor is notified, which the caller holds; the caller checks its condition in a loop. Returns
     * false if the time is over, or if the thread is interrupted, whose interrupt status is then set.
     */
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    public static boolean awaitNotified(Object monitor, long time) {
        long left = until(time);
        if (left <= 0) {
            return false;
        }
        try {
            monitor.wait(Math.max(1, left / 1_000_000));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
