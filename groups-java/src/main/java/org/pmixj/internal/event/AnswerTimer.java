// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.event.EventOutcome;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.event.EventInChain.HandlerTurn;

/**
 * Limits the time of a handler's calls. There is one timer per busy handler, because most calls end early. When it
 * fires, it checks whether the current call has exceeded its limit. Guarded by the {@link HandlerChains}.
 */
final class AnswerTimer implements Runnable {
    private final RegisteredHandler handler;
    private @Nullable Future<?> timer;
    private long deadline;

    AnswerTimer(RegisteredHandler handler) {
        this.handler = handler;
    }

    /** Notes that a call starts. */
    void begin() {
        long nanos = handler.settings.boundNanos();
        deadline = Deadline.in(nanos);
        if (timer == null) {
            arm(nanos);
        }
    }

    /** Cancels the timer when no further call can start, so that it does not keep a closed handler. */
    void end() {
        Future<?> scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel(false);
            timer = null;
        }
    }

    private void arm(long nanos) {
        try {
            timer = handler.handle.session.timers.schedule(this, nanos);
        } catch (RejectedExecutionException e) {
            // The session is ending.
        }
    }

    @Override
    public void run() {
        HandlerChains chains = handler.chains;
        HandlerTurn late;
        synchronized (chains) {
            timer = null;
            late = handler.running;
            long left = Deadline.until(deadline);
            if (late == null) {
                return;
            } else if (left > 0) {
                arm(left);
                return;
            }
        }
        if (chains.settle(late, EventOutcome.noAction(), true)) {
            String state = late.called ? "its call goes on" : "it was not called, for its executor has not got to it";
            Log.warnApart(handler.title() + " gave no outcome to " + late.arrival.describe() + " within "
                    + handler.settings.boundNanos() / 1_000_000 + " ms, which counts as no action; " + state);
        }
    }
}
