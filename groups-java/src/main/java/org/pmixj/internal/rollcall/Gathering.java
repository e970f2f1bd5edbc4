// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;

/**
 * Collects who has called one collective. Those that report to this process have; the rest is asked. The collection ends
 * when all have answered, when nobody has answered for some time, or when its time is over.
 */
final class Gathering {
    /** The answers: 0 to 2, and more by {@link #AWAITS} if the process waits for the result. */
    static final int NOT_CALLED = 0;

    static final int CALLED = 1;
    static final int GAVE_UP_BEFORE = 2;
    static final int AWAITS = 4;

    /** Sends messages, and measures time. */
    interface Calls {
        void ask(Gathering gathering, List<ProcId> procs);

        void send(String name, List<ProcId> to, Result result);

        /** Receives the result, and who is to get it. */
        void ended(Gathering gathering, List<ProcId> to, Result result);

        void later(long nanos, Runnable task);
    }

    private final Calls calls;
    final String name;
    final long number;
    final Roll roll;
    /** The moment at which the first one who reports called the collective. */
    private final long called;
    /** The time without any answer after which it ends, and its whole time. */
    private final long quiet;

    private final long limit;
    private final long begun = Deadline.now();
    // Guarded by this.
    private final Set<ProcId> reporting = new LinkedHashSet<>();
    /** Those of whom nothing is known yet. */
    private final Set<ProcId> open;

    private final Set<ProcId> missing = new LinkedHashSet<>();
    private final Set<ProcId> gaveUp = new LinkedHashSet<>();
    private boolean left;
    private boolean asked;
    private long askedAt;
    private long lastNews;
    private boolean over;

    Gathering(Calls calls, String name, long number, Roll roll, long called, long quiet, long limit) {
        this.calls = calls;
        this.name = name;
        this.number = number;
        this.roll = roll;
        this.open = new LinkedHashSet<>(roll.others);
        this.called = called;
        this.quiet = quiet;
        this.limit = limit;
    }

    /** Returns for how many nanoseconds the first one who reports has waited until now. */
    long waited() {
        return Deadline.since(called);
    }

    /** Returns whether a process that reports now, and has waited so long, means the same call of the collective. */
    boolean concerns(long waitedNow) {
        return waitedNow > Deadline.since(begun);
    }

    /** Records that a process has called, and wants the result; sends it if it is known. */
    void report(ProcId caller) {
        synchronized (this) {
            lastNews = Deadline.now();
            open.remove(caller);
            missing.remove(caller);
            gaveUp.remove(caller);
            if (!over) {
                reporting.add(caller);
                return;
            }
        }
        calls.send(name, List.of(caller), result());
    }

    /** Records that a process has not called. */
    synchronized void addMissing(ProcId proc) {
        if (!reporting.contains(proc)) {
            missing.add(proc);
        }
    }

    /** Leaves the question to another process, unless this one has asked. */
    synchronized void leave() {
        left = true;
    }

    /** Asks those of whom nothing is known; returns false if that is left to another process. */
    boolean ask() {
        List<ProcId> rest;
        synchronized (this) {
            if (left) {
                return false;
            }
            asked = true;
            askedAt = Deadline.now();
            lastNews = askedAt;
            rest = List.copyOf(open);
        }
        if (rest.isEmpty()) {
            end();
        } else {
            calls.later(Math.min(quiet, limit), this::check);
            calls.ask(this, rest);
        }
        return true;
    }

    /** Ends the collection if its time is over. */
    private void check() {
        long rest;
        synchronized (this) {
            rest = Math.min(quiet - Deadline.since(lastNews), limit - Deadline.since(askedAt));
        }
        if (rest > 0) {
            calls.later(rest, this::check);
        } else {
            end();
        }
    }

    /** Records the answer of a process. */
    void answered(ProcId by, int answer) {
        boolean wantsResult = (answer & AWAITS) != 0;
        boolean isLate;
        synchronized (this) {
            isLate = over;
            if (!roll.includes(by) || (isLate && !wantsResult)) {
                return;
            }
            if (!isLate && !record(by, answer & ~AWAITS, wantsResult)) {
                return;
            }
        }
        if (isLate || !end()) {
            calls.send(name, List.of(by), result());
        }
    }

    /** Records an answer, and returns whether it is the last one. */
    private boolean record(ProcId by, int state, boolean wantsResult) {
        lastNews = Deadline.now();
        boolean isKnown = roll.others.contains(by) && !open.remove(by);
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
            if (over) {
                return false;
            }
            over = true;
            to = List.copyOf(reporting);
        }
        calls.ended(this, to, result());
        return true;
    }

    private synchronized Result result() {
        return new Result(sorted(missing), sorted(open), sorted(gaveUp));
    }

    private static List<ProcId> sorted(Set<ProcId> procs) {
        List<ProcId> list = new ArrayList<>(procs);
        list.sort(null);
        return list;
    }

    /** Holds who has not called, who has not answered, and who had given up before. */
    record Result(List<ProcId> missing, List<ProcId> silent, List<ProcId> gaveUp) {
        /** Returns what a process that has called, and waits for this, learns of the others. */
        Absent absentBeside(ProcId caller) {
            return Absent.of(without(caller, missing), without(caller, silent), without(caller, gaveUp));
        }

        private static List<ProcId> without(ProcId caller, List<ProcId> procs) {
            List<ProcId> rest = new ArrayList<>(procs);
            rest.remove(caller);
            return rest;
        }
    }
}
