// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.ResourcePlan;

/** A plan as text. */
public final class PlanTable {
    private static final String[] HEAD = {"process", "model", "threads", "cpus", "of CPUs", "affinity"};

    private PlanTable() {}

    public static String of(ResourcePlan plan) {
        List<String[]> rows = new ArrayList<>();
        rows.add(HEAD);
        long threads = 0;
        for (DeclaredModel claim : plan.claims()) {
            ModelResources resources = claim.model().resources();
            rows.add(row(claim));
            threads = PlanConflicts.sum(threads, resources.threads().orElse(0));
        }
        rows.add(new String[] {
            "together",
            "",
            Long.toString(threads),
            counted(PlanConflicts.claimed(plan), ModelResources.HWTHREAD),
            "",
            ""
        });
        StringBuilder text = new StringBuilder()
                .append(counted(plan.cores(), "core"))
                .append(", ")
                .append(counted(plan.hardwareThreads(), "hardware thread"))
                .append('\n');
        table(text, rows);
        for (ResourcePlan.Conflict conflict : plan.conflicts()) {
            text.append("conflict: ").append(line(conflict)).append('\n');
        }
        return text.toString();
    }

    private static String[] row(DeclaredModel claim) {
        ModelResources resources = claim.model().resources();
        return new String[] {
            claim.proc().toString(),
            title(claim.model()),
            resources.threads().isPresent() ? Long.toString(resources.threads().getAsLong()) : "?",
            resources.cpus().isPresent()
                    ? counted(resources.cpus().getAsLong(), resources.cpuType().orElse("CPU"))
                    : "?",
            resources.cpuSet().isEmpty() ? "?" : JvmCpus.text(resources.cpuBits()),
            resources.affinityPolicy().orElse("")
        };
    }

    private static String title(ProgrammingModel model) {
        return model.library().isPresent()
                ? model.name() + " (" + model.library().get() + ")"
                : model.name();
    }

    private static void table(StringBuilder text, List<String[]> rows) {
        int[] widths = new int[HEAD.length];
        for (String[] row : rows) {
            for (int column = 0; column < HEAD.length; column++) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < HEAD.length; column++) {
                line.append(row[column]).repeat(' ', widths[column] + 2 - row[column].length());
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }

    /** Such as {@code 1 thread} and {@code 2 threads}. */
    public static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Such as {@code CPU 1} and {@code CPUs 0-3}; not of an empty set. */
    public static String named(BitSet cpus) {
        return (cpus.cardinality() == 1 ? "CPU " : "CPUs ") + JvmCpus.text(cpus);
    }

    /** A conflict in words. */
    public static String line(ResourcePlan.Conflict conflict) {
        StringBuilder text = new StringBuilder();
        for (DeclaredModel model : conflict.between()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(title(model.model()))
                    .append(" of ")
                    .append(model.proc());
        }
        String counts = conflict.claimed() + " of " + conflict.available();
        String available = counted(conflict.available(), "hardware thread");
        switch (conflict.kind()) {
            case SHARED_CPUS ->
                text.append(" share ")
                        .append(cpus(conflict))
                        .append(" and claim ")
                        .append(counts);
            case OWN_CPUS ->
                text.append(" may run on ")
                        .append(cpus(conflict))
                        .append(" and claims ")
                        .append(counts);
            case NODE_CPUS ->
                text.append(": ")
                        .append(conflict.claimed())
                        .append(" of ")
                        .append(available)
                        .append(" are claimed");
            case NODE_THREADS ->
                text.append(": ")
                        .append(conflict.claimed())
                        .append(" threads are active on ")
                        .append(available);
        }
        return text.toString();
    }

    private static String cpus(ResourcePlan.Conflict conflict) {
        BitSet set = new BitSet();
        for (int cpu : conflict.cpus()) {
            set.set(cpu);
        }
        return named(set);
    }
}
