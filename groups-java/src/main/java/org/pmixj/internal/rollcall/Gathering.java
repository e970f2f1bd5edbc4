// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;

/** Collects who has called one collective. Those that report to this process have; the rest is asked. */
final class Gathering {
    private final RollCall calls;
    final String name;
    final long number;
    /** For how long the first one who reports has waited. */
    final long waited;

    private final long begun = Deadline.now();
    // Guarded by this.
    private final Set<ProcId> reporting = new LinkedHashSet<>();
    /** Those of whom nothing is known yet. */
    private final Set<ProcId> open;

    private final List<ProcId> missing = new ArrayList<>();
    private final List<ProcId> gaveUp = new ArrayList<>();
    private boolean asked;
    private boolean over;

    /**
     * Begins to collect.
     *
     * @param others the participants other than this process
     */
    Gathering(RollCall calls, String name, long number, Collection<ProcId> others, long waited) {
        this.calls = calls;
        this.name = name;
        this.number = number;
        this.open = new LinkedHashSet<>(others);
        this.waited = waited;
    }

    /** Returns whether a process that reports now, and has waited so long, means the same call of the collective. */
    boolean concerns(long waitedNow) {
        return waitedNow > Deadline.since(begun);
    }

    /** Records that a process has called, and wants the result; sends it if it is known. */
    void report(ProcId caller) {
        synchronized (this) {
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

    /** Asks those of whom nothing is known. */
    void ask() {
        List<ProcId> rest;
        synchronized (this) {
            asked = true;
            rest = List.copyOf(open);
        }
        if (rest.isEmpty()) {
            end();
        } else {
            calls.ask(this, rest);
        }
    }

    /** Records the answer of a process. */
    void answered(ProcId by, int state) {
        synchronized (this) {
            if (over || !open.remove(by)) {
                return;
            }
            if (state == RollCall.NOT_CALLED) {
                missing.add(by);
            } else if (state == RollCall.GAVE_UP_BEFORE) {
                gaveUp.add(by);
            }
            if (!asked || !open.isEmpty()) {
                return;
            }
        }
        end();
    }

    /** Ends the collection, and sends the result to all who have reported. */
    void end() {
        List<ProcId> to;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            to = List.copyOf(reporting);
        }
        calls.ended(this, to, result());
    }

    private synchronized Result result() {
        return new Result(
                missing.stream().sorted().toList(),
                open.stream().sorted().toList(),
                gaveUp.stream().sorted().toList());
    }

    /** Holds who has not called, who has not answered, and who had given up before. */
    record Result(List<ProcId> missing, List<ProcId> silent, List<ProcId> gaveUp) {
        Absent absent() {
            return Absent.of(missing, silent, gaveUp);
        }
    }
}
