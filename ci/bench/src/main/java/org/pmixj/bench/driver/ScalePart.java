// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.pmixj.bench.Scale;

/** Measures one group of many ranks: what an operation costs a rank must not grow faster than in C. */
final class ScalePart {
    private static final int ROUNDS = 4;
    private static final List<String> OPERATIONS = List.of("construct", "fence", "exchange", "event", "destruct");
    private static final int STEPS = 2 + ROUNDS * OPERATIONS.size();

    private final Options options;
    private final Launcher launcher;
    private final Programs programs;
    private final Workspace workspace;

    ScalePart(Options options, Launcher launcher, Programs programs, Workspace workspace) {
        this.options = options;
        this.launcher = launcher;
        this.programs = programs;
        this.workspace = workspace;
    }

    Map<String, Object> run(List<Table> tables) throws IOException, InterruptedException {
        Progress.say("scale: creating the AOT cache");
        List<Programs.Program> all =
                programs.of(Scale.class, workspace.emptyFolder("training"), ROUNDS, options.scaleTimeout).stream()
                        // The cache makes the difference in a cold job, which other parts show.
                        .filter(program -> !program.name().equals(Programs.JAVA))
                        .toList();
        Map<String, Object> json = new LinkedHashMap<>();
        for (int nodes : options.scaleNodes) {
            Map<Integer, Map<String, ScaleFigures>> figures = new LinkedHashMap<>();
            Map<String, Object> entry = new LinkedHashMap<>();
            for (int ranks : options.scaleRanks) {
                Map<String, ScaleFigures> its = measure(ranks, nodes, all);
                figures.put(ranks, its);
                Map<String, Object> programs = new LinkedHashMap<>();
                its.forEach((program, each) -> programs.put(program, each.toJson()));
                entry.put(Integer.toString(ranks), programs);
            }
            json.put(Integer.toString(nodes), entry);
            tables.add(times(nodes, "CPU time of a rank, ms", figures, ScaleFigures.Step::cpuMillis));
            tables.add(times(
                    nodes,
                    "time from the last rank's call to the last rank's return, ms",
                    figures,
                    ScaleFigures.Step::millis));
            tables.add(messages(nodes, figures));
        }
        return json;
    }

    private Map<String, ScaleFigures> measure(int ranks, int nodes, List<Programs.Program> all)
            throws IOException, InterruptedException {
        Map<String, ScaleFigures> figures = new LinkedHashMap<>();
        for (Programs.Program program : all) {
            Progress.say("scale: " + ranks + " ranks, nodes " + nodes + ", " + program.name());
            Path output = workspace.emptyFolder("scale");
            List<String> words = new ArrayList<>(List.of("env", "PMIXJ_BENCH_CALLS=" + output));
            if (!program.name().equals(Programs.C)) {
                words.add("PMIXJ_LIBRARY=" + workspace.binary("libcalls.so"));
            }
            words.addAll(program.with(output, ROUNDS, options.scaleTimeout));
            Launcher.Cost cost = launcher.run(ranks, nodes, words);
            figures.put(program.name(), ScaleFigures.read(output, ranks, STEPS, cost));
        }
        return figures;
    }

    private static String heading(int nodes, String what) {
        return "Scale, one group of all ranks: " + what + " (nodes " + nodes + ")";
    }

    private static Table times(
            int nodes,
            String what,
            Map<Integer, Map<String, ScaleFigures>> figures,
            ToDoubleFunction<ScaleFigures.Step> figure) {
        List<String> headings = new ArrayList<>(List.of("ranks", "program", "init"));
        headings.addAll(OPERATIONS);
        headings.add("| later: " + OPERATIONS.getFirst());
        headings.addAll(OPERATIONS.subList(1, OPERATIONS.size()));
        headings.add("| close");
        Table table = new Table(heading(nodes, what), 2, headings.toArray(String[]::new));
        figures.forEach((ranks, programs) -> {
            programs.forEach((program, its) -> {
                List<String> cells = begin(ranks, program);
                List<ScaleFigures.Step> steps = its.steps();
                for (int step = 0; step <= OPERATIONS.size(); step++) {
                    cells.add(Table.number(figure.applyAsDouble(steps.get(step))));
                }
                for (int operation = 1; operation <= OPERATIONS.size(); operation++) {
                    List<ScaleFigures.Step> later = new ArrayList<>();
                    for (int round = 1; round < ROUNDS; round++) {
                        later.add(steps.get(round * OPERATIONS.size() + operation));
                    }
                    cells.add(Table.number(figure.applyAsDouble(ScaleFigures.Step.mean(later))));
                }
                cells.add(Table.number(figure.applyAsDouble(steps.getLast())));
                table.row(cells.toArray(String[]::new));
            });
            table.gap();
        });
        return table;
    }

    private static List<String> begin(int ranks, String program) {
        return new ArrayList<>(List.of(program.equals(Programs.C) ? Integer.toString(ranks) : "", program));
    }

    private static Table messages(int nodes, Map<Integer, Map<String, ScaleFigures>> figures) {
        Table table = new Table(
                heading(nodes, "the whole job, and what a rank sends"),
                2,
                "ranks",
                "program",
                "wall, s",
                "CPU per rank, ms",
                "of it launcher",
                "| Pss, MB",
                "| queries",
                "notifications",
                "registrations",
                "gets",
                "lookups",
                "| segments sent",
                "received",
                "| KiB sent",
                "received");
        figures.forEach((ranks, programs) -> {
            programs.forEach((program, its) -> {
                List<String> cells = begin(ranks, program);
                cells.addAll(List.of(
                        Table.number(its.cost().wallSeconds()),
                        Table.number(its.cost().cpuSeconds() * 1e3 / ranks),
                        Table.number(its.launcherMillis()),
                        Table.number(its.memory().pss()),
                        Table.number(its.calls("Query_info_nb")),
                        Table.number(its.calls("Notify_event")),
                        Table.number(its.calls("Register_event_handler")),
                        Table.number(its.calls("Get") + its.calls("Get_nb")),
                        Table.number(its.calls("Lookup_nb")),
                        Table.number(its.calls("segments-sent")),
                        Table.number(its.calls("segments-received")),
                        Table.number(its.calls("bytes-sent") / 1024),
                        Table.number(its.calls("bytes-received") / 1024)));
                table.row(cells.toArray(String[]::new));
            });
            table.gap();
        });
        return table;
    }
}
