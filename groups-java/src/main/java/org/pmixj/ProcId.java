// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.Objects;
import org.pmixj.internal.base.Checks;

/**
 * Represents the identifier of a process: a namespace and a rank in it ({@code pmix_proc_t}, PMIx Standard 3.2.8).
 *
 * @param nspace the namespace, 1 to 255 bytes of UTF-8 without NUL
 * @param rank the rank, 0 or more, or {@link #WILDCARD} for every process of the namespace
 */
public record ProcId(String nspace, int rank) implements Comparable<ProcId> {
    /** The rank that stands for every process of a namespace ({@code PMIX_RANK_WILDCARD}, the same 32 bits). */
    public static final int WILDCARD = -2;

    /**
     * Checks the components; throws {@link IllegalArgumentException} if the namespace is empty, too long or contains
     * NUL, or the rank is negative and not {@link #WILDCARD}.
     */
    public ProcId {
        Checks.nspace("namespace", nspace);
        if (rank < 0 && rank != WILDCARD) {
            throw new IllegalArgumentException("rank " + rank + " is negative; for all ranks use ProcId.all");
        }
    }

    /**
     * {@return every process of a namespace, as an identifier with rank {@link #WILDCARD}}
     *
     * @param nspace the namespace
     */
    public static ProcId all(String nspace) {
        return new ProcId(nspace, WILDCARD);
    }

    /** {@return whether this stands for every process of its namespace, because its rank is {@link #WILDCARD}} */
    public boolean isWildcard() {
        return rank == WILDCARD;
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof ProcId that && rank == that.rank && nspace.equals(that.nspace);
    }

    @Override
    public int hashCode() {
        return 31 * nspace.hashCode() + rank;
    }

    /** Compares by namespace, then by rank; {@link #WILDCARD} is first. */
    @Override
    public int compareTo(ProcId other) {
        int byNspace = nspace.compareTo(Objects.requireNonNull(other).nspace);
        return byNspace != 0 ? byNspace : Integer.compare(rank, other.rank);
    }

    /** Returns a text such as {@code prterun-host-17@1:3}, with {@code *} for {@link #WILDCARD}. */
    @Override
    public String toString() {
        return nspace + ":" + (isWildcard() ? "*" : Integer.toString(rank));
    }
}
