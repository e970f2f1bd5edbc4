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
 * Represents distinct processes in an order: the members of a group by rank, or of one that is to be made. Immutable.
 * The operations are those that MPI has on its groups ({@code MPI_Group_union} and others, MPI 4.1, Section 7.3),
 * without communication.
 *
 * {@snippet file="GroupSnippets.java" region="members"}
 */
public final class Members extends AbstractList<ProcId> implements RandomAccess {
    private static final Members NONE = new Members(List.of());

    /** Lists how two lists of members compare ({@code MPI_IDENT}, {@code MPI_SIMILAR}, {@code MPI_UNEQUAL}). */
    public enum Comparison {
        /** The same members in the same order. */
        IDENTICAL,
        /** The same members in another order. */
        SIMILAR,
        /** Not the same members. */
        UNEQUAL
    }

    private final List<ProcId> procs;
    private volatile @Nullable Map<ProcId, Integer> ranks;

    private Members(List<ProcId> procs) {
        this.procs = procs;
    }

    /**
     * Returns no processes ({@code MPI_GROUP_EMPTY}).
     *
     * @return the empty list
     */
    public static Members none() {
        return NONE;
    }

    /**
     * Returns processes in the order given; duplicates count once.
     *
     * @param procs single processes
     * @return the list
     * @throws IllegalArgumentException if one stands for every process of its namespace
     */
    public static Members of(Collection<ProcId> procs) {
        if (procs instanceof Members members) {
            return members;
        }
        Set<ProcId> distinct = new LinkedHashSet<>();
        for (ProcId proc : procs) {
            if (proc.isWildcard()) {
                throw new IllegalArgumentException(proc + " is not one process");
            }
            distinct.add(proc);
        }
        return make(distinct);
    }

    /**
     * Does the same as {@link #of(Collection)}.
     *
     * @param procs single processes
     * @return the list
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
        return procs.get(rank);
    }

    @Override
    public int size() {
        return procs.size();
    }

    /**
     * Returns the rank of a process ({@code MPI_Group_rank} for any process).
     *
     * @param proc a process
     * @return empty if it is not a member
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

    // --- sets ----------------------------------------------------------------------------------------------------

    /**
     * Returns all of these, then those of the other that are not among these ({@code MPI_Group_union}).
     *
     * @param other the others
     * @return the union
     */
    public Members union(Collection<ProcId> other) {
        Set<ProcId> all = new LinkedHashSet<>(procs);
        all.addAll(of(other));
        return make(all);
    }

    /**
     * Returns those that are in both, in the order of these ({@code MPI_Group_intersection}).
     *
     * @param other the others
     * @return the intersection
     */
    public Members intersection(Collection<ProcId> other) {
        Set<ProcId> both = new LinkedHashSet<>(procs);
        both.retainAll(of(other));
        return make(both);
    }

    /**
     * Returns those that are not in the other, in the order of these ({@code MPI_Group_difference}).
     *
     * @param other the others
     * @return the difference
     */
    public Members difference(Collection<ProcId> other) {
        Set<ProcId> rest = new LinkedHashSet<>(procs);
        rest.removeAll(of(other));
        return make(rest);
    }

    // --- ranks ---------------------------------------------------------------------------------------------------

    /**
     * Returns those of certain ranks, in the order of the ranks given ({@code MPI_Group_incl}).
     *
     * @param ranks each once
     * @return the subset
     * @throws IndexOutOfBoundsException if there is no such rank
     * @throws IllegalArgumentException if a rank is given twice
     */
    public Members include(int... ranks) {
        Set<ProcId> chosen = new LinkedHashSet<>();
        for (int rank : ranks) {
            if (!chosen.add(procs.get(rank))) {
                throw new IllegalArgumentException("rank " + rank + " is given twice");
            }
        }
        return make(chosen);
    }

    /**
     * Returns those of the ranks {@code first}, {@code first + stride} and so on, up to {@code last}
     * ({@code MPI_Group_range_incl}).
     *
     * @param first the first rank
     * @param last the last rank, if the stride meets it
     * @param stride not 0; less than 0 counts down
     * @return the subset, empty if {@code last} lies before {@code first}
     * @throws IndexOutOfBoundsException if there is no such rank
     * @throws IllegalArgumentException if the stride is 0
     */
    public Members includeRange(int first, int last, int stride) {
        if (stride == 0) {
            throw new IllegalArgumentException("the stride is 0");
        }
        List<ProcId> chosen = new ArrayList<>();
        for (long rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
            chosen.add(procs.get((int) rank));
        }
        return make(chosen);
    }

    /**
     * Returns all but those of certain ranks, in the order of these ({@code MPI_Group_excl}).
     *
     * @param ranks the ranks
     * @return the subset
     * @throws IndexOutOfBoundsException if there is no such rank
     * @throws IllegalArgumentException if a rank is given twice
     */
    public Members exclude(int... ranks) {
        return difference(include(ranks));
    }

    /**
     * Returns all but those of the ranks {@code first}, {@code first + stride} and so on, up to {@code last}
     * ({@code MPI_Group_range_excl}).
     *
     * @param first the first rank
     * @param last the last rank, if the stride meets it
     * @param stride not 0; less than 0 counts down
     * @return the subset
     * @throws IndexOutOfBoundsException if there is no such rank
     * @throws IllegalArgumentException if the stride is 0
     */
    public Members excludeRange(int first, int last, int stride) {
        return difference(includeRange(first, last, stride));
    }

    /**
     * Returns the ranks that some of these have in another list ({@code MPI_Group_translate_ranks}).
     *
     * @param ranks ranks here
     * @param other the other list
     * @return for each its rank there, empty where it is not in it ({@code MPI_UNDEFINED})
     * @throws IndexOutOfBoundsException if there is no such rank here
     */
    public List<OptionalInt> translateRanks(List<Integer> ranks, Members other) {
        List<OptionalInt> translated = new ArrayList<>(ranks.size());
        for (Integer rank : ranks) {
            translated.add(other.rankOf(procs.get(rank)));
        }
        return List.copyOf(translated);
    }

    /**
     * Returns how these compare with others ({@code MPI_Group_compare}).
     *
     * @param other the others
     * @return whether members and order are the same
     */
    public Comparison compare(Members other) {
        if (procs.equals(other.procs)) {
            return Comparison.IDENTICAL;
        }
        return size() == other.size() && other.containsAll(procs) ? Comparison.SIMILAR : Comparison.UNEQUAL;
    }
}
