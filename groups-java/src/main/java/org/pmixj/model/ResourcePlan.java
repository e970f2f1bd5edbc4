// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.List;
import org.pmixj.internal.model.PlanConflicts;
import org.pmixj.internal.model.PlanTable;

/**
 * Describes who uses which CPUs of a node, and who claims too many. Immutable. What a model claims is the number of CPUs it
 * says it uses, or all CPUs it may run on if it does not say. A core is as many hardware threads as the cores of the node
 * have on average, rounded up; where cores differ and the CPUs are known, one at least. A model that counts CPUs of
 * another type than {@link ModelResources#HWTHREAD} and {@link ModelResources#CORE} does not say.
 *
 * <pre>{@code
 * for (ResourcePlan.Conflict conflict : pmix.models().plan().conflicts()) {
 *     System.err.println(conflict);
 * }
 * }</pre>
 */
public final class ResourcePlan {
    private final int hardwareThreads;
    private final int cores;
    private final List<DeclaredModel> claims;
    private final List<Conflict> conflicts;

    private ResourcePlan(int hardwareThreads, int cores, List<DeclaredModel> claims) {
        this.hardwareThreads = hardwareThreads;
        this.cores = cores;
        this.claims = claims;
        this.conflicts = PlanConflicts.of(this);
    }

    /**
     * Creates a plan.
     *
     * @param hardwareThreads how many the node has
     * @param cores how many the node has
     * @param claims the models on the node, in the order in which the plan is to list them
     * @return the plan
     * @throws IllegalArgumentException if the node has no core, or fewer hardware threads than cores
     */
    public static ResourcePlan of(int hardwareThreads, int cores, List<DeclaredModel> claims) {
        if (cores < 1 || hardwareThreads < cores) {
            throw new IllegalArgumentException(
                    "a node of " + cores + " cores and " + hardwareThreads + " hardware threads");
        }
        return new ResourcePlan(hardwareThreads, cores, List.copyOf(claims));
    }

    /**
     * Returns the number of hardware threads of the node.
     *
     * @return from 1
     */
    public int hardwareThreads() {
        return hardwareThreads;
    }

    /**
     * Returns the number of cores of the node.
     *
     * @return from 1
     */
    public int cores() {
        return cores;
    }

    /**
     * The models, with what they use.
     *
     * @return an immutable list; those are in it, too, that do not say what they use
     */
    public List<DeclaredModel> claims() {
        return claims;
    }

    /**
     * Returns the conflicts.
     *
     * @return an immutable list, empty if all have what they claim
     */
    public List<Conflict> conflicts() {
        return conflicts;
    }

    /**
     * Returns a table of the models and what they use, and below it the conflicts.
     *
     * @return several lines
     */
    @Override
    public String toString() {
        return PlanTable.of(this);
    }

    /**
     * Describes models that together claim more than there is.
     *
     * @param kind of what
     * @param between the models
     * @param cpus the CPUs they contend for, empty if it is not about certain ones; an immutable list
     * @param claimed how much they claim together, in hardware threads or threads
     * @param available how much there is, in hardware threads
     */
    public record Conflict(Kind kind, List<DeclaredModel> between, List<Integer> cpus, long claimed, long available) {
        /** Lists what there is too little of. */
        public enum Kind {
            /** Models that may run on the same CPUs claim more than these. */
            SHARED_CPUS,
            /** A model claims more CPUs than it may run on. */
            OWN_CPUS,
            /** All models together claim more CPUs than the node has. */
            NODE_CPUS,
            /** All models together have more active threads than the node has hardware threads. */
            NODE_THREADS
        }

        /** Copies what is given. */
        public Conflict {
            between = List.copyOf(between);
            cpus = List.copyOf(cpus);
        }

        @Override
        public String toString() {
            return PlanTable.line(this);
        }
    }
}
