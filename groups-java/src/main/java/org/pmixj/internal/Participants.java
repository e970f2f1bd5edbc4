// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.ProcId;
import org.pmixj.group.Members;

/** Who takes part in a construction: libpmix does not check it. */
final class Participants {
    private final Context context;

    Participants(Context context) {
        this.context = context;
    }

    /** Single processes, each once: groups, their ranks and wildcards are expanded. */
    Members expand(List<ProcId> procs, String what) {
        context.checkOpen();
        Session session = context.session;
        Set<ProcId> expanded = new LinkedHashSet<>();
        for (ProcId proc : session.groups.expand(procs)) {
            int size = session.jobs.size(session, proc.nspace());
            if (proc.isWildcard()) {
                if (size == 0) {
                    throw new IllegalArgumentException(
                            "namespace '" + proc.nspace() + "' is not known to this process");
                }
                for (int rank = 0; rank < size; rank++) {
                    expanded.add(new ProcId(proc.nspace(), rank));
                }
            } else if (size > 0 && proc.rank() >= size) {
                throw new IllegalArgumentException(proc + " does not exist: its namespace has " + size + " processes");
            } else {
                // Of a job this process has never met the host is asked when it is told.
                expanded.add(proc);
            }
        }
        Members members = Members.of(expanded);
        MessageSize.check(what, MessageSize.ofProcs(members));
        return members;
    }

    /** Of a job this process has never met it is not known. */
    boolean exists(ProcId proc) {
        int size = context.session.jobs.size(context.session, proc.nspace());
        return size == 0 || proc.rank() < size;
    }

    /** libpmix accepts it; the fences of the job would then become those of the group. */
    static void checkIsNoNamespace(Session session, String id) {
        if (id.equals(session.self().nspace()) || session.jobs.knows(id)) {
            throw new IllegalArgumentException("group id '" + id + "' is the namespace of a job");
        }
    }
}
