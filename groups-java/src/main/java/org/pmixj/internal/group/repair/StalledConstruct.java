// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.GroupIds;

/**
 * Watches a construct that takes long. Mostly a member is late. But if two groups of one id are constructed at the same
 * time, libpmix may complete the construct of some members and never that of the others. So a process that waits asks
 * some others whether their construct is complete. If one is, with members that cannot be those of the construct here,
 * the ids have collided. If it has the same members, this process is only slow, however long it takes.
 */
final class StalledConstruct implements Runnable {
    private static final long FIRST_NANOS = 1_000_000_000L;

    // All members that wait ask. While many start, their questions would keep the machine and the server busy.
    private static final long FIRST_NANOS_OF_MEMBER = 250_000_000L;
    private static final long MOST_NANOS = 33_000_000_000L;
    private final ConstructCall call;
    private final IdCollisions collisions;
    final long number;
    // Guarded by this.
    private @Nullable Future<?> timer;
    private long wait;
    private boolean ended;

    StalledConstruct(ConstructCall call, IdCollisions collisions, long number) {
        this.call = call;
        this.collisions = collisions;
        this.number = number;
        this.wait = Math.min(MOST_NANOS, FIRST_NANOS + call.known().size() * FIRST_NANOS_OF_MEMBER);
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
    void overElsewhere(List<ProcId> theirs) {
        if (call.contradicts(theirs) && call.wanted()) {
            end();
            call.fail(GroupIds.collision(call.name, call.known(), theirs));
            collisions.found(call.handle(), call.name, call.known(), theirs);
        }
    }

    /** Another member has a group of the id, without this process. It may end in time, and then call this construct. */
    void isWithoutThis(List<ProcId> theirs) {
        if (call.wanted()) {
            call.construction().groupOfOthers(Members.of(theirs));
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
        synchronized (this) {
            if (ended || !call.wanted()) {
                return;
            }
            wait *= 2;
            schedule(wait);
        }
        collisions.ask(call, number);
    }
}
