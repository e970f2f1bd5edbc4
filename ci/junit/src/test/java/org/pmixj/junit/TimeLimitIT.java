// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A job that hangs ends at its limit, tells where it hung, and is gone. */
class TimeLimitIT {
    private static final Duration ALLOWED = Duration.ofSeconds(12);

    @Test
    void oneRankHangs() throws IOException {
        long start = System.nanoTime();
        Runs runs = Runs.method(Fixtures.Hanging.class, "oneRankSleeps");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ALLOWED);
        runs.assertPassed("rank 0 of 3", "rank 2 of 3", "job");
        assertHung(runs, 1, "sleepForEver");
        assertGone(runs.keptDirectory("rank 1 of 3"));
    }

    @Test
    void everyRankHangsInPmix() throws IOException {
        Runs runs = Runs.method(Fixtures.Hanging.class, "fenceThatOneNeverJoins");

        assertHung(runs, 0, "fenceThatOneNeverJoins");
        assertHung(runs, 1, "sleepForEver");
        assertHung(runs, 2, "fenceThatOneNeverJoins");
        runs.assertPassed("job");
        assertGone(runs.keptDirectory("rank 1 of 3"));
    }

    @Test
    void virtualMachineWritesTheDumpWhereTheRankCannot() {
        Runs runs = Runs.method(Fixtures.Hanging.class, "cannotWriteItsDump");

        assertThat(runs.failure("rank 0 of 1")).hasMessageContaining("time limit of 2 s");
        assertThat(runs.output()).contains("Full thread dump", "sleepForEver");
    }

    private static void assertHung(Runs runs, int rank, String method) throws IOException {
        String name = "rank " + rank + " of 3";
        assertThat(runs.failure(name)).hasMessage("did not end within the time limit of 3 s");
        assertThat(runs.trace(name)).contains("at the time limit:").contains(method);
        assertThat(runs.output()).contains("[rank " + rank + " threads]");
        Path dump = runs.keptDirectory(name).resolve("rank-" + rank + ".threads");
        assertThat(Files.readString(dump)).contains(method, "pmixj-junit-watchdog");
    }

    /** Nobody has the job's directory on its command line, as all of a job's processes do but those it started. */
    private static void assertGone(Path directory) {
        assertThat(Processes.commandLines()).noneMatch(line -> line.contains(directory.toString()));
    }
}
