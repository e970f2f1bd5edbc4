// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * Represents distinct processes in an order: the members of a group by rank, or of one to construct. Immutable. The
 * operations are those of groups in MPI (MPI 4.1, Section 7.3), without communication.
 *
 * {@snippet file="GroupSnippets.java" region="members"}
 */
public final class Members extends AbstractList<ProcId> implements RandomAccess {
    private static final Members NONE = new Members(List.of());

    private final List<ProcId> procs;
    private volatile @Nullable Map<ProcId, Integer> ranks;

    private Members(List<ProcId> procs) {
        this.procs = procs;
    }

    /** {@return the empty list ({@code MPI_GROUP_EMPTY})} */
    public static Members none() {
        return NONE;
    }

    /**
     * {@return processes in the order given; duplicates count once}
     *
     * @param procs single processes
     * @throws IllegalArgumentException if one stands for every process of its namespace
     */
    public static Members of(Collection<ProcId> procs) {
        if (procs instanceof Members members) {
            return members;
        }
        Set<ProcId> distinct = new LinkedHashSet<>();
        for (ProcId proc : procs) {
            if (proc.isWildcard()) {
                throw new IllegalArgumentException(
                        "members: " + proc + " stands for several processes; give single ones");
            }
            distinct.add(proc);
        }
        return make(distinct);
    }

    /**
     * {@return the same as {@link #of(Collection)}}
     *
     * @param procs single processes
     * @throws IllegalArgumentException if one stands for every process of its namespace
     */
    public static Members of(ProcId... procs) {
        return of(List.of(procs));
    }

    private static Members make(Collection<ProcId> distinct) {
        return distinct.isEmpty() ? NONE : new Members(List.copyOf(distinct));
    }

    @Override
    public ProcId get(int rank) {
        return process(rank);
    }

    @Override
    public int size() {
        return procs.size();
    }

    /**
     * {@return the rank of a process ({@code MPI_Group_rank} for any process), empty if it is not a member}
     *
     * @param proc a process
     */
    public OptionalInt rankOf(ProcId proc) {
        Integer rank = ranks().get(proc);
        return rank == null ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    private Map<ProcId, Integer> ranks() {
        Map<ProcId, Integer> known = ranks;
        if (known == null) {
            known = new HashMap<>();
            for (int rank = 0; rank < procs.size(); rank++) {
                known.put(procs.get(rank), rank);
            }
            ranks = known;
        }
        return known;
    }

    @Override
    public boolean contains(@Nullable Object proc) {
        return proc != null && ranks().containsKey(proc);
    }

    @Override
    public int indexOf(@Nullable Object proc) {
        return proc == null ? -1 : ranks().getOrDefault(proc, -1);
    }

    /**
     * {@return these processes, then the others that are not among them ({@code MPI_Group_union})}
     *
     * @param other the others
     */
    public Members union(Collection<ProcId> other) {
        Set<ProcId> all = new LinkedHashSet<>(procs);
        all.addAll(of(other));
        return make(all);
    }

    /**
     * {@return the processes that are in both, in the order of this list ({@code MPI_Group_intersection})}
     *
     * @param other the others
     */
    public Members intersection(Collection<ProcId> other) {
        Set<ProcId> both = new LinkedHashSet<>(procs);
        both.retainAll(of(other));
        return make(both);
    }

    /**
     * {@return the processes that are not among the others, in the order of this list ({@code MPI_Group_difference})}
     *
     * @param other the others
     */
    @SuppressWarnings("ReferenceEquality") // mostly the same list
    public Members difference(Collection<ProcId> other) {
        if (other == this) {
            return NONE;
        }
        Set<ProcId> rest = new LinkedHashSet<>(procs);
        rest.removeAll(of(other));
        return make(rest);
    }

    /**
     * {@return the processes with certain ranks, in the order of the ranks given ({@code MPI_Group_incl})}
     *
     * @param ranks each once
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    public Members include(int... ranks) {
        Set<ProcId> chosen = new LinkedHashSet<>();
        for (int rank : ranks) {
            if (!chosen.add(process(rank))) {
                throw new IllegalArgumentException("members: rank " + rank + " is given twice; give each once");
            }
        }
        return make(chosen);
    }

    /**
     * {@return the processes with the ranks {@code first}, {@code first + stride} and so on, up to {@code last} ({@code
     * MPI_Group_range_incl}); none if {@code last} lies before {@code first}}
     *
     * @param first the first rank
     * @param last the last rank, which is included if the stride reaches it
     * @param stride not 0; less than 0 counts down
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    public Members includeRange(int first, int last, int stride) {
        if (stride == 0) {
            throw new IllegalArgumentException("members: the stride is 0; give another");
        }
        List<ProcId> chosen = new ArrayList<>();
        for (long rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
            chosen.add(process(rank));
        }
        return make(chosen);
    }

    private ProcId process(long rank) {
        if (rank < 0 || rank >= size()) {
            throw new IndexOutOfBoundsException("members: there is no rank " + rank + "; "
                    + (isEmpty() ? "there are no members" : "give 0 to " + (size() - 1)));
        }
        return procs.get((int) rank);
    }
}
