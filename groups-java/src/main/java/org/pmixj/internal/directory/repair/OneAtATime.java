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
 * Lets one lookup, publish or unpublish of this process call libpmix at a time. Otherwise the server may lose the answer to
 * a lookup, or send this process nothing any more. Fences, gets, notifications and events take no turn: they seldom come at
 * the same moment. Nor do unpublishes that an event must not overtake, and the last calls of a session.
 *
 * <p>A call asks {@link #takesTurn} in its {@code start}, before anything else, and returns success if it has to wait:
 * {@code start} then runs once more. It calls {@link #endTurn} when it has ended, and before each pause after which it
 * calls libpmix again. Turns have the order in which the calls asked first.
 */
public final class OneAtATime implements SessionPart {
    private static final SessionPart.Slot<OneAtATime> SLOT = SessionPart.Slot.of(15, OneAtATime::new);

    /** Holds a call, and what repeats it while its answer is due; null if nothing may. */
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
     * Gives a call its turn, or queues it. Returns whether it may call libpmix now. Without an answer the turn ends after
     * {@link Patience#GRACE}, unless the call can be repeated and somebody still waits for it.
     */
    public synchronized boolean takesTurn(NativeCall<?> call, @Nullable Runnable again) {
        Turn turn = new Turn(call, again);
        if (current != null && !current.call.wanted()) {
            endTurn(current.call);
        }
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
                endTurn(turn.call);
            } else {
                take(turn);
            }
        }
        if (again != null) {
            again.run();
        }
    }

    /** Ends the turn of a call, if it has it, and begins the next. */
    public synchronized void endTurn(NativeCall<?> call) {
        if (current != null && call.equals(current.call)) {
            Timers.cancel(limit);
            current = null;
            Turn next = waiting.poll();
            if (next != null) {
                take(next);
                // It starts on another thread: a thousand calls that libpmix refuses at once would exceed the stack.
                session.timers.later(0, () -> start(next.call));
            }
        }
    }

    private void start(NativeCall<?> call) {
        call.startInTurn();
        if (!call.wanted()) {
            endTurn(call);
        }
    }

    // libpmix gets the values that wait to be published or withdrawn before it is finalized.
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
