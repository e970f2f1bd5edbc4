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
import org.pmixj.bench.MpiLoops;

/** Measures pmixj-mpi beside C, in turn, on each MPI that is here. */
final class MpiPart {
    private static final int LARGE = 1 << 16;
    private static final String FIRST_COMPILER = "Java, first compiler";

    /** An MPI with the standard ABI, and its own compiler and launcher. */
    private enum Implementation {
        OPEN_MPI("Open MPI", "mpiloops-openmpi", "libmpi_abi_openmpi.so.1.0.0", "prterun --map-by :oversubscribe"),
        MPICH("MPICH", "mpiloops-mpich", "libmpi_abi_mpich.so.1.0.0", "mpiexec.mpich");

        private final String title;
        private final String program;
        private final String library;
        private final String launch;

        Implementation(String title, String program, String library, String launch) {
            this.title = title;
            this.program = program;
            this.library = library;
            this.launch = launch;
        }
    }

    /** An operation and its bytes, as the files of the samples are named. */
    private record Operation(String name, int bytes) {
        static final List<Operation> ALL = List.of(
                new Operation("pingpong", 8),
                new Operation("pingpong", 1024),
                new Operation("pingpong", 1 << 20),
                new Operation("allreduce", 8),
                new Operation("allreduce", LARGE));

        int share(int iterations) {
            return bytes > LARGE ? iterations / 10 : iterations;
        }
    }

    private final Options options;
    private final Launcher launcher;
    private final Programs programs;
    private final Workspace workspace;

    MpiPart(Options options, Launcher launcher, Programs programs, Workspace workspace) {
        this.options = options;
        this.launcher = launcher;
        this.programs = programs;
        this.workspace = workspace;
    }

    Map<String, Object> run(List<Table> tables) throws IOException, InterruptedException {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Implementation mpi : Implementation.values()) {
            if (!Files.exists(Path.of(workspace.binary(mpi.program)))) {
                Progress.say("mpi: left out, because its compiler is missing: " + mpi.title);
                continue;
            }
            for (int ranks : options.mpiRanks) {
                Map<Operation, Map<String, Timings>> timings = measure(mpi, ranks);
                tables.add(table(mpi, ranks, timings));
                Map<String, Object> all = new LinkedHashMap<>();
                timings.forEach((operation, its) -> its.forEach((program, each) ->
                        all.put(operation.name + " " + operation.bytes + ", " + program, each.toJson())));
                json.put(mpi.title + ", ranks " + ranks, all);
            }
        }
        return json;
    }

    /** Returns the programs: their names, their words, and their last argument. */
    private List<Programs.Program> programs(Implementation mpi) {
        List<String> shortJob =
                new ArrayList<>(programs.withShortJob(MpiLoops.class).command());
        List<String> defaults =
                new ArrayList<>(programs.withDefaults(MpiLoops.class).command());
        shortJob.add(1, "-Dpmixj.mpi.library=" + mpi.library);
        defaults.add(1, "-Dpmixj.mpi.library=" + mpi.library);
        return List.of(
                new Programs.Program(Programs.C, List.of(workspace.binary(mpi.program))),
                new Programs.Program(Programs.JAVA, defaults),
                new Programs.Program(FIRST_COMPILER, shortJob),
                new Programs.Program("Java, arrays", defaults),
                new Programs.Program(FIRST_COMPILER + ", arrays", shortJob));
    }

    private Map<Operation, Map<String, Timings>> measure(Implementation mpi, int ranks)
            throws IOException, InterruptedException {
        Map<Operation, Map<String, Timings>> timings = new LinkedHashMap<>();
        List<String> launch = new ArrayList<>(List.of(mpi.launch.split(" ", -1)));
        launch.addAll(List.of("-n", Integer.toString(ranks)));
        for (int round = 1; round <= options.rounds; round++) {
            for (Programs.Program program : programs(mpi)) {
                Progress.say("mpi: " + mpi.title + ", ranks " + ranks + ", round " + round + " of " + options.rounds
                        + ", " + program.name());
                Path output = workspace.emptyFolder("samples");
                List<String> words = program.with(output, options.warmup, options.iterations);
                if (program.name().endsWith("arrays")) {
                    words.add("heap");
                }
                Launcher.Cost _ = launcher.run(launch, words);
                for (Operation operation : Operation.ALL) {
                    for (int rank = 0; rank < ranks; rank++) {
                        Path file = output.resolve(rank + "." + operation.name + "." + operation.bytes);
                        // Only rank 0 measures the ping-pong.
                        if (Files.exists(file)) {
                            int all = operation.share(options.warmup + options.iterations);
                            int warmup = operation.share(options.warmup);
                            timings.computeIfAbsent(operation, _ -> new LinkedHashMap<>())
                                    .computeIfAbsent(program.name(), _ -> new Timings())
                                    .addPhase(file, warmup, all - warmup);
                        }
                    }
                }
            }
        }
        return timings;
    }

    private Table table(Implementation mpi, int ranks, Map<Operation, Map<String, Timings>> timings) {
        Table table = new Table(
                "MPI: " + mpi.title + ", ranks " + ranks + ", microseconds (rounds " + options.rounds + ", iterations "
                        + options.iterations + " after " + options.warmup + " of warm-up, of 1 MiB a tenth)",
                3,
                "operation",
                "bytes",
                "program",
                "median",
                "p99",
                "x C",
                "| CPU",
                "x C");
        timings.forEach((operation, programs) -> {
            Timings c = Objects.requireNonNull(programs.get(Programs.C));
            programs.forEach((program, its) -> {
                boolean isFirst = program.equals(Programs.C);
                table.row(
                        isFirst ? operation.name : "",
                        isFirst ? Integer.toString(operation.bytes) : "",
                        program,
                        Table.number(Timings.micros(its.warm, 50)),
                        Table.number(Timings.micros(its.warm, 99)),
                        Table.ratio(Timings.micros(its.warm, 50), Timings.micros(c.warm, 50)),
                        Table.number(its.cpuMicros()),
                        Table.ratio(its.cpuMicros(), c.cpuMicros()));
            });
            table.gap();
        });
        return table;
    }
}
