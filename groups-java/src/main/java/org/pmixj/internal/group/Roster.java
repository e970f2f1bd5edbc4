// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Membership;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.FenceCall;

/**
 * Knows the members of a group, those that departed, and the calls that wait for them. libpmix answers a collective
 * without a member by an error, or across nodes not at all. So a call not answered a while after a departure ends here.
 */
public final class Roster implements Membership {
    /** Marks a call that ends a group: libpmix may count a member that has left as one that has called it. */
    interface Ending {}

    private final Session session;
    private final long created = Deadline.now();
    /** When the construct of the group started. */
    volatile long startedAt = created;
    // When this process had done with the group; null before.
    private volatile @Nullable Long doneAt;
    private final Members first;
    private final List<ProcId> departed = new ArrayList<>();
    private final List<ProcId> failed = new ArrayList<>();
    private final List<NativeCall<?>> pending = new ArrayList<>(1);
    private boolean selfLeft;
    private boolean endedForAll;
    // How many departures libpmix is being notified of, and has not handled.
    private int reportsUnderWay;
    private volatile Members members;
    /** Creates the failure of each call, now and later; null without one. */
    private volatile @Nullable Supplier<? extends PmixException> failure;

    public Roster(Session session, Members members) {
        this.session = session;
        this.first = members;
        this.members = members;
    }

    public Members members() {
        return members;
    }

    /** Returns the members before the first departure. */
    public Members first() {
        return first;
    }

    /** Returns the departed members that failed or ended; the others left. */
    public synchronized List<ProcId> failed() {
        return List.copyOf(failed);
    }

    /** Notes that this process has done with the group. */
    public void markDone() {
        doneAt = Deadline.now();
    }

    @Override
    public boolean follows(Membership earlier, long moment) {
        Long end = earlier instanceof Roster roster ? roster.doneAt : null;
        return end != null && created - end >= 0 && moment - end >= 0 && moment - startedAt >= 0;
    }

    @Override
    public synchronized int departures() {
        return departed.size();
    }

    /** Returns the departed members without the first so many. */
    public synchronized List<ProcId> departed(int departuresBefore) {
        return List.copyOf(departed.subList(departuresBefore, departed.size()));
    }

    /** Removes a member. Returns false if it was no member any more. */
    synchronized boolean remove(ProcId proc, boolean dead) {
        Members rest = members.difference(List.of(proc));
        if (rest.size() == members.size()) {
            return false;
        }
        members = rest;
        departed.add(proc);
        if (dead) {
            failed.add(proc);
        }
        pending.forEach(operation -> giveUpSoon(operation, proc, dead));
        notifyAll();
        return true;
    }

    /** Ends the calls of this process, which has left. */
    synchronized void leave(ProcId self) {
        selfLeft = true;
        markDone();
        pending.forEach(operation -> giveUpSoon(operation, self, false));
    }

    public synchronized boolean hasLeft() {
        return selfLeft;
    }

    /** Notes that all members have ended the group. */
    public synchronized void markEndedForAll() {
        endedForAll = true;
    }

    public synchronized boolean isEndedForAll() {
        return endedForAll;
    }

    /** Ends a call after a while, unless libpmix answers it before. */
    public void giveUpSoon(NativeCall<?> operation, ProcId proc, boolean dead) {
        session.timers.later(
                operation instanceof Ending && !dead ? Patience.NEXT_EVENT : Patience.GRACE,
                () -> abandon(operation, lost(operation.what, List.of(proc), dead ? "failed" : "left")));
    }

    private static void abandon(NativeCall<?> operation, PmixException reason) {
        if (operation instanceof FenceCall fence) {
            fence.markAbandoned();
        }
        operation.fail(reason);
    }

    /** Returns "failed" if one of some departed members failed, else "left". */
    public synchronized String how(List<ProcId> procs) {
        return procs.stream().anyMatch(failed::contains) ? "failed" : "left";
    }

    public static PmixException lost(String what, List<ProcId> procs, String how) {
        String who = procs.size() == 1 ? "member " + procs.getFirst() : "members " + procs;
        return new PmixException.MemberLost(
                what + " failed: " + who + " " + how, new PmixStatus(StatusCodes.LOST_CONNECTION), procs);
    }

