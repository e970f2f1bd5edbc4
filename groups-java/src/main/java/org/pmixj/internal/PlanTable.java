// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

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
        long cpus = 0;
        for (DeclaredModel claim : plan.claims()) {
            ModelResources resources = claim.model().resources();
            rows.add(row(claim));
            threads = PlanConflicts.sum(threads, resources.threads().orElse(0));
            cpus = PlanConflicts.sum(cpus, PlanConflicts.claimed(plan, resources));
        }
        rows.add(new String[] {"together", "", Long.toString(threads), cpus + " hwthread", "", ""});
        StringBuilder text = new StringBuilder()
                .append(plan.cores())
                .append(" cores, ")
                .append(plan.hardwareThreads())
                .append(" hardware threads\n");
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
                    ? resources.cpus().getAsLong() + " " + resources.cpuType().orElse("CPU")
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
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < HEAD.length; column++) {
                line.append(row[column]);
                for (int i = row[column].length(); i < width(rows, column) + 2; i++) {
                    line.append(' ');
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }

    private static int width(List<String[]> rows, int column) {
        int width = 0;
        for (String[] row : rows) {
            width = Math.max(width, row[column].length());
        }
        return width;
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
        switch (conflict.kind()) {
            case SHARED_CPUS ->
                text.append(" share CPUs ")
                        .append(cpus(conflict))
                        .append(" and claim ")
                        .append(counts);
            case OWN_CPUS ->
                text.append(" may run on CPUs ")
                        .append(cpus(conflict))
                        .append(" and claims ")
                        .append(counts);
            case NODE_CPUS -> text.append(": ").append(counts).append(" hardware threads are claimed");
            case NODE_THREADS ->
                text.append(": ")
                        .append(conflict.claimed())
                        .append(" threads are active on ")
                        .append(conflict.available())
                        .append(" hardware threads");
        }
        return text.toString();
    }

    private static String cpus(ResourcePlan.Conflict conflict) {
        BitSet set = new BitSet();
        for (int cpu : conflict.cpus()) {
            set.set(cpu);
        }
        return JvmCpus.text(set);
    }
}
