// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;

/** Holds the place of a group that is being constructed. Some of its members to be may depart before. */
public final class Reservation {
    // Only a process that sends nonsense sends more events.
    private static final int MOST_CHANGES = 10_000;

    /** Knows when a construct may start. */
    interface Turns {
        /**
         * Returns the earliest time, as {@link System#nanoTime}, at which a group of the id may be constructed. It may
         * become earlier.
         *
         * @param isCollective whether all members construct the group; false if it is constructed by invitation
         */
        long notBefore(String id, boolean isCollective);
    }

    final Roster membership;
    private final Turns turns;
    private final String id;
    private final boolean isCollective;
    /** When the construct may start, as far as was known before. Guarded by this. */
    private long notBefore = Long.MAX_VALUE;
    /** Whether the construct had to wait when the id was reserved: this process had left a group a moment before. */
    public final boolean waits;

    // Guarded by the membership.
    private @Nullable Consumer<ProcId> failures;
    // Guarded by this: whether somebody waits for the construct, and how many calls to libpmix have no answer yet.
    private boolean wanted = true;
    private int unanswered;
    /**
     * Changes that wait until the group is made, by the events that cause them: a member left it, or has revoked it. Any
     * process may claim that, before this one knows the members. Guarded by this.
     */
    private final Map<Object, Runnable> meanwhile = new LinkedHashMap<>();
    /** The requested members; a replaced process is not among them, the one in its place is. */
    public volatile Members requested;

    Reservation(Roster membership, Turns turns, String id, boolean isCollective) {
        this.membership = membership;
        this.requested = membership.first();
        this.turns = turns;
        this.id = id;
        this.isCollective = isCollective;
        this.waits = delay() > 0;
    }

    /**
     * Returns for how long the construct must not start, because events of a group that this process has left may arrive,
     * and others may read what it has published for that. It may become shorter when the others have left.
     */
    public synchronized long delay() {
        // A group that is left later makes nobody wait longer.
        notBefore = Math.min(notBefore, turns.notBefore(id, isCollective));
        return Math.max(0, notBefore - Deadline.now());
    }

    /** Reports members that fail, also those that have failed already. */
    void report(Consumer<ProcId> to) {
        List<ProcId> before;
        synchronized (membership) {
            failures = to;
            before = membership.failed();
        }
        before.forEach(to);
    }

    void failed(ProcId proc) {
        Consumer<ProcId> to;
        synchronized (membership) {
            to = membership.remove(proc, true) ? failures : null;
        }
        if (to != null) {
            to.accept(proc);
        }
    }

    /** Counts a call to libpmix, or to a leader. */
    public synchronized void asked() {
        unanswered++;
    }

    /** Counts a call that is about to start. Returns false if it must not start, because the id was given back. */
    synchronized boolean mayAsk() {
        boolean may = wanted || unanswered > 0;
        unanswered += may ? 1 : 0;
        return may;
    }

    /**
     * Counts an answer that was a refusal. The reservation stays in the table while another call is unanswered or the
     * caller waits, so that the event of the death that caused the refusal still finds it. Returns whether it can go.
     */
    public synchronized boolean countRefusal() {
        unanswered--;
        return !wanted && unanswered <= 0;
    }

    /** Returns whether libpmix or a leader has not answered yet. */
    public synchronized boolean isAsked() {
        return unanswered > 0;
    }

    synchronized boolean isGivenUp() {
        return !wanted;
    }

    /** Notes that the construct has failed for its caller. Returns whether libpmix or a leader has yet to answer. */
    synchronized boolean giveUp() {
        wanted = false;
        return isAsked();
    }

    /**
     * Has something done to the group when it is made, if what has happened may concern this one: another member may
     * have got the group, because libpmix has been asked here. An event from a member that comes before belongs to an
     * earlier group of the id: a member can leave or revoke only what is constructed for it. Returns whether it is kept
     * for that.
     *
     * @param cause what has happened, of which the last one of a process counts
     */
    synchronized boolean whenMade(Object cause, Runnable change) {
        boolean mayBeMade = unanswered > 0 && delay() == 0;
        boolean isKept = mayBeMade && (meanwhile.size() < MOST_CHANGES || meanwhile.containsKey(cause));
        if (isKept) {
            meanwhile.put(cause, change);
        }
        return isKept;
    }

    /** Returns what is done to the group when it is made. */
    synchronized List<Runnable> meanwhile() {
        return List.copyOf(meanwhile.values());
    }
}
