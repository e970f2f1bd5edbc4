// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.Waits;
import org.pmixj.internal.call.Departures;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.group.exchange.ExchangeBoard;
import org.pmixj.internal.group.repair.DeathWatch;

/**
 * Who is in a group, who has gone, and what waits for those who have. libpmix answers a collective that misses a member
 * with an error, or across nodes not at all; so one that has not been answered a while after a member went is ended
 * here.
 */
public final class Roster implements Departures {
    /** An answer that was on its way when the member went is here by then. */
    private static final long GRACE_NANOS = 1_000_000_000L;

    private final Session session;
    private final Members first;
    private final List<ProcId> gone = new ArrayList<>();
    private final List<ProcId> failed = new ArrayList<>();
    private final Set<NativeCall<?>> pending = new HashSet<>();
    private @Nullable NativeCall<?> seen;
    private int sightings;
    private @Nullable Handle unverified;
    private boolean old;
    private boolean over;
    private boolean done;
    private int pruning;
    private volatile Members members;
    private @Nullable PmixException failure;

    public Roster(Session session, Members members) {
        this.session = session;
        this.first = members;
        this.members = members;
    }

    public Members members() {
        return members;
    }

    /** Before anybody went. */
    public Members first() {
        return first;
    }

    /** Those who have gone by their end; the others have left. */
    public synchronized List<ProcId> failed() {
        return List.copyOf(failed);
    }

    /** How many have gone. */
    @Override
    public synchronized int departures() {
        return gone.size();
    }

    /** All but those who have left. */
    synchronized Members unlessLeft() {
        Members left = Members.of(gone).difference(failed);
        return first.difference(left);
    }

    /** Those who have gone after the first so many. */
    public synchronized List<ProcId> gone(int known) {
        return List.copyOf(gone.subList(known, gone.size()));
    }

    /**
     * A member has gone.
     *
     * @return false if it was no member any more
     */
    synchronized boolean remove(ProcId proc, boolean dead) {
        Members rest = members.difference(List.of(proc));
        if (rest.size() == members.size()) {
            return false;
        }
        members = rest;
        gone.add(proc);
        if (dead) {
            failed.add(proc);
        }
        for (NativeCall<?> operation : pending) {
            giveUp(operation, proc, dead);
        }
        notifyAll();
        return true;
    }

    /** This process has gone: what it takes part in does not count. */
    synchronized void leave(ProcId self) {
        over = true;
        for (NativeCall<?> operation : pending) {
            giveUp(operation, self, false);
        }
    }

    /** Whether this process has gone. */
    public synchronized boolean isOver() {
        return over;
    }

    /** All members have ended the group. What this process makes of it may take a while. */
    synchronized void done() {
        done = true;
    }

    synchronized boolean isDone() {
        return done;
    }

    /** Ends an operation, unless libpmix answers it soon. */
    void giveUp(NativeCall<?> operation, ProcId proc, boolean dead) {
        try {
            Future<?> _ = session.timers.schedule(new GiveUp(operation, proc, dead), GRACE_NANOS);
        } catch (RejectedExecutionException e) {
            // The session ends.
        }
    }

    private record GiveUp(NativeCall<?> operation, ProcId proc, boolean dead) implements Runnable {
        @Override
        public void run() {
            if (operation instanceof FenceCall fence) {
                fence.forsake();
            }
            operation.fail(lost(operation.what, List.of(proc), dead ? "failed" : "left"));
        }
    }

    /** What some who have gone did. */
    public synchronized String how(List<ProcId> procs) {
        for (ProcId proc : procs) {
            if (failed.contains(proc)) {
                return "failed";
            }
        }
        return "left";
    }

    public static PmixException lost(String what, List<ProcId> procs, String how) {
        return new PmixException.MemberLost(
                what + " failed: " + procs + " " + how, new PmixStatus(StatusCodes.LOST_CONNECTION), procs);
    }

    /**
     * A collective is about to begin. Balanced by {@link #end}.
     *
     * @param known how many had gone when it was decided who takes part
     */
    @Override
    public synchronized void begin(NativeCall<?> operation, int known) {
        pending.add(operation);
        if (failure != null) {
            operation.fail(failure);
        } else if (known < gone.size()) {
            giveUp(operation, gone.get(known), failed.contains(gone.get(known)));
        } else if (over) {
            giveUp(operation, session.self(), false);
        }
        GroupTable.of(session).watch();
    }

    /** libpmix has answered it. */
    @Override
    public synchronized void end(NativeCall<?> operation) {
        pending.remove(operation);
    }

    synchronized boolean isWaiting() {
        return wanted() != null;
    }

    /** Not one that was given up, which may stay for as long as libpmix does not answer. */
    private @Nullable NativeCall<?> wanted() {
        for (NativeCall<?> operation : pending) {
            if (operation.wanted()) {
                return operation;
            }
        }
        return null;
    }

    /** Of a new group: on one node libpmix constructs it with members that have ended in good order long ago. */
    synchronized void verify(Handle handle) {
        unverified = handle;
    }

    synchronized boolean isUnverified() {
        return unverified != null && !over;
    }

    /**
     * Whether it is time to ask the host about the members: soon and then less often while one and the same collective
     * waits, and once when the group has lived for a while. Called in intervals.
     *
     * @return for what is asked, or null
     */
    synchronized @Nullable Handle doubt() {
        if (seen != null && pending.contains(seen) && seen.wanted()) {
            sightings++;
        } else {
            seen = wanted();
            sightings = 0;
        }
        if (seen != null && DeathWatch.isDue(sightings)) {
            return seen.handle();
        }
        Handle once = old ? unverified : null;
        old = unverified != null;
        if (once != null) {
            unverified = null;
        }
        return once;
    }

    /**
     * Waits until more have gone than a number.
     *
     * @return false if that takes longer than a bound, or the thread is interrupted
     */
    public synchronized boolean awaitDeparture(int known, long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (departures() <= known) {
            if (failure != null || !Waits.on(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    /** A group of these members is about to be made, under an id that another may have had. */
    void isNew(String id) {
        ExchangeBoard.of(session).takeBack(id);
    }

    // --- the end of all of it ------------------------------------------------------------------------------------

    /** Nothing that waits for these members gets anywhere any more. */
    void fail(PmixException reason) {
        List<NativeCall<?>> waiting;
        synchronized (this) {
            failure = reason;
            waiting = List.copyOf(pending);
            notifyAll();
        }
        for (NativeCall<?> operation : waiting) {
            operation.fail(reason);
        }
    }

    /** Throws if that is so. */
    public void checkFailure() {
        PmixException reason;
        synchronized (this) {
            reason = failure;
        }
        if (reason != null) {
            reason.fillInStackTrace();
            throw reason;
        }
    }

    // --- what libpmix is told ------------------------------------------------------------------------------------

    /** libpmix is being told of a member that has gone. Balanced by {@link #pruned}. */
    synchronized void prune() {
        pruning++;
    }

    /** libpmix knows. */
    synchronized void pruned() {
        pruning--;
        notifyAll();
    }

    synchronized boolean isPruning() {
        return pruning > 0;
    }

    synchronized void awaitPruned(long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (pruning > 0) {
            if (!Waits.on(this, deadline)) {
                return;
            }
        }
    }
}
