// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.bench.OmptLoops;

/** Measures the cost of a parallel region of OpenMP, with and without the tool that reports it to PMIx. */
final class OmptPart {
    private static final String NO_TOOL = "no tool";

    // The tool leaves out no region because libpmix lags behind, so that all of them cost.
    private static final List<String> ALL = List.of("PMIXJ_OMPT_PENDING=1000000");

    private final Options options;
    private final Launcher launcher;
    private final Programs programs;
    private final Workspace workspace;

    OmptPart(Options options, Launcher launcher, Programs programs, Workspace workspace) {
        this.options = options;
        this.launcher = launcher;
        this.programs = programs;
        this.workspace = workspace;
    }

    /**
     * Describes a line of the table.
     *
     * @param tool settings of the tool, null without it
     * @param words the program and its words after the common arguments
     */
    private record Case(
            String program, String what, @Nullable List<String> tool, List<List<String>> words) {}

    private List<Case> cases() {
        List<String> c = List.of(workspace.binary("omptloops"));
        List<String> java = programs.withShortJob(OmptLoops.class).command();
        String library = workspace.binary("libomptregions.so");
        List<String> every = List.of("PMIXJ_OMPT_EVERY=100");
        List<String> rate = List.of("PMIXJ_OMPT_PER_SECOND=1000");
        List<List<String>> inC = List.of(c, List.of());
        List<List<String>> inJava = List.of(java, List.of(library));
        List<List<String>> handled = List.of(java, List.of(library, "handler"));
        return List.of(
                new Case(Programs.C, NO_TOOL, null, inC),
                new Case(Programs.C, "tool, PMIx not initialised", ALL, List.of(c, List.of("alone"))),
                new Case(Programs.C, "tool", ALL, inC),
                new Case(Programs.C, "tool, every 100th", every, inC),
                new Case(Programs.C, "tool, 1000 a second", rate, inC),
                new Case("Java", NO_TOOL, null, inJava),
                new Case("Java", "tool, no handler", ALL, inJava),
                new Case("Java", "tool, a handler in Java", ALL, handled),
                new Case("Java", "tool, a handler, every 100th", every, handled),
                new Case("Java", "tool, a handler, 1000 a second", rate, handled));
    }

    Map<String, Object> run(List<Table> tables) throws IOException, InterruptedException {
        Table table = new Table(
                "OpenMP: a parallel region, microseconds (rounds " + options.rounds + ", iterations "
                        + options.iterations + " after " + options.warmup + " of warm-up)",
                3,
                "threads",
                "program",
                "",
                "median",
                "mean",
                "p99",
                "median, more than without");
        Map<String, Object> json = new LinkedHashMap<>();
        for (int threads : options.omptThreads) {
            Map<Case, Timings> timings = measure(threads);
            Map<String, Double> without = new LinkedHashMap<>();
            List<Object> rows = new ArrayList<>();
            String first = Integer.toString(threads);
            for (Map.Entry<Case, Timings> entry : timings.entrySet()) {
                Case each = entry.getKey();
                Timings its = entry.getValue();
                double mean = its.warm.getMean() / 1e3;
                double median = Timings.micros(its.warm, 50);
                if (each.tool() == null) {
                    without.put(each.program(), median);
                }
                double more = median - Objects.requireNonNull(without.get(each.program()));
                table.row(
                        first,
                        each.program(),
                        each.what(),
                        Table.number(median),
                        Table.number(mean),
                        Table.number(Timings.micros(its.warm, 99)),
                        each.tool() == null ? "" : Table.number(more));
                first = "";
                Map<String, Object> row = new LinkedHashMap<>(its.toJson());
                row.put("program", each.program());
                row.put("tool", each.what());
                row.put("meanMicros", mean);
                rows.add(row);
            }
            table.gap();
            json.put(Integer.toString(threads), rows);
        }
        tables.add(table);
        return json;
    }

    private Map<Case, Timings> measure(int threads) throws IOException, InterruptedException {
        Map<Case, Timings> timings = new LinkedHashMap<>();
        for (int round = 1; round <= options.rounds; round++) {
            for (Case each : cases()) {
                Progress.say("ompt: threads " + threads + ", round " + round + " of " + options.rounds + ", "
                        + each.program() + ", " + each.what());
                Path output = workspace.emptyFolder("samples");
                List<String> command = new ArrayList<>(List.of("env"));
                if (each.tool() != null) {
                    command.add("OMP_TOOL_LIBRARIES=" + workspace.ompTool());
                    command.addAll(each.tool());
                }
                command.addAll(each.words().getFirst());
                command.addAll(List.of(
                        output.toString(),
                        Integer.toString(options.warmup),
                        Integer.toString(options.iterations),
                        Integer.toString(threads)));
                command.addAll(each.words().getLast());
                launcher.runFree(command);
                timings.computeIfAbsent(each, _ -> new Timings())
                        .add(output.resolve("0.regions"), options.warmup, options.iterations);
            }
        }
        return timings;
    }
}
