// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;

/**
 * Collects who has called one collective. Those that report to this process have; the rest is asked. The collection
 * ends when all have answered, when nobody has answered for some time, or when its time is over.
 */
final class Gathering {
    /** The answers: 0 to 2, and more by {@link #AWAITS} if the process waits for the result. */
    static final int NOT_CALLED = 0;

    static final int CALLED = 1;
    static final int GAVE_UP_BEFORE = 2;
    static final int AWAITS = 4;

    /** Sends messages, and measures time. */
    interface Transport {
        void ask(Gathering gathering, List<ProcId> procs);

        void send(String name, List<ProcId> to, Result result);

        /** Receives the result, and who is to get it. */
        void ended(Gathering gathering, List<ProcId> to, Result result);

        /** Is called when another process that has asked has had its time, whether it has sent the result or not. */
        void askOnBehalf(Gathering gathering);

        void later(long nanos, Runnable task);
    }

    private final Transport transport;
    final String name;
    final long number;
    final Roll roll;
    /** The moment at which the first one who reports called the collective. */
    private final long calledAt;

    final RollTimes times;
    private final long createdAt = Deadline.now();
    // Guarded by this.
    private final Set<ProcId> reporting = new LinkedHashSet<>();
    /** Those of whom nothing is known yet. */
    private final Set<ProcId> open;

    private final Set<ProcId> missing = new LinkedHashSet<>();
    private final Set<ProcId> gaveUp = new LinkedHashSet<>();
    /** So many other processes have asked, for whose results this one waits. */
    private int awaited;
    /** Another process has sent the result. */
    private boolean hasResult;

    private boolean asked;
    /** When it ends although answers arrive, once this process has asked. */
    private long endsAt;

    private long lastNews;
    private boolean hasEnded;

    Gathering(Transport transport, String name, long number, Roll roll, long calledAt, RollTimes times) {
        this.transport = transport;
        this.name = name;
        this.number = number;
        this.roll = roll;
        this.open = new LinkedHashSet<>(roll.others());
        this.calledAt = calledAt;
        this.times = times;
    }

    /** Returns for how many nanoseconds the first one who reports has waited until now. */
    long waited() {
        return Deadline.since(calledAt);
    }

    /**
     * Returns whether a process that has waited this long had called before this gathering was created; otherwise it
     * reports a later call of the same collective.
     */
    boolean isSameCall(long waitedNow) {
        return waitedNow > Deadline.since(createdAt);
    }

    /** Records that a process has called, and wants the result; sends it if it is known. */
    void report(ProcId caller) {
        synchronized (this) {
            lastNews = Deadline.now();
            open.remove(caller);
            missing.remove(caller);
            gaveUp.remove(caller);
            if (!hasEnded) {
                reporting.add(caller);
                return;
            }
        }
        transport.send(name, List.of(caller), result());
    }

    /** Records whether this process has called. */
    synchronized void recordSelf(ProcId self, boolean hasCalled) {
        if (hasCalled || reporting.contains(self)) {
            missing.remove(self);
        } else {
            missing.add(self);
        }
    }

    /** Leaves the question to another process, which has asked; asks if its result has not arrived after some time. */
    void standDown(long nanos) {
        synchronized (this) {
            awaited++;
        }
        transport.later(nanos, () -> {
            synchronized (this) {
                awaited--;
            }
            transport.askOnBehalf(this);
        });
    }

    /** Records that another process has sent the result; returns whether this one need not ask any more. */
    synchronized boolean resultArrived() {
        hasResult = true;
        return !asked;
    }

    /** Asks those of whom nothing is known, unless this process has asked, or another one does. */
    void ask() {
        List<ProcId> rest;
        synchronized (this) {
            if (asked || hasResult || awaited > 0) {
                return;
            }
            asked = true;
            lastNews = Deadline.now();
            // A process that stands in late gives the others a moment nevertheless.
            endsAt = Math.max(createdAt + times.limit(), lastNews + times.limit() / 8);
            rest = List.copyOf(open);
        }
        if (rest.isEmpty()) {
            end();
        } else {
            transport.later(Math.min(times.quiet(), Deadline.until(endsAt)), this::check);
            transport.ask(this, rest);
        }
    }

    /** Ends the collection if its time is over. */
    private void check() {
        long rest;
        synchronized (this) {
            rest = Math.min(times.quiet() - Deadline.since(lastNews), Deadline.until(endsAt));
        }
        if (rest > 0) {
            transport.later(rest, this::check);
        } else {
            end();
        }
    }

    /** Records the answer of a process. */
    void answered(ProcId by, int answer) {
        boolean wantsResult = (answer & AWAITS) != 0;
        boolean isLate;
        synchronized (this) {
            isLate = hasEnded;
            if (!roll.includes(by) || (isLate && !wantsResult)) {
                return;
            }
            if (!isLate && !record(by, answer & ~AWAITS, wantsResult)) {
                return;
            }
        }
        if (isLate || !end()) {
            transport.send(name, List.of(by), result());
        }
    }

    /** Records an answer, and returns whether it is the last one. */
    private boolean record(ProcId by, int state, boolean wantsResult) {
        lastNews = Deadline.now();
        boolean isKnown = roll.others().contains(by) && !open.remove(by);
        if (state == NOT_CALLED && !isKnown) {
            missing.add(by);
        } else if (state == GAVE_UP_BEFORE && !isKnown) {
            gaveUp.add(by);
        }
        if (wantsResult) {
            reporting.add(by);
        }
        return asked && open.isEmpty();
    }

    /** Ends the collection, and sends the result to all who have reported; returns false if it had ended before. */
    private boolean end() {
        List<ProcId> to;
        synchronized (this) {
            if (hasEnded) {
                return false;
            }
            hasEnded = true;
            to = List.copyOf(reporting);
        }
        transport.ended(this, to, result());
        return true;
    }

    private synchronized Result result() {
        return new Result(sorted(missing), sorted(open), sorted(gaveUp));
    }

    private static List<ProcId> sorted(Set<ProcId> procs) {
        return procs.stream().sorted().toList();
    }

    /** Holds who has not called, who has not answered, and who had given up before. */
    record Result(List<ProcId> missing, List<ProcId> silent, List<ProcId> gaveUp) {
        /** Returns what a process that has called, and waits for this, learns of the others. */
        Absent absentBeside(ProcId caller) {
            return Absent.of(without(caller, missing), without(caller, silent), without(caller, gaveUp));
        }
    }

    /** Returns the other ones of some processes. */
    static List<ProcId> without(ProcId one, List<ProcId> procs) {
        return procs.stream().filter(proc -> !proc.equals(one)).toList();
    }
}
