// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.time.Duration;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;

/**
 * The bounds of a collective operation. libpmix ends one for all callers alike, which is what members want, but counts
 * whole seconds and does not always get to it. So it is given the bound rounded up, and our own clock, which ends the
 * operation for this process alone, runs a little longer.
 */
public final class CollectiveBound {
    private static final long GRACE_NANOS = 1_000_000_000L;

    private CollectiveBound() {}

    /** For {@code PMIX_TIMEOUT}, a C int; what does not fit it is 68 years. */
    public static long seconds(Duration timeout) {
        long seconds = timeout.getSeconds();
        if (seconds >= Integer.MAX_VALUE) {
            return Integer.MAX_VALUE;
        }
        return timeout.getNano() == 0 ? seconds : seconds + 1;
    }

    /** Throws for a status that is a failure; of a time-out it tells the bound. */
    public static void check(String what, int status, long seconds) {
        if (status == StatusCodes.TIMEOUT) {
            throw timeout(what, seconds + " s");
        }
        StatusCodes.check(what, status);
    }

    /** Of several operations that have a bound together. */
    public static PmixException.Timeout timeout(String what, Duration bound) {
        return timeout(what, Deadline.toNanos(bound) / 1_000_000 + " ms");
    }

    private static PmixException.Timeout timeout(String what, String bound) {
        return new PmixException.Timeout(
                what + " timed out after " + bound + ": not all who take part have called it",
                new PmixStatus(StatusCodes.TIMEOUT));
    }

    /** For our own clock. */
    public static long own(Duration timeout) {
        return seconds(timeout) * 1_000_000_000L + GRACE_NANOS;
    }
}
