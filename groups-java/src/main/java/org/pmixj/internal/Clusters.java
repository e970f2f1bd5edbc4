// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.Optional;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.connect.ClusterNamespace;

/** Namespaces with the identifier of their cluster. */
final class Clusters {
    private Clusters() {}

    /** The identifier of this cluster. */
    static Optional<String> own(Context context) {
        if (context.clusterId != null) {
            return Optional.of(context.clusterId);
        }
        Session session = context.session;
        PmixValue told =
                LocalGet.get(session, ProcId.all(session.self().nspace()), Keys.CLUSTER_ID.name(), LocalGet.plain());
        return Lookup.text(told);
    }

    /** A process as this cluster knows it. */
    static ProcId local(Context context, String what, ProcId proc) {
        ClusterNamespace parts = ClusterNamespace.parse(proc.nspace()).orElse(null);
        Session session = context.session;
        if (parts == null
                || ConnectNames.isNamespace(proc.nspace())
                || proc.nspace().equals(session.self().nspace())
                || session.jobs.knows(proc.nspace())
                || session.groups.isActive(proc.nspace())) {
            return proc;
        }
        Optional<String> own = own(context);
        if (own.isPresent() && own.get().equals(parts.cluster())) {
            return new ProcId(parts.nspace(), proc.rank());
        }
        String known = own.isPresent() ? "'" + own.get() + "'" : "not known (Pmix.builder().clusterId(...))";
        throw new PmixException.NotSupported(
                what + ": " + proc + " is of cluster '" + parts.cluster() + "', and this one is " + known
                        + "; this host connects processes of its own cluster only",
                new PmixStatus(Status.NOT_SUPPORTED),
                null);
    }
}
