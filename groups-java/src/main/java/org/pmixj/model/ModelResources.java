// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.CpuList;
import org.pmixj.internal.model.JvmCpus;

/**
 * Describes the threads and CPUs of its node that a programming model uses. Immutable. Unknown components are empty.
 *
 * {@snippet file="ModelSnippets.java" region="resources"}
 *
 * @param threads the number of active threads ({@code PMIX_MODEL_NUM_THREADS}), limited to {@link Long#MAX_VALUE}
 * @param cpus the number of CPUs ({@code PMIX_MODEL_NUM_CPUS}); limited likewise
 * @param cpuType the unit that {@code cpus} counts, such as {@link #HWTHREAD} or {@link #CORE} ({@code
 *     PMIX_MODEL_CPU_TYPE}); hardware threads if it is empty
 * @param affinityPolicy the place of its threads: {@code master}, {@code close} or {@code spread} ({@code
 *     PMIX_MODEL_AFFINITY_POLICY})
 * @param cpuSet the numbers of the CPUs it may run on, as the operating system counts them; an immutable list in
 *     ascending order. The Standard has no attribute for it: only programs with this library report it
 */
public record ModelResources(
        OptionalLong threads,
        OptionalLong cpus,
        Optional<String> cpuType,
        Optional<String> affinityPolicy,
        List<Integer> cpuSet) {
    /** The CPU type of hardware threads. */
    public static final String HWTHREAD = "hwthread";

    /** The CPU type of cores, each with all its hardware threads. */
    public static final String CORE = "core";

    /** The number of CPUs that can be named: CPU numbers are below it. */
    public static final int MAX_CPUS = JvmCpus.MAX_CPUS;

    private static final ModelResources NONE = builder().build();

    /**
     * Checks that no number is negative, texts have 1 to 4095 bytes of UTF-8 without NUL, and CPU numbers are ascending
     * and below {@link #MAX_CPUS}; copies the list.
     */
    public ModelResources {
        notNegative("threads", threads);
        notNegative("cpus", cpus);
        cpuType.ifPresent(text -> Checks.modelText("CPU type", text));
        affinityPolicy.ifPresent(text -> Checks.modelText("affinity policy", text));
        cpuSet = List.copyOf(cpuSet);
        int last = -1;
        for (int cpu : cpuSet) {
            if (cpu <= last || cpu >= MAX_CPUS) {
                throw new IllegalArgumentException("CPU " + cpu + " follows CPU " + last
                        + ": CPU numbers must be ascending, from 0 and below " + MAX_CPUS);
            }
            last = cpu;
        }
    }

    private static void notNegative(String what, OptionalLong number) {
        if (number.isPresent() && number.getAsLong() < 0) {
            throw new IllegalArgumentException(what + " " + number.getAsLong() + " is negative");
        }
    }

    /** {@return resources of which nothing is known} */
    public static ModelResources none() {
        return NONE;
    }

    /**
     * {@return what this JVM uses now} These are as many threads as its common pool, its available processors, which
     * are hardware threads, and the CPUs the operating system lets it run on. Reads {@code /proc}; the CPUs are empty
     * outside Linux.
     */
    public static ModelResources ofThisJvm() {
        return builder()
                .threads(Math.max(1, ForkJoinPool.getCommonPoolParallelism()))
                .cpus(Runtime.getRuntime().availableProcessors())
                .cpuType(HWTHREAD)
                .cpuSet(JvmCpus.allowed())
                .build();
    }

    /** {@return an empty builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return whether all components are empty} */
    public boolean isEmpty() {
        return threads.isEmpty() && cpus.isEmpty() && cpuType.isEmpty() && affinityPolicy.isEmpty() && cpuSet.isEmpty();
    }

    /** {@return the CPUs it may run on as a new set, empty if they are unknown} */
    public BitSet cpuBits() {
        return bits(cpuSet);
    }

    private static BitSet bits(List<Integer> cpus) {
        BitSet set = new BitSet();
        cpus.forEach(set::set);
        return set;
    }

    /** Returns CPU numbers in the form {@code 0-3,8}. */
    static String list(List<Integer> cpus) {
        return CpuList.cpuset(bits(cpus)).cpus();
    }

    /** Returns CPU numbers in the form {@code CPU 1} or {@code CPUs 0-3}. */
    static String named(List<Integer> cpus) {
        return (cpus.size() == 1 ? "CPU " : "CPUs ") + list(cpus);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        threads.ifPresent(count -> text.append(", ").append(Checks.count(count, "thread")));
        cpus.ifPresent(count -> text.append(", ").append(Checks.count(count, cpuType.orElse("CPU"))));
        if (!cpuSet.isEmpty()) {
            text.append(", ").append(named(cpuSet));
        }
        affinityPolicy.ifPresent(policy -> text.append(", ").append(policy));
        return text.isEmpty() ? "unknown" : text.substring(2);
    }

    /** Builds resources. Not for concurrent use. A text has 1 to 4095 bytes of UTF-8. */
    public static final class Builder {
        private OptionalLong threads = OptionalLong.empty();
        private OptionalLong cpus = OptionalLong.empty();
        private Optional<String> cpuType = Optional.empty();
        private Optional<String> affinityPolicy = Optional.empty();
        private List<Integer> cpuSet = List.of();

        private Builder() {}

        /**
         * Sets the number of active threads.
         *
         * @param count from 0
         * @return this builder
         */
        public Builder threads(long count) {
            this.threads = OptionalLong.of(count);
            notNegative("threads", threads);
            return this;
        }

        /**
         * Sets the number of used CPUs.
         *
         * @param count from 0
         * @return this builder
         */
        public Builder cpus(long count) {
            this.cpus = OptionalLong.of(count);
            notNegative("cpus", cpus);
            return this;
        }

        /**
         * Sets the unit in which CPUs are counted.
         *
         * @param type {@link #HWTHREAD}, {@link #CORE} or another
         * @return this builder
         */
        public Builder cpuType(String type) {
            this.cpuType = Optional.of(Checks.modelText("CPU type", type));
            return this;
        }

        /**
         * Sets the place of the threads.
         *
         * @param policy {@code master} (with the master thread), {@code close} (to it), {@code spread} (over all CPUs)
         *     or another
         * @return this builder
         */
        public Builder affinityPolicy(String policy) {
            this.affinityPolicy = Optional.of(Checks.modelText("affinity policy", policy));
            return this;
        }

        /**
         * Sets the CPUs it may run on.
         *
         * @param set CPU numbers, as the operating system numbers them; empty if unknown
         * @return this builder
         * @throws IllegalArgumentException if one is {@link #MAX_CPUS} or more
         */
        public Builder cpuSet(BitSet set) {
            if (set.length() > MAX_CPUS) {
                throw new IllegalArgumentException("CPU " + (set.length() - 1) + " is not below " + MAX_CPUS);
            }
            this.cpuSet = set.stream().boxed().toList();
            return this;
        }

        /** {@return the resources} */
        public ModelResources build() {
            return new ModelResources(threads, cpus, cpuType, affinityPolicy, cpuSet);
        }
    }
}
