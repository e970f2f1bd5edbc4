// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.repeat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Delays a thread now and then, in a library that {@link DelayedLibrary} has changed. The variable {@value #SEED} has
 * the seed; without it nothing is delayed. It uses nothing of the library, since it is part of it.
 */
public final class Pause {
    /** The variable of the seed. All processes of a job inherit it. */
    static final String SEED = "PMIXJ_DELAYS";

    private static final String GIVEN = System.getenv(SEED);
    private static final long BEGAN = System.nanoTime();
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    /** The processes of a job have different delays, and the same ones with the same seed. */
    private static final AtomicLong STATE =
            new AtomicLong(mixed((GIVEN + "," + System.getenv("PMIX_RANK")).hashCode()));

    private static final AtomicLong SLEPT = new AtomicLong();

    private Pause() {}

    /** Delays what begins: a native call, an upcall, a task. */
    public static void before() {
        pause(6, 10, 200);
    }

    /** Delays what follows a point at which other threads see what this one did. */
    public static void after() {
        pause(30, 3, 100);
    }

    /** Sleeps at one of some points, mostly for a short time, and rarely for a long one. */
    private static void pause(int oneOf, int shortMillis, int longMillis) {
        if (GIVEN == null) {
            return;
        }
        long random = mixed(STATE.addAndGet(GAMMA)) >>> 1;
        if (random % oneOf != 0) {
            return;
        }
        random /= oneOf;
        int millis = random % 12 == 0 ? longMillis : shortMillis;
        long nanos = random / 12 % TimeUnit.MILLISECONDS.toNanos(millis);
        // In all threads together at most half of the time, so that loops end.
        if (SLEPT.addAndGet(nanos) > TimeUnit.SECONDS.toNanos(1) + (System.nanoTime() - BEGAN) / 2) {
            SLEPT.addAndGet(-nanos);
            return;
        }
        try {
            // It takes no permit of LockSupport, which the caller may be about to wait for.
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Mixes as {@link java.util.SplittableRandom} does. */
    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
