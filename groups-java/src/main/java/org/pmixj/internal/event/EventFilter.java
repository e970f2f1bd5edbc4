// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.internal.call.Session;

/**
 * Which events a handler wants, as far as can be told on the progress thread.
 *
 * @param sources who sent it; null for any
 * @param range from where it was sent; null for anywhere
 * @param affected whom it affects; null for any
 * @param environment whether it is of the environment; null for either
 */
record EventFilter(
        @Nullable List<ProcId> sources,
        @Nullable Range range,
        @Nullable List<ProcId> affected,
        @Nullable Boolean environment) {

    boolean passes(ReceivedEvent event, Session session) {
        return (environment == null || environment == EventCodes.isEnvironment(event.code))
                && (sources == null || (event.source != null && isAmong(event.source, sources, session)))
                && (range == null || isWithin(event.source, session))
                && (affected == null || event.affected.isEmpty() || affectsOne(event.affected, session));
    }

    /** Of a process on another node of a foreign job, {@link SameNode} knows. */
    private boolean isWithin(@Nullable ProcId source, Session session) {
        if (range == Range.PROC_LOCAL) {
            return session.self().equals(source);
        } else if (range == Range.NAMESPACE) {
            return source != null && source.nspace().equals(session.self().nspace());
        }
        return true;
    }

    private boolean affectsOne(List<ProcId> procs, Session session) {
        for (ProcId proc : procs) {
            if (affected != null && isAmong(proc, affected, session)) {
                return true;
            }
        }
        return false;
    }

    /** A wildcard on either side stands for every process of its namespace, a group for its members. */
    private static boolean isAmong(ProcId proc, List<ProcId> wanted, Session session) {
        for (ProcId one : session.addresses().expand(wanted)) {
            if (one.nspace().equals(proc.nspace())
                    && (one.rank() == proc.rank() || one.isWildcard() || proc.isWildcard())) {
                return true;
            }
        }
        return false;
    }
}
