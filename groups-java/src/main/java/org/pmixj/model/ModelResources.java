// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.model.JvmCpus;
import org.pmixj.internal.model.PlanTable;

/**
 * Describes what a programming model uses of its node. Immutable. What is not known is empty.
 *
 * {@snippet file="ModelSnippets.java" region="resources"}
 *
 * @param threads the number of its active threads ({@code PMIX_MODEL_NUM_THREADS}); from another program one above
 *     {@link Long#MAX_VALUE} is that
 * @param cpus the number of CPUs it uses ({@code PMIX_MODEL_NUM_CPUS}); as the threads
 * @param cpuType what is counted, such as {@link #HWTHREAD} or {@link #CORE} ({@code PMIX_MODEL_CPU_TYPE}); if it is
 *     empty, hardware threads. A {@link ResourcePlan} does not count those of another type
 * @param affinityPolicy where its threads are: {@code master}, {@code close} or {@code spread}
 *     ({@code PMIX_MODEL_AFFINITY_POLICY})
 * @param cpuSet the numbers of the CPUs it may run on, as the operating system counts them, in order; an immutable
 *     list, empty if it is not known. The Standard has no attribute for it: only programs that use this library tell it
 */
public record ModelResources(
        OptionalLong threads,
        OptionalLong cpus,
        Optional<String> cpuType,
        Optional<String> affinityPolicy,
        List<Integer> cpuSet) {
    /** A CPU is a hardware thread. */
    public static final String HWTHREAD = "hwthread";

    /** A CPU is a core with all its hardware threads. */
    public static final String CORE = "core";

    /** The highest number of a CPU, and one more. */
    public static final int MAX_CPUS = 1 << 16;

    private static final ModelResources NONE = builder().build();

    /**
     * Checks and copies the components.
     *
     * @throws IllegalArgumentException as the methods of {@link Builder}
     */
    public ModelResources {
        notNegative("threads", threads);
        notNegative("cpus", cpus);
        if (Objects.requireNonNull(cpuType, "cpuType").isPresent()) {
            Checks.modelText("CPU type", cpuType.get());
        }
        if (Objects.requireNonNull(affinityPolicy, "affinityPolicy").isPresent()) {
            Checks.modelText("affinity policy", affinityPolicy.get());
        }
        cpuSet = List.copyOf(cpuSet);
        int last = -1;
        for (int cpu : cpuSet) {
            if (cpu <= last || cpu >= MAX_CPUS) {
                throw new IllegalArgumentException(
                        "CPU " + cpu + " after " + last + ": they are in order, each once, from 0 below " + MAX_CPUS);
            }
            last = cpu;
        }
    }

    private static void notNegative(String what, OptionalLong number) {
        if (number.isPresent() && number.getAsLong() < 0) {
            throw new IllegalArgumentException(what + " " + number.getAsLong() + " is negative");
        }
    }

    /**
     * Returns resources of which nothing is known.
     *
     * @return the same each time
     */
    public static ModelResources none() {
        return NONE;
    }

    /**
     * Returns what this JVM uses: as many threads as its common pool computes with, the processors it takes for
     * available, which are hardware threads, and the CPUs the operating system lets it run on.
     *
     * @return as it is now
     */
    public static ModelResources ofThisJvm() {
        return JvmCpus.resources();
    }

    /**
     * Creates a builder.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns whether nothing is known.
     *
     * @return true if all is empty
     */
    public boolean isEmpty() {
        return threads.isEmpty() && cpus.isEmpty() && cpuType.isEmpty() && affinityPolicy.isEmpty() && cpuSet.isEmpty();
    }

    /**
     * Returns the CPUs it may run on.
     *
     * @return a new set, empty if they are not known
     */
    public BitSet cpuBits() {
        BitSet set = new BitSet();
        for (int cpu : cpuSet) {
            set.set(cpu);
        }
        return set;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        threads.ifPresent(count -> text.append(", ").append(PlanTable.counted(count, "thread")));
        cpus.ifPresent(count -> text.append(", ").append(PlanTable.counted(count, cpuType.orElse("CPU"))));
        if (!cpuSet.isEmpty()) {
            text.append(", ").append(PlanTable.named(cpuBits()));
        }
        affinityPolicy.ifPresent(policy -> text.append(", ").append(policy));
        return text.isEmpty() ? "unknown" : text.substring(2);
    }

    /** Builds resources. It must not be used by several threads at once. */
    public static final class Builder {
        private OptionalLong threads = OptionalLong.empty();
        private OptionalLong cpus = OptionalLong.empty();
        private @Nullable String cpuType;
        private @Nullable String affinityPolicy;
        private List<Integer> cpuSet = List.of();

        private Builder() {}

        /**
         * Sets how many threads are active.
         *
         * @param count from 0
         * @return this
         * @throws IllegalArgumentException if it is negative
         */
        public Builder threads(long count) {
            this.threads = OptionalLong.of(count);
            notNegative("threads", threads);
            return this;
        }

        /**
         * Sets how many CPUs are used.
         *
         * @param count from 0
         * @return this
         * @throws IllegalArgumentException if it is negative
         */
        public Builder cpus(long count) {
            this.cpus = OptionalLong.of(count);
            notNegative("cpus", cpus);
            return this;
        }

        /**
         * Sets what is counted as a CPU.
         *
         * @param type {@link #HWTHREAD}, {@link #CORE} or another, which a {@link ResourcePlan} does not count
         * @return this
         * @throws IllegalArgumentException if it is empty, longer than 4095 bytes in UTF-8, or contains NUL
         */
        public Builder cpuType(String type) {
            this.cpuType = Checks.modelText("CPU type", type);
            return this;
        }

        /**
         * Sets where the threads are.
         *
         * @param policy {@code master} (with the master thread), {@code close} (close to it), {@code spread} (over all
         *     available CPUs) or another
         * @return this
         * @throws IllegalArgumentException if it is empty, longer than 4095 bytes in UTF-8, or contains NUL
         */
        public Builder affinityPolicy(String policy) {
            this.affinityPolicy = Checks.modelText("affinity policy", policy);
            return this;
        }

        /**
         * Sets which CPUs it may run on.
         *
         * @param set their numbers, such as {@link org.pmixj.job.NodeTopology#binding} has them; empty if they are
         *     not known
         * @return this
         * @throws IllegalArgumentException if one is {@link #MAX_CPUS} or more
         */
        public Builder cpuSet(BitSet set) {
            if (set.length() > MAX_CPUS) {
                throw new IllegalArgumentException("CPU " + (set.length() - 1) + " is not below " + MAX_CPUS);
            }
            List<Integer> numbers = new ArrayList<>(set.cardinality());
            for (int cpu = set.nextSetBit(0); cpu >= 0; cpu = set.nextSetBit(cpu + 1)) {
                numbers.add(cpu);
            }
            this.cpuSet = List.copyOf(numbers);
            return this;
        }

        /**
         * Builds the resources.
         *
         * @return immutable resources
         */
        public ModelResources build() {
            return new ModelResources(
                    threads, cpus, Optional.ofNullable(cpuType), Optional.ofNullable(affinityPolicy), cpuSet);
        }
    }
}
