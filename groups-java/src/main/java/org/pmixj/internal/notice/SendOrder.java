// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;

/**
 * Keeps the notifications of this process in the order in which they are sent, and numbers those that need a number.
 */
public final class SendOrder implements SessionPart {
    private static final SessionPart.Slot<SendOrder> SLOT = new SessionPart.Slot<>(14) {
        @Override
        protected SendOrder create(Session session) {
            return new SendOrder();
        }
    };

    public static SendOrder of(Session session) {
        return session.part(SLOT);
    }

    /** The numbers of so many copies of this library in one process differ. */
    private static final int COPIES = 16;

    /** The last number of an event. None is used again, not even by a process started in the place of this one. */
    private static final AtomicLong NUMBERS = new AtomicLong(first());

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

    /** Sends an event that is to be kept with its number. Events are sent in the order of their numbers. */
    int numbered(NotifyCall event, InfoArray infos, SegmentAllocator memory, MemorySegment cbdata) {
        synchronized (NUMBERS) {
            return event.send(next(), infos, memory, cbdata);
        }
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
