// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory.repair;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.call.Timers;

/**
 * Calls libpmix for one lookup, publish or unpublish of this process at a time. The server may lose the answer to a lookup
 * that meets another answer, or send this process nothing any more. Its answers to fences, gets and notifications, and its
 * events, are left: they seldom come at the same moment.
 */
public final class OneAtATime implements SessionPart {
    private static final SessionPart.Slot<OneAtATime> SLOT = SessionPart.Slot.of(15, OneAtATime::new);

    /** A call, and what asks once more while its answer is due; null if nothing may. */
    private record Turn(NativeCall<?> call, @Nullable Runnable again) {}

    private final Session session;
    // Guarded by this.
    private final Queue<Turn> waiting = new ArrayDeque<>();
    private @Nullable Turn current;
    private @Nullable Future<?> limit;
    private boolean isEnding;

    private OneAtATime(Session session) {
        this.session = session;
    }

    public static OneAtATime of(Session session) {
        return session.part(SLOT);
    }

    /**
     * Returns whether a call may call libpmix now. If not, it starts once more when its turn comes. {@link #over} ends
     * the turn, or a second without an answer, unless the call is then repeated.
     */
    public synchronized boolean begins(NativeCall<?> call, @Nullable Runnable again) {
        Turn turn = new Turn(call, again);
        if (current == null) {
            take(turn);
        } else if (!call.equals(current.call) && !isEnding) {
            waiting.add(turn);
            return false;
        }
        return true;
    }

    private void take(Turn turn) {
        current = turn;
        limit = session.timers.timer(Patience.GRACE, () -> expired(turn));
    }

    private void expired(Turn turn) {
        Runnable again = turn.call.wanted() ? turn.again : null;
        synchronized (this) {
            if (!turn.equals(current)) {
                return;
            } else if (again == null) {
                over(turn.call);
            } else {
                take(turn);
            }
        }
        if (again != null) {
            again.run();
        }
    }

    /** Ends the turn of a call, if it has it, and begins the next. */
    public synchronized void over(NativeCall<?> call) {
        if (current != null && call.equals(current.call)) {
            Timers.cancel(limit);
            current = null;
            Turn next = waiting.poll();
            if (next != null) {
                take(next);
                // On another thread: a thousand calls that libpmix refuses at once would exceed the stack.
                session.timers.later(0, () -> start(next.call));
            }
        }
    }

    private void start(NativeCall<?> call) {
        call.startInTurn();
        if (!call.wanted()) {
            over(call);
        }
    }

    // What waits to be published or withdrawn reaches the server before the session ends.
    @Override
    public void leave() {
        List<Turn> rest;
        synchronized (this) {
            isEnding = true;
            rest = List.copyOf(waiting);
            waiting.clear();
        }
        rest.forEach(turn -> start(turn.call));
    }
}
