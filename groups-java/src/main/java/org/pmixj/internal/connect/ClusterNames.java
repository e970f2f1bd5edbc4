// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.List;
import java.util.Optional;
import org.pmixj.Keys;
import org.pmixj.ProcId;
import org.pmixj.connect.ClusterNamespace;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.data.LocalGet;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Participants;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.internal.job.JobInfo;

/** Resolves the processes of a request, also in namespaces that begin with the identifier of their cluster. */
final class ClusterNames {
    private ClusterNames() {}

    /** Returns the identifier of this cluster. */
    static Optional<String> own(Handle handle) {
        if (handle.clusterId != null) {
            return Optional.of(handle.clusterId);
        }
        Session session = handle.session;
        return JobInfo.text(
                LocalGet.get(session, ProcId.all(session.self().nspace()), Keys.CLUSTER_ID.name(), LocalGet.plain()));
    }

    /** Returns a process without the identifier of this cluster; throws for a process of another cluster. */
    static ProcId local(Handle handle, String what, ProcId proc) {
        ClusterNamespace parts = ClusterNamespace.parse(proc.nspace()).orElse(null);
        Session session = handle.session;
        if (parts == null
                || GroupIds.isReserved(proc.nspace())
                || proc.nspace().equals(session.self().nspace())
                || KnownJobs.of(session).knows(proc.nspace())
                || GroupTable.of(session).isActive(proc.nspace())) {
            return proc;
        }
        Optional<String> own = own(handle);
        if (own.isPresent() && own.get().equals(parts.cluster())) {
            return new ProcId(parts.nspace(), proc.rank());
        }
        String known = own.isPresent() ? "'" + own.get() + "'" : "not known (Pmix.builder().clusterId(...))";
        throw StatusCodes.notSupported(what + ": " + proc + " is of cluster '" + parts.cluster() + "', and this one is "
                + known + "; this host connects processes of its own cluster only");
    }

    /** Returns whether {@link #procs} need not ask the host. */
    static boolean areKnown(Handle handle, ConnectRequest request) {
        KnownJobs jobs = KnownJobs.of(handle.session);
        return GroupTable.of(handle.session).expand(request.members()).stream()
                .allMatch(proc -> jobs.size(handle.session, proc.nspace()) > 0);
    }

    /** Returns the processes of a request without the identifier of this cluster; asks the host for unknown jobs. */
    static List<ProcId> procs(Handle handle, String what, ConnectRequest request) {
        List<ProcId> procs = request.members().stream()
                .map(proc -> local(handle, what, proc))
                .toList();
        List<ProcId> expanded = GroupTable.of(handle.session).expand(procs);
        for (ProcId proc : expanded) {
            if (KnownJobs.of(handle.session).size(handle.session, proc.nspace()) == 0) {
                // Throws if the host knows no such job.
                var _ = JobImpl.other(handle, proc.nspace());
            }
        }
        return expanded;
    }

    /** Returns processes without wildcards. This process must be among them. */
    static Members members(Handle handle, String what, List<ProcId> procs) {
        Members members = Participants.expand(handle, what, procs);
        if (!members.contains(handle.session.self())) {
            throw new IllegalArgumentException(
                    what + ": this process, " + handle.session.self() + ", is not among those to connect; add it");
        }
        return members;
    }
}
