// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;

/** Keeps the notifications of this process in the order in which they are sent, and numbers those that are kept. */
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

    /** Numbers the kept events. No number is used again, not even by a process started in the place of this one. */
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
            long number = Math.max(NUMBERS.get() + COPIES, first());
            NUMBERS.set(number);
            return event.send(number, infos, memory, cbdata);
        }
    }

    /** Returns the number of the last event to be kept. */
    public static long number() {
        return NUMBERS.get();
    }
}
