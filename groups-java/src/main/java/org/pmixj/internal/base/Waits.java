// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Waiting for what another thread does under the same monitor or lock. */
public final class Waits {
    private Waits() {}

    /** Takes a lock, or throws; also where the thread is interrupted, if nobody has it. */
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

    /**
     * Waits until the monitor is notified, which the caller holds; in a loop that looks whether that was for it.
     *
     * @param deadline as {@link System#nanoTime} tells it
     * @return false once the deadline is over, or if the thread is interrupted, whose interrupt status is then set
     */
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    public static boolean on(Object monitor, long deadline) {
        long left = deadline - System.nanoTime();
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
