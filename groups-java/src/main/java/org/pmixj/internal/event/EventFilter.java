// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.internal.call.Session;

/**
 * Selects the events of a handler, as far as this is known on the progress thread. Null stands for any; the environment
 * is true for events of the environment, false for all others.
 */
record EventFilter(
        @Nullable List<ProcId> sources,
        @Nullable Range range,
        @Nullable List<ProcId> affected,
        @Nullable Boolean environment) {

    boolean passes(ReceivedEvent event, Session session) {
        return (environment == null || environment == EventCodes.isEnvironment(event.code))
                && (sources == null
                        || (event.namedSource != null && meet(List.of(event.namedSource), sources, session)))
                && (range == null || isWithin(event.namedSource, session))
                && (affected == null || event.affected.isEmpty() || meet(event.affected, affected, session));
    }

    /** Checks the range of a source; {@link SameNode} checks later whether a process of another job is on this node. */
    private boolean isWithin(@Nullable ProcId source, Session session) {
        if (range == Range.PROC_LOCAL) {
            return session.self().equals(source);
        } else if (range == Range.NAMESPACE) {
            return source != null && source.nspace().equals(session.self().nspace());
        }
        return true;
    }

    /** Returns whether one of some processes is wanted. A wildcard matches its namespace, a group its members. */
    private static boolean meet(List<ProcId> procs, List<ProcId> wanted, Session session) {
        List<ProcId> all = session.addresses().expand(wanted);
        return procs.stream()
                .anyMatch(proc -> all.stream()
                        .anyMatch(one -> one.nspace().equals(proc.nspace())
                                && (one.rank() == proc.rank() || one.isWildcard() || proc.isWildcard())));
    }
}
