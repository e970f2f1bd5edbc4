// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Members;

/**
 * Doubts about a construct that takes long. Mostly a member is late; but of two groups of one id libpmix may complete
 * the construct of some members and never that of the others. So who waits asks some others, and if it is over for one
 * of them, and a while later still not here, it is that.
 */
final class GroupDoubts implements Runnable {
    private static final long FIRST_NANOS = 1_000_000_000L;

    /** The answer of libpmix is here by then. */
    private static final long GRACE_NANOS = 1_000_000_000L;

    private final GroupConstruct construct;
    private final GroupConstruction group;
    private final String name;
    private final Members members;
    // Guarded by this.
    private @Nullable Future<?> timer;
    private long wait = FIRST_NANOS;
    private boolean ended;
    private @Nullable List<ProcId> over;

    GroupDoubts(GroupConstruct construct, GroupConstruction group, String name, Members members) {
        this.construct = construct;
        this.group = group;
        this.name = name;
        this.members = members;
    }

    /** libpmix is about to be asked. */
    synchronized void begin() {
        if (members.size() > 1) {
            schedule(wait);
        }
    }

    /** It has answered. */
    synchronized void end() {
        ended = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** For another member it is over. */
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
            timer = group.context.session.timers.schedule(this, nanos);
        } catch (RejectedExecutionException e) {
            // The session ends.
        }
    }

    @Override
    public void run() {
        List<ProcId> theirs;
        synchronized (this) {
            if (ended || !construct.wanted()) {
                return;
            }
            theirs = over;
            if (theirs == null) {
                wait *= 2;
                schedule(wait);
            }
        }
        GroupCollisions collisions = group.context.session.collisions;
        if (theirs == null) {
            collisions.ask(group.context, name, members);
        } else {
            construct.fail(GroupCollisions.failure(name, members, theirs));
            collisions.found(group.context, name, members, theirs);
        }
    }
}
