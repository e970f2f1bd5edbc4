// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.samples.WatchRanks;

/** The samples, by the launcher a user would use, most of them in one job. */
// Among the longest: begins first.
@Order(1)
class SamplesIT {
    static final String RUN =
            Path.of("../../samples/run").toAbsolutePath().normalize().toString();

    @TempDir
    Path work;

    private Launched run(String sample, int ranks, int nodes, String... more) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of(sample, "-n", Integer.toString(ranks), "--nodes", Integer.toString(nodes)));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private Launched run(String... arguments) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(List.of(RUN));
        command.addAll(List.of(arguments));
        return Launched.run(work, command, Map.of());
    }

    @Smoke
    @ParameterizedTest
    @CsvSource({"1, 1", "5, 3"})
    void helloGroups(int ranks, int nodes) throws Exception {
        Launched job = run("hello-groups", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("prterun --map-by ").contains("org.pmixj.samples.HelloGroups");
        for (int rank = 0; rank < ranks; rank++) {
            String parity = rank % 2 == 0 ? "even" : "odd";
            int size = rank % 2 == 0 ? (ranks + 1) / 2 : ranks / 2;
            assertThat(job.output())
                    .contains("rank " + rank + ": one of " + ranks + ", ")
                    .contains("rank " + rank + ": group hello-all: rank " + rank + " of " + ranks + ", context id ")
                    .contains("rank " + rank + ": group hello-" + parity + ": rank " + rank / 2 + " of " + size)
                    .contains("says: greetings from " + parity + " member " + (rank / 2 + 1) % size)
                    .contains("rank " + rank + ": groups destructed");
        }
    }

    @Tag("row:hybrid-1")
    @Tag("row:hybrid-21")
    @Conforms
    @ParameterizedTest
    @CsvSource("2, 1")
    void hybridModels(int ranks, int nodes) throws Exception {
        Launched job = run("hybrid-models", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        String last = job.output().substring(job.output().lastIndexOf("rank | "));
        for (int rank = 0; rank < ranks; rank++) {
            // All 5 phases and 20 regions were seen to begin and to end.
            assertThat(last).containsPattern("(?m)^ +" + rank + " \\| - +\\| - +\\| +5 \\| +20$");
            assertThat(job.output())
                    .contains("rank " + rank + ": computed, the last change was small")
                    .contains("rank " + rank + ": models of this process: [Java streams, OpenMP]")
                    .contains("rank " + rank + ": done");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("3, 3")
    void hybridModelsOnThreeNodes(int ranks, int nodes) throws Exception {
        hybridModels(ranks, nodes);
    }

    @ParameterizedTest
    @CsvSource("5, 3")
    void whereAmI(int ranks, int nodes) throws Exception {
        Launched job = run("where-am-i", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output()).contains("rank " + rank + ": on ");
        }
        assertThat(job.output())
                .contains(": " + ranks + " processes on [")
                .contains("application 0: " + ranks + " processes in ")
                .contains("and can spawn");
        for (int node = 1; node < nodes; node++) {
            assertThat(job.output()).contains("node" + node);
        }
    }

    @ParameterizedTest
    @CsvSource("3, 2")
    void spawnWorkers(int ranks, int nodes) throws Exception {
        Launched job = run("spawn-workers", ranks, nodes, "--", "100");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("worker 0 of 2, started by ")
                .contains("worker 1 of 2, started by ")
                .contains("of 2 workers: Termination[status=PMIX_SUCCESS (0), exitCode=0, failed=null]")
                .contains("1 + … + 100 = 5050");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("2, 3")
    void elasticPool(int ranks, int nodes) throws Exception {
        Launched job = run("elastic-pool", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        int workers = 2 * (nodes - 1);
        assertThat(job.output())
                .contains(24 - ranks + " pieces wait for " + ranks + " members")
                .contains("the pool has " + (ranks + workers) + " members on [node0, node1, node2]")
                .contains(primesBelow(480_000) + " primes are below 480000")
                .contains("the pool has " + ranks + " members on [node0]");
        for (int worker = 0; worker < workers; worker++) {
            assertThat(job.output()).contains("joined on node" + (worker / 2 + 1) + " as rank " + (ranks + worker));
        }
    }

    private static long primesBelow(int limit) {
        BitSet composite = new BitSet(limit);
        long count = 0;
        for (int number = 2; number < limit; number++) {
            if (!composite.get(number)) {
                count++;
                for (int multiple = 2 * number; multiple < limit; multiple += number) {
                    composite.set(multiple);
                }
            }
        }
        return count;
    }

    @ParameterizedTest
    @CsvSource("4, 3")
    void watchRanks(int ranks, int nodes) throws Exception {
        Launched job = run("watch-ranks", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + ": step 4 of rank 0, event ")
                    .contains(", event " + 4 * ranks + "\n")
                    .contains("rank " + rank + ": all events have arrived");
        }
    }

    @Tag("slow")
    @Test
    void watchRanksOfWhomOneFails() throws Exception {
        Launched job = Launched.recoverable(work, 3, WatchRanks.class, "fail");
        for (int rank = 0; rank < 2; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + ": rank 2 has ended, OptionalInt[1]")
                    .contains("rank " + rank + ": all events have arrived");
        }
    }

    @ParameterizedTest
    @CsvSource("5, 3")
    void elasticWorkers(int ranks, int nodes) throws Exception {
        Launched job = run("elastic-workers", ranks, nodes, "--", "work", "30");
        assertThat(job.exit()).as(job.output()).isZero();
        for (int round = 1; round <= 4; round++) {
            assertThat(job.output())
                    .containsPattern("rank 0: round " + round + ": team of \\[0, \\d, \\d]")
                    .contains("rank 0: round " + round + ": pi is about 3.14159");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"3, 1", "4, 1"})
    void elasticWorkersOfWhomOneDies(int ranks, int nodes) throws Exception {
        // With three ranks there is no second worker after the death.
        Launched job = run("elastic-workers", ranks, nodes, "--recoverable", "--", "fail", ranks == 3 ? "3" : "30");
        assertThat(job.output())
                .contains("rank 1: dies")
                // The leader may be notified first that a worker left because of the death.
                .containsPattern("round \\d: lost \\[\\d(, \\d)?], once more")
                .containsPattern("rank 0: round 4: team of \\[0(, [2-9]){" + (ranks - 2) + "}]")
                .contains("rank 0: round 4: pi is about 3.14159");
    }

    @ParameterizedTest
    @CsvSource("2, 1")
    void solverGroups(int ranks, int nodes) throws Exception {
        Launched job = run("solver-groups", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + ": " + (rank % 2 == 0 ? "even" : "odd") + " solver, member " + rank / 2
                            + " of " + ranks / 2);
        }
        // The mean of 0, 100 and 200.
        assertThat(job.output()).contains(ranks == 2 ? " 0.0 degrees" : " 100.0 degrees");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("6, 3")
    void solverGroupsOfWhomOneDies(int ranks, int nodes) throws Exception {
        Launched job = run("solver-groups", ranks, nodes, "--recoverable", "--", "fail");
        assertThat(job.output())
                .contains("rank 1: lost rank 5 at step 20")
                .contains("rank 3: lost rank 5 at step 20")
                .contains("rank 1: odd solver, member 0 of 2, ")
                .contains("rank 4: even solver, member 2 of 3, 100.0 degrees");
    }

    @ParameterizedTest
    @CsvSource("2, 2")
    void mpiAllreduce(int ranks, int nodes) throws Exception {
        int count = 100_000;
        Launched job = run("mpi-allreduce", ranks, nodes, "--", "" + count);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + " of MPI is rank " + rank + " of " + ranks + ": " + count
                            + " sums, last " + (double) (count - 1) * ranks * (ranks + 1) / 2
                            + ", 0 wrong on all ranks; models: [MPI (OpenMPI");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("4, 3")
    void mpiAllreduceOnThreeNodes(int ranks, int nodes) throws Exception {
        mpiAllreduce(ranks, nodes);
    }

    @Tag("slow")
    @Test
    void mpiRing() throws Exception {
        Launched job = run("mpi-ring", 3, 1, "--", "1000");
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < 3; rank++) {
            int token = new int[] {2, 1, 2}[rank];
            assertThat(job.output())
                    .contains("rank " + rank + " of 3: token " + token + ", last sum " + 999.0 * 6)
                    .contains("rank " + rank + " of group mpi-ring: largest 2");
        }
    }

    @Tag("slow")
    @Test
    void mpiHalo() throws Exception {
        Launched job = run("mpi-halo", 4, 1, "--", "24", "200");
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < 4; rank++) {
            assertThat(job.output())
                    .containsPattern("rank " + rank + ": row " + rank / 2 + " of 2, column " + rank % 2
                            + " of 2, 200 iterations, the difference from the serial result is 0\\.0\n");
        }
    }

    @Tag("row:hybrid-19")
    @Conforms(nodes = {1, 3})
    @ParameterizedTest
    @CsvSource({"1, 1", "5, 3"})
    void declareModel(int ranks, int nodes) throws Exception {
        Launched job = run("declare-model", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + ": declared in this process: [MPI (FooMPI 1.0.0), pthread, ");
        }
        assertThat(job.output()).contains(" hardware threads, ").containsPattern("\n\\S+:0 +MPI \\(FooMPI\\) +\\d");
    }

    @Tag("row:hybrid-31")
    @Tag("row:hybrid-32")
    @Conforms(nodes = 3)
    @ParameterizedTest
    @CsvSource("3, 3")
    void watchModels(int ranks, int nodes) throws Exception {
        Launched job = run("watch-models", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + ": event: OpenMP is declared")
                    .contains("rank " + rank + ": listener: OpenMP (FooOMP 6.0), pthread")
                    .contains("rank " + rank + ": event: a region of 8 threads is entered")
                    .contains("rank " + rank + ": all events have arrived");
        }
        assertThat(job.output()).doesNotContain("event: MPI").doesNotContain("listener: MPI");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("1, 1")
    void watchModelsOnOneNode(int ranks, int nodes) throws Exception {
        watchModels(ranks, nodes);
    }

    @Tag("row:hybrid-21")
    @Tag("row:hybrid-32")
    @Tag("row:hybrid-34")
    @Tag("row:hybrid-61")
    @Tag("row:hybrid-62")
    @Tag("row:hybrid-63")
    @Conforms
    @ParameterizedTest
    @CsvSource("1, 1")
    void chainModels(int ranks, int nodes) throws Exception {
        Launched job = run("chain-models", ranks, nodes);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            String first = "rank " + rank + ": OpenMP-Master: a parallel region is entered";
            String second = "rank " + rank + ": MPI-Thread: PMIX_EVENT_PARTIAL_ACTION_TAKEN";
            assertThat(job.output())
                    .contains(second)
                    .contains(" of OpenMP-Master, 3 threads parked")
                    .contains("rank " + rank + ": region of 4 threads");
            assertThat(job.output().indexOf(first)).isBetween(0, job.output().indexOf(second));
        }
        assertThat(job.output()).doesNotContain("passed on");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("3, 3")
    void chainModelsOnThreeNodes(int ranks, int nodes) throws Exception {
        chainModels(ranks, nodes);
    }

    @Test
    void anUnknownSampleIsToldApart() throws Exception {
        Launched run = run("no-such-sample");
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.output()).contains("there is no sample 'no-such-sample'").contains("hello-groups");
    }
}
