// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.pmixj.bench.Loops;

/** The loops: operations again and again in running jobs, the programs in turn. */
final class LoopsPart {
    /** What stays in the process is quick, and needs more iterations for as sure a percentile. */
    private static final int LOCAL = 5;

    private enum Operation {
        GROUP("group", "construct+destruct", 1),
        FENCE("fence", "fence", 1),
        GET_OWN("get-own", "get, own key", LOCAL),
        GET_PEER("get-peer", "get, peer's key", LOCAL),
        PUT("put", "put", LOCAL),
        CLOCK("clock", "(nothing: the clock)", LOCAL);

        private final String file;
        private final String title;
        private final int factor;

        Operation(String file, String title, int factor) {
            this.file = file;
            this.title = title;
            this.factor = factor;
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
        Progress.say("loops: making the AOT cache");
        Path training = workspace.emptyFolder("training");
        List<Programs.Program> all =
                new ArrayList<>(programs.of(Loops.class, training, Timings.FIRST, Timings.FIRST, LOCAL));
        all.add(programs.withDefaults(Loops.class));
        Map<Operation, Map<String, Timings>> timings = new LinkedHashMap<>();
        for (int round = 1; round <= options.rounds; round++) {
            for (Programs.Program program : all) {
                Progress.say("loops: round " + round + " of " + options.rounds + ", " + program.name());
                Path output = workspace.emptyFolder("samples");
                launcher.run(options.ranks, program.with(output, options.warmup, options.iterations, LOCAL));
                collect(output, program.name(), timings);
            }
        }
        tables.add(table(timings));
        return json(timings);
    }

    private void collect(Path output, String program, Map<Operation, Map<String, Timings>> timings) throws IOException {
        for (Operation operation : Operation.values()) {
            Timings into = timings.computeIfAbsent(operation, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(program, _ -> new Timings());
            for (int rank = 0; rank < options.ranks; rank++) {
                into.add(
                        output.resolve(rank + "." + operation.file),
                        options.warmup * operation.factor,
                        options.iterations * operation.factor);
            }
        }
    }

    private Table table(Map<Operation, Map<String, Timings>> timings) {
        Table table = new Table(
                "Loops, microseconds (ranks " + options.ranks + ", nodes " + options.nodes + ", rounds "
                        + options.rounds
                        + ", iterations " + options.iterations + " after " + options.warmup + " of warm-up, " + LOCAL
                        + " times both for get and put)",
                2,
                "operation",
                "program",
                "median",
                "p99",
                "x C",
                "x C, p99",
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
