// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.HashSet;
import java.util.Set;

/** Has operations run one after the other, in the order in which they have taken their numbers. */
public final class InTurn {
    // Guarded by this: the number of the next operation, of the one whose turn it is, and of some that ended before.
    private long next;
    private long turn;
    private final Set<Long> ended = new HashSet<>();

    /**
     * Returns the number of a new operation. Balanced by {@link #end}, whatever happens: all later ones wait for it.
     */
    public synchronized long take() {
        return next++;
    }

    /** Waits until all operations with lower numbers have ended. Returns false on a timeout or an interrupt. */
    public synchronized boolean await(long number, long deadline) {
        while (turn < number) {
            if (!Deadline.awaitNotified(this, deadline) && turn < number) {
                return false;
            }
        }
        return true;
    }

    /** Ends an operation, whether or not its turn has come. Does nothing the second time. */
    public synchronized void end(long number) {
        if (number >= turn) {
            ended.add(number);
        }
        while (ended.remove(turn)) {
            turn++;
        }
        notifyAll();
    }

    /** Returns whether no operation is under way. */
    public synchronized boolean isIdle() {
        return turn == next;
    }

    /** Waits until no operation is under way, or until a time, or until the thread is interrupted. */
    public synchronized void awaitIdle(long deadline) {
        while (!isIdle() && Deadline.awaitNotified(this, deadline)) {
            // Another one has ended.
        }
    }
}
