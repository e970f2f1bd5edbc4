// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.pmixj.internal.base.CpuList;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ResourcePlan;
import org.pmixj.value.Cpuset;

/** The CPUs of this JVM and of its node, as Linux tells them. Where it does not, what Java knows has to do. */
public final class JvmCpus {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Path CPUS = Path.of("/sys/devices/system/cpu");

    /** More than a list of all CPUs below {@link ModelResources#MAX_CPUS}; what a process tells may be any. */
    static final int MAX_TEXT = 512 * 1024;

    private JvmCpus() {}

    /** What {@link ModelResources#ofThisJvm} has. */
    public static ModelResources resources() {
        return ModelResources.builder()
                .threads(Math.max(1, ForkJoinPool.getCommonPoolParallelism()))
                .cpus(Runtime.getRuntime().availableProcessors())
                .cpuType(ModelResources.HWTHREAD)
                .cpuSet(allowed())
                .build();
    }

    /** Such as {@code 0-3,8}. */
    public static String text(BitSet set) {
        return CpuList.cpuset(set).cpus();
    }

    /** Empty for what is not such a list. */
    static BitSet parse(String list) {
        if (list.length() > MAX_TEXT) {
            return new BitSet();
        }
        try {
            BitSet set = CpuList.set(new Cpuset("hwloc", list));
            return set.length() > ModelResources.MAX_CPUS ? new BitSet() : set;
        } catch (IllegalArgumentException e) {
            return new BitSet();
        }
    }

    private static BitSet allowed() {
        try {
            List<String> lines = Files.readAllLines(STATUS);
            for (String line : lines) {
                if (line.startsWith(ALLOWED)) {
                    return parse(line.substring(ALLOWED.length()).strip());
                }
            }
        } catch (IOException e) {
            // Not Linux, or not to be read.
        }
        return new BitSet();
    }

    /** A plan of the node this JVM is on. */
    static ResourcePlan plan(List<DeclaredModel> models) {
        BitSet online = read(CPUS.resolve("online"));
        int threads = online.isEmpty() ? Runtime.getRuntime().availableProcessors() : online.cardinality();
        Set<BitSet> cores = new HashSet<>();
        for (int cpu = online.nextSetBit(0); cpu >= 0; cpu = online.nextSetBit(cpu + 1)) {
            BitSet siblings = read(CPUS.resolve("cpu" + cpu).resolve("topology/thread_siblings_list"));
            if (siblings.isEmpty()) {
                siblings.set(cpu);
            }
            cores.add(siblings);
        }
        return ResourcePlan.of(threads, Math.clamp(cores.size(), 1, threads), models);
    }

    private static BitSet read(Path list) {
        try {
            return parse(Files.readString(list).strip());
        } catch (IOException e) {
            return new BitSet();
        }
    }
}
