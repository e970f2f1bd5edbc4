// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory.repair;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.call.Timers;

/**
 * Calls libpmix for one lookup, publish or unpublish of this process at a time. The server may lose the answer to a lookup
 * that meets another answer, or send this process nothing any more: its other answers here, to fences and gets, and its
 * events are left, which seldom come at the same moment.
 */
public final class OneAtATime implements SessionPart {
    private static final SessionPart.Slot<OneAtATime> SLOT = SessionPart.Slot.of(15, OneAtATime::new);

    /** A call that waits, and what has it call libpmix. */
    private record Turn(NativeCall<?> call, Runnable attempt) {}

    private final Session session;
    // Guarded by this.
    private final Queue<Turn> waiting = new ArrayDeque<>();
    private @Nullable NativeCall<?> current;
    private @Nullable Future<?> limit;

    private OneAtATime(Session session) {
        this.session = session;
    }

    public static OneAtATime of(Session session) {
        return session.part(SLOT);
    }

    /**
     * Returns whether a call may call libpmix now. If not, the attempt runs when its turn comes. {@link #over} ends the
     * turn, or a second without an answer.
     */
    public synchronized boolean begins(NativeCall<?> call, Runnable attempt) {
        if (current == null) {
            take(call);
        } else if (!call.equals(current)) {
            waiting.add(new Turn(call, attempt));
            return false;
        }
        return true;
    }

    private void take(NativeCall<?> call) {
        current = call;
        limit = session.timers.timer(Patience.GRACE, () -> over(call));
    }

    /** Ends the turn of a call, if it has it, and begins the next. */
    public synchronized void over(NativeCall<?> call) {
        if (call.equals(current)) {
            Timers.cancel(limit);
            current = null;
            Turn next = waiting.poll();
            if (next != null) {
                take(next.call);
                // On another thread: a thousand calls that libpmix refuses at once would exceed the stack.
                session.timers.later(0, () -> attempt(next));
            }
        }
    }

    private void attempt(Turn turn) {
        try {
            turn.attempt.run();
        } catch (Throwable e) {
            turn.call.fail(StatusCodes.cause(turn.call.what, e));
            over(turn.call);
        }
    }
}
