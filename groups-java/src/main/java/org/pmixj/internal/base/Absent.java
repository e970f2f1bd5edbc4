// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;

/**
 * Says who has not taken part in a collective that has timed out.
 *
 * @param why the end of the message of the exception
 * @param missing the processes that have not called it
 * @param silent the processes that have not answered the question
 * @param gaveUp the processes that had given it up before this one called it
 */
public record Absent(String why, List<ProcId> missing, List<ProcId> silent, List<ProcId> gaveUp) {
    private static final int MOST_NAMED = 10;

    /** Nobody was asked. */
    public static final Absent UNKNOWN = because("not all who take part have called it");

    /** Returns an answer that names nobody but in its text. */
    public static Absent because(String why) {
        return new Absent(why, List.of(), List.of(), List.of());
    }

    /** Returns the answer for processes that have not called. */
    public static Absent missing(List<ProcId> missing) {
        return of(missing, List.of(), List.of());
    }

    /** Returns the answer for processes that have not called, in other words. */
    public static Absent missing(String why, List<ProcId> missing) {
        return new Absent(why, missing, List.of(), List.of());
    }

    /** Returns the answer for processes that were asked. Silent ones may be all of a job of unknown size. */
    public static Absent of(List<ProcId> missing, List<ProcId> silent, List<ProcId> gaveUp) {
        List<String> parts = new ArrayList<>();
        if (!missing.isEmpty()) {
            parts.add(have(missing) + "not called it");
        }
        if (!gaveUp.isEmpty()) {
            parts.add(have(gaveUp) + "given it up before this process called it");
        }
        if (parts.isEmpty()) {
            parts.add(silent.isEmpty() ? "all others had called it when they were asked" : UNKNOWN.why);
        }
        List<ProcId> named = new ArrayList<>(silent);
        named.removeIf(ProcId::isWildcard);
        if (!named.isEmpty()) {
            parts.add(list(named) + " did not answer");
        }
        return new Absent(String.join("; ", parts), List.copyOf(missing), List.copyOf(named), List.copyOf(gaveUp));
    }

    /** Returns what a timeout of a part of an operation says, for the whole operation. */
    public static Absent of(PmixException.Timeout part) {
        boolean isKnown = !part.missing().isEmpty()
                || !part.silent().isEmpty()
                || !part.gaveUp().isEmpty();
        return isKnown ? of(part.missing(), part.silent(), part.gaveUp()) : UNKNOWN;
    }

    private static String have(List<ProcId> procs) {
        return list(procs) + (procs.size() == 1 ? " has " : " have ");
    }

    private static String list(List<ProcId> procs) {
        return Checks.first(MOST_NAMED, procs);
    }

    /** Returns the exception for an operation. */
    public PmixException.Timeout timeout(String message) {
        return new PmixException.Timeout(
                message + ": " + why, new PmixStatus(StatusCodes.TIMEOUT), missing, silent, gaveUp);
    }
}