    /** Returns the failure of a collective: who departed during it, unless nobody did or the failure says it itself. */
    public PmixException lostSince(int departuresBefore, String what, PmixException failure) {
        List<ProcId> procs = departed(departuresBefore);
        return procs.isEmpty() || failure instanceof PmixException.MemberLost ? failure : lost(what, procs, how(procs));
    }

    /** Returns the failure of a collective of all members, some of whom departed before it. */
    public PmixException lostBefore(String what) {
        List<ProcId> procs = departed(0);
        // The host may not say how a process ended.
        return lost(what, procs, how(procs).equals("left") ? "left before" : "ended before");
    }

    /** Registers a call that is about to start. Balanced by {@link #end}. */
    @Override
    public synchronized void begin(NativeCall<?> operation, int departuresBefore) {
        // A call that is repeated begins again.
        if (!pending.contains(operation)) {
            pending.add(operation);
        }
        Supplier<? extends PmixException> reason = failure;
        if (reason != null) {
            operation.fail(reason.get());
        } else if (departuresBefore < departed.size()) {
            giveUpSoon(operation, departed.get(departuresBefore), failed.contains(departed.get(departuresBefore)));
        } else if (selfLeft) {
            giveUpSoon(operation, session.self(), false);
        }
        session.addresses().collectiveStarts();
    }

    @Override
    public synchronized void end(NativeCall<?> operation) {
        pending.remove(operation);
    }

    /** Returns a call that somebody waits for, or null. Calls that were given up stay until libpmix answers. */
    public synchronized @Nullable NativeCall<?> wanted() {
        for (NativeCall<?> operation : pending) {
            if (operation.wanted()) {
                return operation;
            }
        }
        return null;
    }

    /** Waits until more members have departed than a number. Returns false on a timeout or an interrupt. */
    public synchronized boolean awaitDeparture(int departuresBefore, long nanos) {
        long deadline = Deadline.in(nanos);
        while (departures() <= departuresBefore) {
            if (failure != null || !Deadline.awaitNotified(this, deadline)) {
                return false;
            }
        }
        return true;
    }

    /** Has threads that wait for a departure look at what has changed. */
    synchronized void wake() {
        notifyAll();
    }

    // --- failure -------------------------------------------------------------------------------------------------

    /** Fails all calls that wait for these members, now and later. */
    void fail(Supplier<? extends PmixException> reason) {
        List<NativeCall<?>> waiting;
        synchronized (this) {
            failure = reason;
            waiting = List.copyOf(pending);
            notifyAll();
        }
        waiting.forEach(operation -> abandon(operation, reason.get()));
    }

    /** Fails all calls because a member has revoked this group. Returns false if the calls fail already. */
    boolean revoke(String id, ProcId member) {
        boolean isNew = failure == null && first.contains(member);
        if (isNew) {
            fail(() -> new PmixException.Revoked(
                    "group '" + id + "' was revoked by " + member + "; leave it, and construct another one",
                    new PmixStatus(StatusCodes.ERROR)));
        }
        return isNew;
    }

    /** Throws if {@link #fail} was called. */
    public void checkFailure() {
        Supplier<? extends PmixException> reason = failure;
        if (reason != null) {
            throw reason.get();
        }
    }

    // --- reports to libpmix --------------------------------------------------------------------------------------

    /** Counts a departure that is being reported to libpmix. Balanced by {@link #reportHandled}. */
    public synchronized void reportStarts() {
        reportsUnderWay++;
    }

    /** Counts down when libpmix has handled it. */
    public synchronized void reportHandled() {
        reportsUnderWay--;
        notifyAll();
    }

    public synchronized boolean hasReportsUnderWay() {
        return reportsUnderWay > 0;
    }

    public synchronized void awaitReports(long nanos) {
        long deadline = Deadline.in(nanos);
        while (reportsUnderWay > 0 && Deadline.awaitNotified(this, deadline)) {
            // One of them was handled.
        }
    }
}
