// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.pmixj.bench.Cold;

/** Measures whole jobs: init, one group of all, finalize. */
final class ColdPart {
    private final Options options;
    private final Launcher launcher;
    private final Programs programs;
    private final Workspace workspace;

    ColdPart(Options options, Launcher launcher, Programs programs, Workspace workspace) {
        this.options = options;
        this.launcher = launcher;
        this.programs = programs;
        this.workspace = workspace;
    }

    /** Holds the figures of the jobs of one program and size. */
    private record Costs(List<Double> walls, List<Double> cpus, Memory memory, int ranks) {
        double wall() {
            return median(walls);
        }

        double cpuPerRank() {
            return median(cpus) / ranks;
        }

        Map<String, Object> toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("wallSeconds", walls);
            json.put("cpuSeconds", cpus);
            json.put("cpuSecondsPerRank", cpuPerRank());
            json.put("rssMegabytesPerRank", memory.rss());
            json.put("pssMegabytesPerRank", memory.pss());
            json.put("classesSpunPerRank", memory.spun());
            return json;
        }
    }

    Map<String, Object> run(List<Table> tables) throws IOException, InterruptedException {
        Progress.say("cold: creating the AOT cache");
        List<Programs.Program> all = new ArrayList<>(programs.of(Cold.class));
        all.addAll(programs.beside(Cold.class));
        Table table = new Table(
                "Cold, whole jobs: prterun, init, one group of all, finalize (medians; nodes " + options.coldNodes
                        + ")",
                2,
                "ranks",
                "program",
                "runs",
                "wall, ms",
                "x C",
                "CPU per rank, ms",
                "x C",
                "x bindings",
                "| Rss, MB",
                "Pss, MB",
                "| classes spun");
        Map<String, Object> json = new LinkedHashMap<>();
        for (int ranks : options.coldRanks) {
            Map<String, Costs> costs = measure(ranks, all);
            addRows(table, ranks, costs);
            Map<String, Object> entry = new LinkedHashMap<>();
            costs.forEach((program, its) -> entry.put(program, its.toJson()));
            json.put(Integer.toString(ranks), entry);
        }
        tables.add(table);
        return json;
    }

    private Map<String, Costs> measure(int ranks, List<Programs.Program> all) throws IOException, InterruptedException {
        Map<String, Costs> costs = new LinkedHashMap<>();
        for (Programs.Program program : all) {
            Progress.say("cold: " + ranks + " ranks, memory, " + program.name());
            Path output = workspace.emptyFolder("memory");
            // This is a separate job, since it does a little more. It also serves as an unmeasured first run.
            launcher.run(ranks, options.coldNodes, program.withClassLog(output, output, ranks));
            costs.put(
                    program.name(), new Costs(new ArrayList<>(), new ArrayList<>(), Memory.mean(output, ranks), ranks));
        }
        int runs = options.repeat(ranks);
        for (int run = 1; run <= runs; run++) {
            for (Programs.Program program : all) {
                Progress.say("cold: " + ranks + " ranks, run " + run + " of " + runs + ", " + program.name());
                Launcher.Cost cost = launcher.run(ranks, options.coldNodes, program.with());
                Costs its = Objects.requireNonNull(costs.get(program.name()));
                its.walls().add(cost.wallSeconds());
                its.cpus().add(cost.cpuSeconds());
            }
        }
        return costs;
    }

    private static void addRows(Table table, int ranks, Map<String, Costs> costs) {
        Costs c = Objects.requireNonNull(costs.get(Programs.C));
        Costs bare = Objects.requireNonNull(costs.get(Programs.BARE));
        costs.forEach((program, its) -> table.row(
                program.equals(Programs.C) ? Integer.toString(ranks) : "",
                program,
                Integer.toString(its.walls().size()),
                Table.number(its.wall() * 1e3),
                Table.ratio(its.wall(), c.wall()),
                Table.number(its.cpuPerRank() * 1e3),
                Table.ratio(its.cpuPerRank(), c.cpuPerRank()),
                Table.ratio(its.cpuPerRank(), bare.cpuPerRank()),
                Table.number(its.memory().rss()),
                Table.number(its.memory().pss()),
                program.equals(Programs.C) ? "-" : Table.number(its.memory().spun())));
        table.gap();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
