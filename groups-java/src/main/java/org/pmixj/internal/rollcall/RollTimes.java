// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import org.pmixj.internal.base.Patience;

/**
 * Divides the time in which a question is answered, the last part of the timeout of a collective.
 *
 * @param quiet the time without any answer that ends a question; after it, another process asks if no result has
 *     arrived
 * @param limit how long the answers are collected at most
 */
record RollTimes(long quiet, long limit) {
    /** So much longer a caller waits for answers. {@code -Dpmixj.roll.extra}, in seconds, is for tests. */
    private static final long EXTRA = Integer.getInteger("pmixj.roll.extra", 0) * Patience.SECOND;

    /** Divides what is left until the caller gives up. */
    static RollTimes of(long left) {
        long sixth = Math.clamp(left, 0, Patience.ROLL_MOST + EXTRA) / 6;
        return new RollTimes(4 * sixth, 5 * sixth);
    }

    /** Returns when a caller gives up, who would do so at another moment without a setting for tests. */
    static long extended(long end) {
        return end + EXTRA;
    }

    /** Returns how long the first waits for reports: the others call, and are near their timeouts, about now too. */
    long report() {
        return quiet / 4;
    }

    /** Returns how much longer each stand-in waits before it asks. */
    long standIn() {
        return quiet / 2;
    }
}
