// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Timers;

/**
 * Limits the time of a handler's calls. There is one timer per busy handler, because most calls end early. When it
 * fires, the chains look whether the current call has exceeded its limit. Guarded by the {@link HandlerChains}.
 */
final class AnswerTimer {
    private final Timers timers;
    private final long nanos;
    /** Runs when a call may have exceeded the limit. */
    private final Runnable expired;

    private @Nullable Future<?> timer;
    private long deadline;

    AnswerTimer(Timers timers, long nanos, Runnable expired) {
        this.timers = timers;
        this.nanos = nanos;
        this.expired = expired;
    }

    /** Notes that a call starts. */
    void begin() {
        deadline = Deadline.in(nanos);
        if (timer == null) {
            timer = timers.timer(nanos, expired);
        }
    }

    /** Cancels the timer when no further call can start, so that it does not keep a closed handler. */
    void end() {
        Timers.cancel(timer);
        timer = null;
    }

    /** Returns whether a call has exceeded the limit, when the timer has fired; sets it again if none has yet. */
    boolean isOver(boolean isCalling) {
        timer = null;
        long left = Deadline.until(deadline);
        if (isCalling && left > 0) {
            timer = timers.timer(left, expired);
        }
        return isCalling && left <= 0;
    }
}
