// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.KnownJobs;

/** Turns groups, their ranks and wildcards into single processes, and looks whether they exist. */
public final class ProcLists {
    private ProcLists() {}

    /** Each once, of namespaces this process knows: what libpmix would ask of another is never answered. */
    public static Members expand(Handle handle, List<ProcId> given) {
        return expand(handle, given, false);
    }

    /**
     * Each once.
     *
     * @param unknown whether a process may be of a namespace that this process does not know; the host is asked later
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

    /** Of a job this process has never met it is not known. */
    public static boolean mayExist(Handle handle, ProcId proc) {
        int size = KnownJobs.of(handle.session).size(handle.session, proc.nspace());
        return size == 0 || proc.rank() < size;
    }

    /** libpmix accepts it as the id of a group; the fences of the job would then become those of the group. */
    public static void checkIsNoNamespace(Session session, String id) {
        // Of namespaces that this process never named the library would have to be asked, which costs as much as a
        // third
        // of a construct.
        if (Defect.NAMESPACE_AS_GROUP_ID.isHere()
                && (id.equals(session.self().nspace()) || KnownJobs.of(session).knows(id))) {
            throw new IllegalArgumentException("group id '" + id + "' is the namespace of a job");
        }
    }
}
