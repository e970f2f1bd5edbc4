// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.it.support.Launched;

/** The samples that compute a plate on a grid of ranks: each has what one process computes, to the last bit. */
@Order(1)
class HaloIT {
    private static final int CELLS = 30;

    @TempDir
    Path work;

    /** Returns how many iterations it takes until nothing changes much, computed by other code than the samples'. */
    private static int iterations() {
        int side = CELLS + 2;
        double[] now = new double[side * side];
        for (int j = 0; j < side; j++) {
            now[j] = 100;
        }
        for (int iteration = 1; ; iteration++) {
            double[] next = now.clone();
            double change = 0;
            for (int at = side + 1; at < side * (side - 1) - 1; at++) {
                if (at % side != 0 && at % side != side - 1) {
                    next[at] = (now[at - side] + now[at + side] + now[at - 1] + now[at + 1]) / 4;
                    change = Math.max(change, Math.abs(next[at] - now[at]));
                }
            }
            now = next;
            if (iteration % 50 == 0 && change <= 1e-4) {
                return iteration;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "4, 2, 2, 2"})
    void haloExchange(int ranks, int nodes, int rows, int columns) throws Exception {
        Launched.needsLauncher();
        Launched job = Launched.run(
                work,
                List.of(SamplesIT.RUN, "halo-exchange", "-n", "" + ranks, "--nodes", "" + nodes, "--", "" + CELLS),
                Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + ": row " + rank / columns + " of " + rows + ", column "
                            + rank % columns + " of " + columns + ", " + iterations()
                            + " iterations, the difference from the serial result is 0.0\n");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource("6, 3, 2, 3")
    void haloExchangeOnThreeNodes(int ranks, int nodes, int rows, int columns) throws Exception {
        haloExchange(ranks, nodes, rows, columns);
    }

    /** Returns the folders of states that a computation keeps until its end, in its working directory. */
    private static List<Path> states() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.filter(file -> file.getFileName().toString().startsWith("halo-"))
                    .toList();
        }
    }

    private Launched withSpare(int nodes, String moment, int victim) throws Exception {
        Launched.needsLauncher();
        List<Path> others = states();
        List<String> command =
                new ArrayList<>(List.of(SamplesIT.RUN, "halo-with-spare", "-n", "5", "--nodes", "" + nodes));
        command.addAll(List.of("--recoverable", "--", moment, "" + victim, "" + CELLS));
        Launched job = Launched.run(work, command, Map.of());
        // A rank that is killed does not change the status of the launcher.
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(states()).isSubsetOf(others);
        return job;
    }

    private static void assertComplete(Launched job, int place, int rank) {
        assertThat(job.output())
                .contains("rank " + rank + ": place " + place + ", " + iterations()
                        + " iterations, the difference from the serial result is 0.0\n");
    }

    @Tag("slow")
    @Test
    void aSpareThatIsNotNeeded() throws Exception {
        Launched job = withSpare(1, "never", 0);
        for (int rank = 0; rank < 4; rank++) {
            assertComplete(job, rank, rank);
        }
        assertThat(job.output()).doesNotContain("rank 4:");
    }

    /** Run by {@code ci/test slow}. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"HALO, 2", "REDUCTION, 3", "CHECKPOINT, 1"})
    void aSpareOnOneNode(String moment, int victim) throws Exception {
        aSpareTakesThePlaceOfARankThatIsKilled(moment, victim, 1);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"HALO, 0, 3", "REDUCTION, 1, 3", "CHECKPOINT, 0, 3"})
    void aSpareTakesThePlaceOfARankThatIsKilled(String moment, int victim, int nodes) throws Exception {
        Launched job = withSpare(nodes, moment, victim);
        assertThat(job.output()).contains("rank " + victim + ": dies");
        for (int place = 0; place < 4; place++) {
            int rank = place == victim ? 4 : place;
            assertThat(job.output()).contains("rank " + rank + ": begins at iteration 200, in place " + place);
            assertComplete(job, place, rank);
        }
    }
}
