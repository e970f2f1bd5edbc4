// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;

/**
 * Keeps the notifications of this process in the order in which they are sent, and numbers those that need a number.
 */
public final class SendOrder implements SessionPart {
    private static final SessionPart.Slot<SendOrder> SLOT = SessionPart.Slot.of(14, _ -> new SendOrder());

    public static SendOrder of(Session session) {
        return session.part(SLOT);
    }

    /** The numbers of so many copies of this library in one process differ. */
    private static final int COPIES = 16;

    /**
     * The last number of an event. None is used again, not even by a process started in the place of this one. A thread
     * that numbers and sends a kept event holds its monitor.
     */
    static final AtomicLong NUMBERS = new AtomicLong(first());

    /** The number of notifications that wait on the worker thread. */
    private final AtomicInteger queued = new AtomicInteger();

    /** Returns the first number of this millisecond. */
    private static long first() {
        return (System.currentTimeMillis() << 20) + LibraryCopy.NUMBER % COPIES;
    }

    /** Queues a notification if it or an earlier one has to wait; returns whether it was queued. */
    boolean queue(boolean waits) {
        if (!waits && queued.get() == 0) {
            return false;
        }
        queued.incrementAndGet();
        return true;
    }

    /** Removes a notification that libpmix has received, or that has failed. */
    void unqueue() {
        queued.decrementAndGet();
    }

    /** Returns the next number. */
    static long next() {
        return NUMBERS.updateAndGet(last -> Math.max(last + COPIES, first()));
    }

    /** Returns the last number. Those of later events are higher. */
    public static long number() {
        return NUMBERS.get();
    }
}
