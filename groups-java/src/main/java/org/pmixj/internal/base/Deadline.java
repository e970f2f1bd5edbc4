// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.time.Duration;

/** A bound that several operations have together. */
public record Deadline(String what, long nanos, long end) {
    public static Deadline of(String what, Duration timeout) {
        long nanos = toNanos(timeout);
        return new Deadline(what, nanos, System.nanoTime() + nanos);
    }

    /** Converts a timeout; what does not fit is for ever. */
    public static long toNanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE / 2;
        }
    }

    /** In nanoseconds; throws if nothing is left. */
    public long left() {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw StatusCodes.timeout(what, nanos);
        }
        return left;
    }
}
