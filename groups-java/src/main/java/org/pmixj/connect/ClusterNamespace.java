// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Optional;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Represents a namespace with the cluster it belongs to, as {@code cluster:nspace} (RFC 0003, {@code
 * PMIX_MULTICLUSTER_NSPACE_CONSTRUCT} and {@code _PARSE}). Namespaces are unique within a cluster alone; those of
 * this is how different ones are distinguished. Pure values: nothing native is called.
 *
 * @param cluster the identifier of the cluster ({@code PMIX_CLUSTER_ID}), without a colon
 * @param nspace the namespace there
 */
public record ClusterNamespace(String cluster, String nspace) {
    private static final char SEPARATOR = ':';

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if either is empty or contains NUL, the cluster contains a colon, or the two and
     *     the colon between them have more than 255 bytes in UTF-8
     */
    public ClusterNamespace {
        Checks.nspace("cluster id", cluster);
        Checks.nspace("namespace", nspace);
        if (cluster.indexOf(SEPARATOR) >= 0) {
            throw new IllegalArgumentException("cluster id '" + cluster + "' contains a colon");
        }
        Checks.nspace("cluster and namespace", cluster + SEPARATOR + nspace);
    }

    /**
     * Takes the two apart.
     *
     * @param combined a namespace
     * @return empty if it does not begin with a cluster: it has no colon, or nothing before it or after
     * @throws IllegalArgumentException if it is empty, contains NUL or has more than 255 bytes in UTF-8
     */
    public static Optional<ClusterNamespace> parse(String combined) {
        Checks.nspace("namespace", combined);
        int colon = combined.indexOf(SEPARATOR);
        return colon <= 0 || colon == combined.length() - 1
                ? Optional.empty()
                : Optional.of(new ClusterNamespace(combined.substring(0, colon), combined.substring(colon + 1)));
    }

    /**
     * Returns all processes of the namespace.
     *
     * @return the wildcard, of the namespace with its cluster
     */
    public ProcId all() {
        return ProcId.all(toString());
    }

    /**
     * Returns a process of the namespace.
     *
     * @param rank 0 or more
     * @return the process, of the namespace with its cluster
     */
    public ProcId member(int rank) {
        return new ProcId(toString(), rank);
    }

    /**
     * Returns the two combined.
     *
     * @return {@code cluster:nspace}
     */
    @Override
    public String toString() {
        return cluster + SEPARATOR + nspace;
    }
}
