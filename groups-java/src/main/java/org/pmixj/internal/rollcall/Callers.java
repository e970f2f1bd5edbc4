// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;

/** Keeps those callers of this process that wait for a result. Several may have called the same collective. */
final class Callers {
    /**
     * Holds a caller of a collective, which is equal to itself alone, because its answer is.
     *
     * @param name the name of the collective
     * @param calledAt when it was called
     * @param askers the processes of which one will ask the others, and send the result
     * @param answer the answer for which it waits
     */
    record Caller(String name, long calledAt, List<ProcId> askers, CompletableFuture<Absent> answer) {
        private boolean awaits(String called, ProcId from) {
            return name.equals(called) && askers.contains(from);
        }
    }

    private final Set<Caller> waiting = ConcurrentHashMap.newKeySet();

    Caller add(String name, long calledAt, List<ProcId> askers) {
        Caller caller = new Caller(name, calledAt, askers, new CompletableFuture<>());
        waiting.add(caller);
        return caller;
    }

    /** Returns the caller of a collective at a moment, or null. */
    @Nullable
    Caller find(String name, long calledAt) {
        return waiting.stream()
                .filter(caller -> caller.calledAt == calledAt && caller.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    void remove(Caller caller) {
        waiting.remove(caller);
    }

    /** Returns whether a caller of a collective waits for the result of a process. */
    boolean awaits(String name, ProcId from) {
        return waiting.stream().anyMatch(caller -> caller.awaits(name, from));
    }

    /** Completes the callers of a collective that wait for the result of a process. */
    void complete(String name, ProcId from, Absent absent) {
        for (Caller caller : waiting) {
            if (caller.awaits(name, from)) {
                caller.answer.complete(absent);
            }
        }
    }

    void sessionEnded() {
        waiting.forEach(caller -> caller.answer.complete(Absent.UNKNOWN));
    }
}
