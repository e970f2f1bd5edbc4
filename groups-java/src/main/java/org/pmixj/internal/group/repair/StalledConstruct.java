// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.group.ConstructCall;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupTable;

/**
 * Watches a construct that takes long. Mostly a member is late. But if two groups of one id are constructed at the same
 * time, libpmix may complete the construct of some members and never that of the others. So a process that waits asks
 * some others whether their construct is complete. If one is, with members that cannot be those of the construct here,
 * the ids have collided. If it has the same members, this process is only slow, however long it takes.
 */
final class StalledConstruct {
    final ConstructCall call;
    private final IdCollisions collisions;
    final long number;
    /** So many intervals of the timers. */
    private static final int PATIENCE = 2;

    private volatile int patience;
    // Used by one thread at a time, the one of the timers.
    private long wait;
    private long due;

    StalledConstruct(ConstructCall call, IdCollisions collisions, long number) {
        this.call = call;
        this.collisions = collisions;
        this.number = number;
        this.wait = Math.min(
                Patience.STALLED_MOST,
                Patience.STALLED + call.participants.known().size() * Patience.STALLED_PER_MEMBER);
        this.due = Deadline.in(wait);
    }

    /** Returns whether a process may be asked: whether it is a member as far as is known here. */
    boolean mayAsk(@Nullable ProcId proc) {
        return proc != null && call.participants.known().contains(proc);
    }

    /**
     * The server may take this construct for another operation of its id. If it does not, it completes soon, if at all.
     */
    void mayBeTaken() {
        patience = PATIENCE;
    }

    /** Asks if this has waited long, and then less and less often. */
    void askIfDue() {
        int left = patience;
        if (left > 0) {
            patience = left - 1;
            if (left == 1) {
                attemptAgain();
            }
        }
        if (Deadline.until(due) <= 0 && call.wanted()) {
            wait *= 2;
            due = Deadline.in(wait);
            collisions.ask(call, number, false);
        }
    }

    /**
     * Attempts the construct again if others attempt it under another name than libpmix was given here, which must not
     * be the id. Returns false if the name is not that of an attempt at this construct, or is the one here.
     */
    boolean follow(String name) {
        Construction construct = call.construction;
        if (name.equals(call.name) || !name.equals(GroupIds.among(construct.id, call.participants.known()))) {
            return false;
        }
        attemptAgain();
        return true;
    }

    private void attemptAgain() {
        Construction construct = call.construction;
        if (call.wanted() && construct.participants.isComplete() && call.name.equals(construct.id)) {
            GroupTable.of(call.handle().session)
                    .method
                    .spend(call.handle(), construct.id, call.participants.known(), construct.waitNanos);
            call.fail(construct.misanswered());
        }
    }

    /** The construct is complete for another member. */
    void overElsewhere(List<ProcId> theirs) {
        if (call.contradicts(theirs) && call.wanted()) {
            call.fail(GroupIds.collision(call.name, call.participants.known(), theirs));
            collisions.found(call.handle(), call.name, call.participants.known(), theirs);
        }
    }

    /** Another member has a group of the id, without this process. It may end in time, and then call this construct. */
    void isWithoutThis(List<ProcId> theirs) {
        if (call.wanted()) {
            call.construction.ofOthers = Members.of(theirs);
        }
    }
}
