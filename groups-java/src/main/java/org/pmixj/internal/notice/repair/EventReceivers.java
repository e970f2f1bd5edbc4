// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice.repair;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.ProcId;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;

/** Checks that the receivers of an event exist. libpmix drops the whole event if one does not, and reports no error. */
public final class EventReceivers {
    private EventReceivers() {}

    private static Set<String> unknown(Session session, List<ProcId> receivers) {
        Set<String> names = new HashSet<>();
        if (!session.singleton()) {
            for (ProcId receiver : receivers) {
                String nspace = receiver.nspace();
                if (!nspace.equals(session.self().nspace()) && !session.jobs().exists(nspace)) {
                    names.add(nspace);
                }
            }
        }
        return names;
    }

    /**
     * Returns whether {@link #requireJobs} must ask the host, because a receiver is in a job that is not known here.
     */
    public static boolean areInUnknownJobs(Session session, List<ProcId> receivers) {
        return !unknown(session, receivers).isEmpty();
    }

    /** Asks the host whether the jobs of the receivers exist; throws if one does not. */
    public static void requireJobs(Handle handle, String what, List<ProcId> receivers) {
        Set<String> unknown = unknown(handle.session, receivers);
        if (!unknown.isEmpty()) {
            handle.session.jobs().require(handle, what, unknown);
        }
    }

    /** Throws if a receiver has a rank that its job does not have. */
    public static void requireRanks(Session session, String what, List<ProcId> receivers) {
        if (session.singleton()) {
            return;
        }
        for (ProcId receiver : receivers) {
            int size = session.jobs().size(session, receiver.nspace());
            if (size > 0 && receiver.rank() >= size) {
                throw StatusCodes.notFound(
                        what + " failed: there is no process " + receiver + ", its namespace has " + size);
            }
        }
    }
}
