// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.Optional;
import org.pmixj.Keys;
import org.pmixj.ProcId;
import org.pmixj.connect.ClusterNamespace;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.data.LocalGet;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.job.JobInfo;

/** Resolves namespaces that begin with the identifier of their cluster. */
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
                || ConnectNames.isNamespace(proc.nspace())
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
}
