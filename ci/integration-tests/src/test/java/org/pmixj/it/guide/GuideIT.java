// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.guide.Survive;
import org.pmixj.it.support.Launched;

/** Runs the programs of the guide, and compares what they print with what the guide shows. */
class GuideIT {
    private static final Path EXPECTED = Path.of("../../guide/examples/expected");

    @TempDir
    Path work;

    @Test
    void examples() throws Exception {
        List<String> names = List.of(
                "Hello",
                "Values",
                "Construct",
                "Exchange",
                "Bootstrap",
                "Invite",
                "Leave",
                "Progress",
                "Async",
                "UsesModels",
                "TwoJobs",
                "Daemon");
        List<String> arguments = new ArrayList<>(List.of(work.toString()));
        arguments.addAll(names);
        Launched job = Launched.job(work, 4, ExampleRank.class, arguments.toArray(String[]::new));
        assertThat(job.exit()).as(job.output()).isZero();
        for (String name : names) {
            List<String> printed = new ArrayList<>();
            for (int rank = 0; rank < 4; rank++) {
                printed.addAll(Files.readAllLines(work.resolve(name + "." + rank)));
            }
            assertPrints(name, printed);
        }
        assertThat(job.output()).doesNotContain("WARNING");
    }

    @Test
    void aRankThatDies() throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(
                List.of("prterun", "--rtos", "recoverable,notifyerrors", "--map-by", ":oversubscribe", "-n", "4"));
        command.addAll(Launched.java(Survive.class));
        Launched job = Launched.run(work, command, Map.of());
        // The launcher returns the status of the rank that died, and reports it.
        assertPrints(
                "Survive",
                job.output().lines().filter(line -> line.startsWith("rank ")).toList());
    }

    /** The ranks print at the same time, so the order of the lines does not count. */
    private static void assertPrints(String example, List<String> printed) throws IOException {
        assertThat(printed)
                .as(example)
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(EXPECTED.resolve(example + ".txt")));
    }
}
