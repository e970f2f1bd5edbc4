// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory.repair;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.ffi.Upcalls;

/**
 * Lets one lookup, publish or unpublish of this process call libpmix at a time. Otherwise the server may lose the answer to
 * a lookup, or stop sending to this process. Fences, gets, notifications and events take no turn: they seldom come at
 * the same moment. Unpublishes that an event must not overtake take none either, nor do the last calls of a session.
 *
 * <p>A call asks {@link #takesTurn} in its {@code start}, before anything else, and returns success if it has to wait:
 * {@code start} then runs once more. It calls {@link #endTurn} when it has ended, and before each pause after which it
 * calls libpmix again. Turns have the order in which the calls asked first.
 */
public final class OneAtATime implements SessionPart {
    private static final SessionPart.Slot<OneAtATime> SLOT = SessionPart.Slot.of(15, OneAtATime::new);

    /** Holds a call, and what calls libpmix once more if no answer came; null if the call must not be repeated. */
    private record Turn(NativeCall<?> call, @Nullable Runnable again) {}

    private final Session session;
    // All are guarded by this.
    private final Queue<Turn> waiting = new ArrayDeque<>();
    private @Nullable Turn current;
    /** When the current turn ends without an answer. */
    private long end;
    /** Whether a timer will look at the current turn. */
    private boolean isWatched;
    /** Whether a call starts on the progress thread, because the one before has ended. */
    private boolean isStarting;

    /** Whether the session ends, so that nobody waits for a turn any more. */
    private boolean isEnding;

    private OneAtATime(Session session) {
        this.session = session;
    }

    public static OneAtATime of(Session session) {
        return session.part(SLOT);
    }

    /**
     * Gives a call its turn, or queues it. Returns whether it may call libpmix now. Without an answer the turn ends after
     * {@link Patience#GRACE}, unless the call can be repeated and somebody still waits for it. A call whose caller has given up
     * keeps its turn for that time, because its answer may still arrive.
     */
    public synchronized boolean takesTurn(NativeCall<?> call, @Nullable Runnable again) {
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
        end = Deadline.in(Patience.GRACE);
        // A timer for each turn would wake its thread each time.
        if (!isWatched) {
            isWatched = true;
            session.timers.later(Patience.GRACE, this::watch);
        }
    }

    private void watch() {
        Turn turn;
        Runnable again;
        synchronized (this) {
            turn = current;
            long left = Deadline.until(end);
            isWatched = turn != null && left > 0;
            if (turn == null) {
                return;
            } else if (left > 0) {
                session.timers.later(left, this::watch);
                return;
            }
            again = turn.call.wanted() ? turn.again : null;
            if (again != null) {
                take(turn);
            }
        }
        if (again != null) {
            again.run();
        } else {
            endTurn(turn.call);
        }
    }

    /** Ends the turn of a call, if it has it, and begins the next. */
    public void endTurn(NativeCall<?> call) {
        Turn next;
        boolean startsHere;
        synchronized (this) {
            if (current == null || !call.equals(current.call)) {
                return;
            }
            current = null;
            next = waiting.poll();
            if (next == null) {
                return;
            }
            take(next);
            // The progress thread holds no lock when an answer arrives, so the next call starts here, but not nested: a
            // thousand calls that libpmix refuses at once would exceed the stack. Other threads may hold locks.
            startsHere = Upcalls.onProgressThread() && !isStarting;
            isStarting |= startsHere;
        }
        if (!startsHere) {
            session.timers.later(0, () -> start(next.call));
            return;
        }
        try {
            start(next.call);
        } finally {
            synchronized (this) {
                isStarting = false;
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
