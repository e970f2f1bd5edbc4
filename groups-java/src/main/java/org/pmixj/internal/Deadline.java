// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;

/** A bound that several operations have together. */
record Deadline(String what, long nanos, long end) {
    static Deadline of(String what, Duration timeout) {
        long nanos = Operation.toNanos(timeout);
        return new Deadline(what, nanos, System.nanoTime() + nanos);
    }

    /** In nanoseconds; throws if nothing is left. */
    long left() {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw Status.timeout(what, nanos);
        }
        return left;
    }
}
