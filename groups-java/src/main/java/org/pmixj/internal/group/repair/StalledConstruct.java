// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.GroupIds;

/**
 * Watches a construct that takes long. Mostly a member is late. But if two groups of one id are constructed at the same
 * time, libpmix may complete the construct of some members and never that of the others. So a process that waits asks some
 * others whether their construct is complete. If one says so, and a second later it is still not complete here, the ids
 * have collided.
 */
final class StalledConstruct implements Runnable {
    private static final long FIRST_NANOS = 1_000_000_000L;

    // An answer of libpmix that is under way arrives within this time.
    private static final long GRACE_NANOS = 1_000_000_000L;
    private final ConstructCall call;
    private final IdCollisions collisions;
    final long number;
    // Guarded by this.
    private @Nullable Future<?> timer;
    private long wait = FIRST_NANOS;
    private boolean ended;
    private @Nullable List<ProcId> over;

    StalledConstruct(ConstructCall call, IdCollisions collisions, long number) {
        this.call = call;
        this.collisions = collisions;
        this.number = number;
    }

    @SuppressWarnings("ReferenceEquality") // the call itself
    boolean isOf(ConstructCall other) {
        return call == other;
    }

    synchronized void begin() {
        schedule(wait);
    }

    synchronized void end() {
        ended = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** The construct is complete for another member. */
    synchronized void overElsewhere(List<ProcId> theirs) {
        if (over == null && !ended) {
            over = theirs;
            if (timer != null) {
                timer.cancel(false);
            }
            schedule(GRACE_NANOS);
        }
    }

    private void schedule(long nanos) {
        try {
            timer = call.handle().session.timers.schedule(this, nanos);
        } catch (RejectedExecutionException e) {
            // The session ends.
        }
    }

    @Override
    public void run() {
        List<ProcId> theirs;
        synchronized (this) {
            if (ended || !call.wanted()) {
                return;
            }
            theirs = over;
            if (theirs == null) {
                wait *= 2;
                schedule(wait);
            }
        }
        if (theirs == null) {
            collisions.ask(call, number);
        } else {
            call.fail(GroupIds.collision(call.name, call.known(), theirs));
            collisions.found(call.handle(), call.name, call.known(), theirs);
        }
    }
}
