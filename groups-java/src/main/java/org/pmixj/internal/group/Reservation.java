// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;

/** Holds the place of a group that is being constructed. Some of its members to be may depart before. */
public final class Reservation {
    private final Roster membership;
    private final long notBefore;
    // Guarded by the membership.
    private @Nullable Construction construction;
    // Guarded by this: somebody waits for the construct, and how often libpmix was asked and has not answered.
    private boolean wanted = true;
    private int asked;
    // Events and the answer to a construct come in any order.
    private final Set<ProcId> left = new LinkedHashSet<>();
    /** Members whose departure may belong to an earlier group of this id. */
    private final Set<ProcId> doubtful = new LinkedHashSet<>();

    Reservation(Roster membership, long notBefore) {
        this.membership = membership;
        this.notBefore = notBefore;
    }

    Roster membership() {
        return membership;
    }

    /** Returns for how long the construct must not start, because events of the last group of its id may arrive. */
    long delay(long now) {
        return Math.max(0, notBefore - now);
    }

    /** Reports members that fail to a construction, also those that have failed already. */
    void report(Construction to) {
        List<ProcId> before;
        synchronized (membership) {
            construction = to;
            before = membership.failed();
        }
        for (ProcId member : before) {
            to.failed(member);
        }
    }

    void failed(ProcId proc) {
        Construction to;
        synchronized (membership) {
            to = membership.remove(proc, true) ? construction : null;
        }
        if (to != null) {
            to.failed(proc);
        }
    }

    /** libpmix, or a leader, is asked for the group. */
    public synchronized void asked() {
        asked++;
    }

    /** libpmix refused. Returns whether nothing is left to wait for; until then deaths are still reported. */
    synchronized boolean refused() {
        asked--;
        return !wanted && asked <= 0;
    }

    /** Nobody waits for the group any more. Returns whether nothing is left to wait for. */
    synchronized boolean givenUp() {
        wanted = false;
        return asked <= 0;
    }

    /** Remembers a member for which the construct is complete, and that has left since. */
    synchronized void left(ProcId proc, boolean isDoubtful) {
        if (asked > 0 && delay(Deadline.now()) == 0) {
            (isDoubtful ? doubtful : left).add(proc);
        }
    }

    synchronized List<ProcId> left() {
        return List.copyOf(left);
    }

    synchronized List<ProcId> doubtful() {
        return List.copyOf(doubtful);
    }
}
