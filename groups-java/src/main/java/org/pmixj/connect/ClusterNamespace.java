// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Optional;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Represents a namespace with its cluster, written {@code cluster:nspace} (RFC 0003, {@code
 * PMIX_MULTICLUSTER_NSPACE_CONSTRUCT} and {@code _PARSE}). A namespace is unique within its cluster only. No session is
 * needed.
 *
 * @param cluster the identifier of the cluster ({@code PMIX_CLUSTER_ID}), without a colon
 * @param nspace the namespace in that cluster
 */
public record ClusterNamespace(String cluster, String nspace) {
    private static final char SEPARATOR = ':';

    /**
     * Checks the components; throws {@link IllegalArgumentException} if either is empty or contains NUL, the cluster
     * contains a colon, or both together with the colon between them exceed 255 bytes in UTF-8.
     */
    public ClusterNamespace {
        Checks.nspace("cluster id", cluster);
        Checks.nspace("namespace", nspace);
        if (cluster.indexOf(SEPARATOR) >= 0) {
            throw new IllegalArgumentException(
                    "cluster id '" + cluster + "' contains a colon; give the identifier alone, without a namespace");
        }
        Checks.nspace("cluster and namespace", cluster + SEPARATOR + nspace);
    }

    /**
     * Divides a namespace at its first colon.
     *
     * @param combined a namespace, with or without a cluster
     * @return empty if there is no colon, or nothing before or after it
     * @throws IllegalArgumentException if the namespace is empty, contains NUL or exceeds 255 bytes in UTF-8
     */
    public static Optional<ClusterNamespace> parse(String combined) {
        Checks.nspace("namespace", combined);
        int colon = combined.indexOf(SEPARATOR);
        return colon <= 0 || colon == combined.length() - 1
                ? Optional.empty()
                : Optional.of(new ClusterNamespace(combined.substring(0, colon), combined.substring(colon + 1)));
    }

    /** {@return the wildcard for all processes of {@code cluster:nspace}} */
    public ProcId all() {
        return ProcId.all(toString());
    }

    /**
     * {@return a process of {@code cluster:nspace}}
     *
     * @param rank 0 or more
     */
    public ProcId member(int rank) {
        return new ProcId(toString(), rank);
    }

    /** {@return {@code cluster:nspace}} */
    @Override
    public String toString() {
        return cluster + SEPARATOR + nspace;
    }
}
