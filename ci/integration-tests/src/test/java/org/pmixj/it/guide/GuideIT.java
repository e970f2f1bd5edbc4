// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Launched;

/** Runs the programs of the guide, and compares what they print with what the guide shows. */
class GuideIT {
    private static final Path EXPECTED = Path.of("../../guide/examples/expected");

    @TempDir
    Path work;

    @Test
    void examples() throws Exception {
        String[] names = {"Hello", "Values"};
        List<String> arguments = new ArrayList<>(List.of(work.toString()));
        arguments.addAll(List.of(names));
        Launched job = Launched.job(work, 4, ExampleRank.class, arguments.toArray(String[]::new));
        assertThat(job.exit()).as(job.output()).isZero();
        for (String name : names) {
            assertThat(printed(name, 4)).as(name).isEqualTo(expected(name));
        }
        assertThat(job.output()).isEmpty();
    }

    /** The ranks print at the same time, so the order of their lines does not count. */
    private List<String> printed(String name, int ranks) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            lines.addAll(Files.readAllLines(work.resolve(name + "." + rank)));
        }
        return lines.stream().sorted().toList();
    }

    private static List<String> expected(String name) throws IOException {
        return Arrays.stream(Files.readString(EXPECTED.resolve(name + ".txt")).split("\n"))
                .sorted()
                .toList();
    }
}
