// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Holds the options of {@code ci/bench/run}. */
final class Options {
    /** The loop commits its puts at its end, and libpmix accepts at most 32 MB in one commit. */
    private static final int MOST_ITERATIONS = 30_000;

    enum Part {
        loops,
        groups,
        cold,
        scale,
        ompt,
        mpi
    }

    @Option(
            names = {"-n", "--ranks"},
            defaultValue = "4",
            description = "ranks of the loops (default: ${DEFAULT-VALUE})")
    int ranks;

    @Option(
            names = "--nodes",
            split = ",",
            defaultValue = "1,2",
            description = "numbers of simulated nodes of the loops, see ci/nodes (default: ${DEFAULT-VALUE})")
    List<Integer> nodes = new ArrayList<>();

    @Option(
            names = "--warmup",
            defaultValue = "1000",
            description = "iterations before those that count, 200 or more (default: ${DEFAULT-VALUE})")
    int warmup;

    @Option(
            names = "--iterations",
            defaultValue = "1000",
            description =
                    "iterations that count; gets and puts take five times both, exchanges and gets of new values a tenth,"
                            + " events to others a fortieth (default: ${DEFAULT-VALUE})")
    int iterations;

    @Option(
            names = "--rounds",
            defaultValue = "2",
            description = "how often each program has its turn in the loops (default: ${DEFAULT-VALUE})")
    int rounds;

    @Option(
            names = "--group-ranks",
            split = ",",
            defaultValue = "2,4,8,16,32",
            description =
                    "sizes of the jobs that construct and destruct groups; up to 16 ranks they invite, too (default:"
                            + " ${DEFAULT-VALUE})")
    List<Integer> groupRanks = new ArrayList<>();

    @Option(
            names = "--group-nodes",
            defaultValue = "1",
            description = "simulated nodes of these jobs (default: ${DEFAULT-VALUE})")
    int groupNodes;

    @Option(
            names = "--cold-ranks",
            split = ",",
            defaultValue = "1,4,16,64",
            description = "sizes of the cold jobs (default: ${DEFAULT-VALUE})")
    List<Integer> coldRanks = new ArrayList<>();

    @Option(
            names = "--cold-nodes",
            defaultValue = "1",
            description = "simulated nodes of the cold jobs (default: ${DEFAULT-VALUE})")
    int coldNodes;

    @Option(
            names = "--cold-jdks",
            split = ",",
            description = "folders of other JDKs, which run the cold jobs too; see ci/bench/jdks")
    List<Path> jdks = new ArrayList<>();

    @Option(
            names = "--against",
            split = ",",
            description = "jars of the library, such as an earlier one, which run beside the one built here")
    List<Path> against = new ArrayList<>();

    @Option(names = "--repeat", description = "runs of each cold job (default: 5 below 16 ranks, 3 below 64, then 2)")
    @Nullable
    Integer repeat;

    @Option(
            names = "--scale-ranks",
            split = ",",
            defaultValue = "64,128",
            description = "sizes of one group of many ranks (default: ${DEFAULT-VALUE})")
    List<Integer> scaleRanks = new ArrayList<>();

    @Option(
            names = "--scale-nodes",
            split = ",",
            defaultValue = "1",
            description = "numbers of simulated nodes of these jobs (default: ${DEFAULT-VALUE})")
    List<Integer> scaleNodes = new ArrayList<>();

    @Option(
            names = "--scale-timeout",
            defaultValue = "60",
            description = "seconds of each operation of these jobs (default: ${DEFAULT-VALUE}, as in the library)")
    int scaleTimeout;

    @Option(
            names = "--keep-free",
            defaultValue = "1",
            description = "GiB of memory that must stay free, or the job is killed (default: ${DEFAULT-VALUE})")
    int keepFree;

    @Option(
            names = "--ompt-threads",
            split = ",",
            defaultValue = "1,2",
            description = "threads of the OpenMP regions (default: ${DEFAULT-VALUE})")
    List<Integer> omptThreads = new ArrayList<>();

    @Option(
            names = "--mpi-ranks",
            split = ",",
            defaultValue = "2,4",
            description = "ranks of the MPI jobs (default: ${DEFAULT-VALUE})")
    List<Integer> mpiRanks = new ArrayList<>();

    @Option(
            names = "--limit",
            defaultValue = "120",
            description = "seconds until a job is killed (default: ${DEFAULT-VALUE})")
    int limit;

    @Option(names = "--only", description = "one part: ${COMPLETION-CANDIDATES}")
    @Nullable
    Part only;

    boolean has(Part part) {
        return only == null || only == part;
    }

    int repeat(int coldRanks) {
        if (repeat != null) {
            return repeat;
        }
        return coldRanks < 16 ? 5 : coldRanks < 64 ? 3 : 2;
    }

    Map<String, Object> toJson() {
        return Map.of(
                "ranks",
                ranks,
                "nodes",
                nodes,
                "warmup",
                warmup,
                "iterations",
                iterations,
                "rounds",
                rounds,
                "groupNodes",
                groupNodes,
                "coldNodes",
                coldNodes);
    }

    /** Returns the first mistake in the options, or null. */
    @Nullable
    String mistake() {
        if (warmup < Timings.FIRST) {
            return "--warmup must be " + Timings.FIRST + " or more";
        }
        if (iterations < 100) {
            return "--iterations must be 100 or more: there is no 99th percentile of less";
        }
        if (warmup + (long) iterations > MOST_ITERATIONS) {
            return "--warmup and --iterations must be " + MOST_ITERATIONS + " or less together";
        }
        if (ranks < 1 || groupNodes < 1 || coldNodes < 1 || rounds < 1 || limit < 1 || (repeat != null && repeat < 1)) {
            return "--ranks, --group-nodes, --cold-nodes, --rounds, --repeat and --limit must be 1 or more";
        }
        if (groupRanks.stream().anyMatch(each -> each < 1)) {
            return "--group-ranks must be 1 or more";
        }
        if (nodes.stream().anyMatch(each -> each < 1)) {
            return "--nodes must be 1 or more";
        }
        if (scaleRanks.stream().anyMatch(each -> each < 1)
                || scaleNodes.stream().anyMatch(each -> each < 1)) {
            return "--scale-ranks and --scale-nodes must be 1 or more";
        }
        if (scaleTimeout < 1 || keepFree < 0) {
            return "--scale-timeout must be 1 or more, and --keep-free 0 or more";
        }
        if (omptThreads.stream().anyMatch(each -> each < 1)) {
            return "--ompt-threads must be 1 or more";
        }
        if (mpiRanks.stream().anyMatch(each -> each < 2)) {
            return "--mpi-ranks must be 2 or more";
        }
        for (Path jar : against) {
            if (!Files.isReadable(jar)) {
                return "--against: there is no file " + jar;
            }
        }
        for (Path jdk : jdks) {
            if (!Files.isExecutable(jdk.resolve("bin", "java"))) {
                return "--cold-jdks: there is no bin/java in " + jdk;
            }
        }
        return coldRanks.stream().anyMatch(each -> each < 1) ? "--cold-ranks must be 1 or more" : null;
    }
}
