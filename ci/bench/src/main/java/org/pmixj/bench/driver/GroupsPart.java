// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.pmixj.bench.BareGroupLoops;
import org.pmixj.bench.GroupLoops;

/** Measures groups in jobs of several sizes, the programs in turn. Java's overhead must not grow with the ranks. */
final class GroupsPart {
    /** An invitation takes more than 40 ms. */
    private static final int FEW = 40;

    /** Larger jobs send no invitations, since each answer is a separate event. */
    private static final int MOST_INVITED = 16;

    /** More ranks than this share the iterations, since they share the cores. */
    private static final int FULL = 4;

    private enum Operation {
        GROUP("group", "construct+destruct", 1),
        REDUCE("reduce", "allReduce of 8 bytes", 10),
        INVITE("invite", "invite+join", FEW);

        private final String file;
        private final String title;
        private final int part;

        Operation(String file, String title, int part) {
            this.file = file;
            this.title = title;
            this.part = part;
        }
    }

    private final Options options;
    private final Launcher launcher;
    private final Programs programs;
    private final Workspace workspace;

    GroupsPart(Options options, Launcher launcher, Programs programs, Workspace workspace) {
        this.options = options;
        this.launcher = launcher;
        this.programs = programs;
        this.workspace = workspace;
    }

    Map<String, Object> run(List<Table> tables) throws IOException, InterruptedException {
        Progress.say("groups: creating the AOT cache");
        Object[] training = {workspace.emptyFolder("training"), Timings.FIRST, Timings.FIRST, Timings.FIRST};
        List<Programs.Program> all = new ArrayList<>(programs.of(GroupLoops.class, training));
        all.addAll(programs.bare(BareGroupLoops.class, training));
        all.add(programs.withoutRepairs(GroupLoops.class, training));
        all.add(programs.byFences(GroupLoops.class, training[0], Timings.FIRST, Timings.FIRST, 0));
        all.add(programs.withDefaults(GroupLoops.class));
        Map<Integer, Map<Operation, Map<String, Timings>>> timings = new LinkedHashMap<>();
        Map<String, Object> json = new LinkedHashMap<>();
        for (int ranks : options.groupRanks) {
            timings.put(ranks, measure(ranks, all));
            json.put(Integer.toString(ranks), json(timings.get(ranks)));
        }
        for (Operation operation : Operation.values()) {
            tables.add(table(operation, timings));
        }
        return json;
    }

    private static int share(int iterations, int ranks) {
        return Math.max(1, iterations * FULL / Math.max(FULL, ranks));
    }

    private Map<Operation, Map<String, Timings>> measure(int ranks, List<Programs.Program> all)
            throws IOException, InterruptedException {
        Map<Operation, Map<String, Timings>> timings = new LinkedHashMap<>();
        int iterations = share(options.iterations, ranks);
        Programs.Program mpi = programs.openMpi();
        for (int round = 1; round <= options.rounds; round++) {
            for (Programs.Program program : all) {
                Progress.say("groups: ranks " + ranks + ", round " + round + " of " + options.rounds + ", "
                        + program.name());
                Path output = workspace.emptyFolder("samples");
                launcher.run(
                        ranks,
                        options.groupNodes,
                        program.with(
                                output,
                                options.warmup,
                                iterations,
                                program.canInvite() && ranks <= MOST_INVITED ? FEW : 0));
                collect(output, ranks, iterations, program.name(), timings);
            }
            Progress.say("groups: ranks " + ranks + ", round " + round + " of " + options.rounds + ", " + mpi.name());
            Path output = workspace.emptyFolder("samples");
            launcher.run(ranks, options.groupNodes, mpi.with(output, options.warmup, iterations));
            collect(output, ranks, iterations, mpi.name(), timings);
        }
        return timings;
    }

    private void collect(
            Path output, int ranks, int iterations, String program, Map<Operation, Map<String, Timings>> timings)
            throws IOException {
        for (Operation operation : Operation.values()) {
            for (int rank = 0; rank < ranks; rank++) {
                Path file = output.resolve(rank + "." + operation.file);
                // Only rank 0 invites.
                if (Files.exists(file)) {
                    timings.computeIfAbsent(operation, _ -> new LinkedHashMap<>())
                            .computeIfAbsent(program, _ -> new Timings())
                            .addPhase(file, options.warmup / operation.part, iterations / operation.part);
                }
            }
        }
    }

    private Table table(Operation operation, Map<Integer, Map<Operation, Map<String, Timings>>> timings) {
        Table table = new Table(
                "Groups: " + operation.title + ", microseconds (nodes " + options.groupNodes + ", rounds "
                        + options.rounds + ", iterations " + options.iterations / operation.part + " after "
                        + options.warmup / operation.part + " of warm-up, above " + FULL
                        + " ranks the fewer the more ranks)",
                2,
                "ranks",
                "program",
                "median",
                "p99",
                "x C",
                "x C, p99",
                "x bindings",
                "| CPU",
                "x C",
                "x bindings",
                "| 1st call",
                "first " + Timings.FIRST + ": median",
                "x C");
        timings.forEach((ranks, operations) -> {
            Map<String, Timings> programs = operations.getOrDefault(operation, Map.of());
            programs.forEach((program, its) -> {
                // Null if C programs cannot do it with this libpmix.
                Timings c = programs.get(Programs.C);
                // Null for an operation that the bindings alone do not measure.
                Timings bare = programs.get(Programs.BARE);
                table.row(
                        program.equals(Programs.C) ? Integer.toString(ranks) : "",
                        program,
                        Table.number(Timings.micros(its.warm, 50)),
                        Table.number(Timings.micros(its.warm, 99)),
                        ratio(its, c, all -> Timings.micros(all.warm, 50)),
                        ratio(its, c, all -> Timings.micros(all.warm, 99)),
                        ratio(its, bare, all -> Timings.micros(all.warm, 50)),
                        Table.number(its.cpuMicros()),
                        ratio(its, c, Timings::cpuMicros),
                        ratio(its, bare, Timings::cpuMicros),
                        Table.number(its.firstCallMicros()),
                        Table.number(Timings.micros(its.first, 50)),
                        ratio(its, c, all -> Timings.micros(all.first, 50)));
            });
            if (!programs.isEmpty()) {
                table.gap();
            }
        });
        return table;
    }

    private static String ratio(Timings its, @Nullable Timings base, ToDoubleFunction<Timings> figure) {
        return base == null ? "" : Table.ratio(figure.applyAsDouble(its), figure.applyAsDouble(base));
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
