// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.pmixj.bench.Loops;

/** Measures repeated operations in running jobs, the programs in turn. */
final class LoopsPart {
    /** Operations inside the process are fast, and need more iterations for a reliable percentile. */
    private static final int MANY = 5;

    /** libpmix keeps data of each iteration, which makes the next one slower; many iterations would measure that. */
    private static final int FEW = 10;

    /** An event to another process and one back take more than 40 ms. */
    private static final int RARE = 40;

    private enum Operation {
        GROUP("group", "construct+destruct"),
        FENCE("fence", "fence"),
        GET_OWN("get-own", "get, own key", MANY, 1),
        GET_NEAR("get-near", "get, same node", MANY, 1),
        GET_FAR("get-far", "get, other node", MANY, 1),
        PUT("put", "put", MANY, 1),
        ASK_NEAR("ask-near", "first get, same node", 1, FEW),
        ASK_FAR("ask-far", "first get, other node", 1, FEW),
        EXCHANGE("exchange", "put+commit+fence, 1 KiB", 1, FEW),
        PUBLISH("publish", "publish+unpublish"),
        LOOKUP("lookup", "lookup"),
        EVENT_SELF("event-self", "event to self, handled"),
        EVENT_NEAR("event-near", "event and one back, same node", 1, RARE),
        EVENT_FAR("event-far", "event and one back, other node", 1, RARE),
        CLOCK("clock", "(nothing: the clock)", MANY, 1);

        private final String file;
        private final String title;
        private final int times;
        private final int part;

        Operation(String file, String title) {
            this(file, title, 1, 1);
        }

        Operation(String file, String title, int times, int part) {
            this.file = file;
            this.title = title;
            this.times = times;
            this.part = part;
        }

        int count(int iterations) {
            return iterations * times / part;
        }
    }

    private final Options options;
    private final Launcher launcher;
    private final Programs programs;
    private final Workspace workspace;

    LoopsPart(Options options, Launcher launcher, Programs programs, Workspace workspace) {
        this.options = options;
        this.launcher = launcher;
        this.programs = programs;
        this.workspace = workspace;
    }

    Map<String, Object> run(List<Table> tables) throws IOException, InterruptedException {
        Progress.say("loops: creating the AOT cache");
        Object[] training = {workspace.emptyFolder("training"), Timings.FIRST, Timings.FIRST, MANY, FEW, RARE};
        List<Programs.Program> all = new ArrayList<>(programs.of(Loops.class, training));
        all.add(programs.withInlineHandlers(Loops.class, training));
        all.add(programs.withDefaults(Loops.class));
        all.add(programs.inPython(Loops.class));
        Map<String, Object> json = new LinkedHashMap<>();
        for (int nodes : options.nodes) {
            Map<Operation, Map<String, Timings>> timings = measure(nodes, all);
            tables.add(table(nodes, timings));
            json.put(Integer.toString(nodes), json(timings));
        }
        return json;
    }

    private Map<Operation, Map<String, Timings>> measure(int nodes, List<Programs.Program> all)
            throws IOException, InterruptedException {
        Map<Operation, Map<String, Timings>> timings = new LinkedHashMap<>();
        for (int round = 1; round <= options.rounds; round++) {
            for (Programs.Program program : all) {
                Progress.say(
                        "loops: nodes " + nodes + ", round " + round + " of " + options.rounds + ", " + program.name());
                Path output = workspace.emptyFolder("samples");
                launcher.run(
                        options.ranks,
                        nodes,
                        program.with(output, options.warmup, options.iterations, MANY, FEW, RARE));
                collect(output, program.name(), timings);
            }
        }
        for (Programs.Program program : all) {
            timings.forEach((operation, programs) -> checkSame(operation, programs, program.name()));
        }
        return timings;
    }

    /** Checks that both programs were measured by the same ranks, for the ratios. */
    private static void checkSame(Operation operation, Map<String, Timings> programs, String program) {
        Timings c = programs.get(Programs.C);
        Timings its = programs.get(program);
        if (c == null || its == null || c.warm.getTotalCount() != its.warm.getTotalCount()) {
            throw new JobFailedException(operation.file + " was not measured by the same ranks in C and in " + program);
        }
    }

    private void collect(Path output, String program, Map<Operation, Map<String, Timings>> timings) throws IOException {
        for (Operation operation : Operation.values()) {
            for (int rank = 0; rank < options.ranks; rank++) {
                Path file = output.resolve(rank + "." + operation.file);
                // A rank may have no peer to get from, on its node or elsewhere.
                if (Files.exists(file)) {
                    timings.computeIfAbsent(operation, _ -> new LinkedHashMap<>())
                            .computeIfAbsent(program, _ -> new Timings())
                            .addPhase(file, operation.count(options.warmup), operation.count(options.iterations));
                }
            }
        }
    }

    private Table table(int nodes, Map<Operation, Map<String, Timings>> timings) {
        Table table = new Table(
                "Loops, microseconds (ranks " + options.ranks + ", nodes " + nodes + ", rounds "
                        + options.rounds
                        + ", iterations " + options.iterations + " after " + options.warmup + " of warm-up; " + MANY
                        + " times both for get and put, a " + FEW + "th for first gets and 1 KiB, a " + RARE
                        + "th for events to others)",
                2,
                "operation",
                "program",
                "median",
                "p99",
                "x C",
                "x C, p99",
                "| CPU",
                "x C",
                "| 1st call",
                "first " + Timings.FIRST + ": median",
                "p99",
                "x C");
        timings.forEach((operation, programs) -> {
            Timings c = Objects.requireNonNull(programs.get(Programs.C));
            programs.forEach((program, its) -> {
                table.row(
                        program.equals(Programs.C) ? operation.title : "",
                        program,
                        Table.number(Timings.micros(its.warm, 50)),
                        Table.number(Timings.micros(its.warm, 99)),
                        ratio(its.warm, c.warm, 50),
                        ratio(its.warm, c.warm, 99),
                        Table.number(its.cpuMicros()),
                        Table.ratio(its.cpuMicros(), c.cpuMicros()),
                        Table.number(its.firstCallMicros()),
                        Table.number(Timings.micros(its.first, 50)),
                        Table.number(Timings.micros(its.first, 99)),
                        ratio(its.first, c.first, 50));
            });
            table.gap();
        });
        return table;
    }

    private static String ratio(Histogram its, Histogram c, double percentile) {
        return Table.ratio(Timings.micros(its, percentile), Timings.micros(c, percentile));
    }

    private static Map<String, Object> json(Map<Operation, Map<String, Timings>> timings) {
        Map<String, Object> json = new LinkedHashMap<>();
        timings.forEach((operation, programs) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            programs.forEach((program, its) -> entry.put(program, its.toJson()));
            json.put(operation.file, entry);
        });
        return json;
    }
}
