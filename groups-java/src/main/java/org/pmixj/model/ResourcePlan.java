// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.internal.base.Checks;

/**
 * Lists the models of a node with the CPUs they use, and which of them share CPUs (use case <em>Hybrid Programming
 * Models</em>, "Brief Description"). Immutable.
 *
 * {@snippet file="ModelSnippets.java" region="overlaps"}
 *
 * @param hardwareThreads the number of hardware threads of the node
 * @param models the models with what they use; also those that do not report what they use
 */
public record ResourcePlan(int hardwareThreads, List<DeclaredModel> models) {
    private static final String[] HEAD = {"process", "model", "threads", "cpus", "of CPUs", "affinity"};

    /** Copies the list; throws {@link IllegalArgumentException} if the node has no hardware thread. */
    public ResourcePlan {
        if (hardwareThreads < 1) {
            throw new IllegalArgumentException("a node has at least 1 hardware thread, not " + hardwareThreads);
        }
        models = List.copyOf(models);
    }

    /**
     * Names CPUs that several models may run on.
     *
     * @param cpus the numbers of the CPUs; an immutable list in ascending order
     * @param models the models that may run on each of them, at least two; an immutable list in the order of the plan
     */
    public record Overlap(List<Integer> cpus, List<DeclaredModel> models) {
        /** Copies the lists. */
        public Overlap {
            cpus = List.copyOf(cpus);
            models = List.copyOf(models);
        }

        /** {@return a sentence such as {@code CPUs 2-3 are shared by MPI of job:0, OpenMP of job:0}} */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(ModelResources.named(cpus))
                    .append(cpus.size() == 1 ? " is" : " are")
                    .append(" shared by ");
            for (int i = 0; i < models.size(); i++) {
                text.append(i == 0 ? "" : ", ")
                        .append(title(models.get(i).model()))
                        .append(" of ")
                        .append(models.get(i).proc());
            }
            return text.toString();
        }
    }

    /**
     * {@return the CPUs that several models may run on, an immutable list in the order of the first CPU of each} CPUs
     * with the same models are one overlap. The list is empty if no CPU is shared.
     */
    public List<Overlap> overlaps() {
        List<BitSet> sets = new ArrayList<>();
        BitSet used = new BitSet();
        for (DeclaredModel model : models) {
            BitSet set = model.model().resources().cpuBits();
            sets.add(set);
            used.or(set);
        }
        Map<BitSet, List<Integer>> shared = new LinkedHashMap<>();
        for (int cpu = used.nextSetBit(0); cpu >= 0; cpu = used.nextSetBit(cpu + 1)) {
            BitSet users = new BitSet();
            for (int i = 0; i < sets.size(); i++) {
                users.set(i, sets.get(i).get(cpu));
            }
            if (users.cardinality() > 1) {
                shared.computeIfAbsent(users, _ -> new ArrayList<>()).add(cpu);
            }
        }
        List<Overlap> overlaps = new ArrayList<>();
        shared.forEach((users, cpus) -> overlaps.add(
                new Overlap(cpus, users.stream().mapToObj(models::get).toList())));
        return List.copyOf(overlaps);
    }

    /** {@return a table of the models and what they use, and below it the overlaps} */
    @Override
    public String toString() {
        List<String[]> rows = new ArrayList<>();
        rows.add(HEAD);
        long threads = 0;
        for (DeclaredModel model : models) {
            rows.add(row(model));
            long more = model.model().resources().threads().orElse(0);
            threads = threads > Long.MAX_VALUE - more ? Long.MAX_VALUE : threads + more;
        }
        StringBuilder text = new StringBuilder(Checks.count(hardwareThreads, "hardware thread"))
                .append(", ")
                .append(Checks.count(threads, "active thread"))
                .append('\n');
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
        for (Overlap overlap : overlaps()) {
            text.append(overlap).append('\n');
        }
        return text.toString();
    }

    private static String[] row(DeclaredModel model) {
        ModelResources resources = model.model().resources();
        return new String[] {
            model.proc().toString(),
            title(model.model()),
            resources.threads().isPresent() ? Long.toString(resources.threads().getAsLong()) : "?",
            resources.cpus().isPresent()
                    ? Checks.count(
                            resources.cpus().getAsLong(), resources.cpuType().orElse("CPU"))
                    : "?",
            resources.cpuSet().isEmpty() ? "?" : ModelResources.list(resources.cpuSet()),
            resources.affinityPolicy().orElse("")
        };
    }

    private static String title(ProgrammingModel model) {
        return model.name()
                + model.library().map(library -> " (" + library + ")").orElse("");
    }
}
