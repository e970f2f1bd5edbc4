// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;

/**
 * Doubts about a construct that takes long. Mostly a member is late; but of two groups of one id libpmix may complete
 * the construct of some members and never that of the others. So who waits asks some others, and if it is over for one
 * of them, and a while later still not here, it is that.
 */
public final class StalledConstruct implements Runnable {
    private static final long FIRST_NANOS = 1_000_000_000L;

    /** The answer of libpmix is here by then. */
    private static final long GRACE_NANOS = 1_000_000_000L;

    private final ConstructCall construct;
    private final Construction group;
    private final String name;
    private final Members members;
    // Guarded by this.
    private @Nullable Future<?> timer;
    private long wait = FIRST_NANOS;
    private boolean ended;
    private @Nullable List<ProcId> over;

    public StalledConstruct(ConstructCall construct, Construction group, String name, Members members) {
        this.construct = construct;
        this.group = group;
        this.name = name;
        this.members = members;
    }

    /** libpmix is about to be asked. */
    public synchronized void begin() {
        if (members.size() > 1 && Defect.GROUP_IDS_COLLIDE.isHere()) {
            schedule(wait);
        }
    }

    /** It has answered. */
    public synchronized void end() {
        ended = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** For another member it is over. */
    public synchronized void overElsewhere(List<ProcId> theirs) {
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
            timer = group.handle.session.timers.schedule(this, nanos);
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
        IdCollisions collisions = IdCollisions.of(group.handle.session);
        if (theirs == null) {
            collisions.ask(group.handle, name, members);
        } else {
            construct.fail(IdCollisions.failure(name, members, theirs));
            collisions.found(group.handle, name, members, theirs);
        }
    }
}
