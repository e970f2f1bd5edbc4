// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.KnownJobs;

/** Resolves groups, their ranks and wildcards to single processes, and checks whether those exist. */
public final class ProcLists {
    private ProcLists() {}

    /** Returns each process once. Unknown namespaces are refused, because libpmix never answers for them. */
    public static Members expand(Handle handle, List<ProcId> given) {
        return expand(handle, given, false);
    }

    /**
     * Returns each process once.
     *
     * @param unknown whether unknown namespaces are accepted; the host is asked about them later
     */
    public static Members expand(Handle handle, List<ProcId> given, boolean unknown) {
        if (given.isEmpty()) {
            return Members.none();
        }
        List<ProcId> procs = new ArrayList<>(given.size());
        String nspace = "";
        int size = 0;
        for (ProcId proc : GroupTable.of(handle.session).expand(given)) {
            if (!proc.nspace().equals(nspace)) {
                nspace = proc.nspace();
                size = jobSize(handle, proc);
            }
            if (size == 0 && (proc.isWildcard() || !unknown)) {
                throw new IllegalArgumentException("namespace '" + nspace + "' is not known to this process");
            } else if (proc.isWildcard()) {
                for (int rank = 0; rank < size; rank++) {
                    procs.add(new ProcId(nspace, rank));
                }
            } else if (size > 0 && proc.rank() >= size) {
                throw new IllegalArgumentException(proc + " does not exist: its namespace has " + size + " processes");
            } else {
                procs.add(proc);
            }
        }
        return Members.of(procs);
    }

    private static int jobSize(Handle handle, ProcId proc) {
        GroupImpl group = GroupTable.of(handle.session).find(proc.nspace());
        if (group != null) {
            throw new IllegalArgumentException(
                    proc + " does not exist: group '" + group.id() + "' has " + group.size() + " members");
        }
        return KnownJobs.of(handle.session).size(handle.session, proc.nspace());
    }

    /** Returns false if a process does not exist. For a job that is unknown here, returns true. */
    public static boolean mayExist(Handle handle, ProcId proc) {
        int size = KnownJobs.of(handle.session).size(handle.session, proc.nspace());
        return size == 0 || proc.rank() < size;
    }
}
