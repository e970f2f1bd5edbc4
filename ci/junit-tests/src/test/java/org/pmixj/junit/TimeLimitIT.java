// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Checks that a job that hangs ends at its limit, reports where it hung, and leaves no process. */
class TimeLimitIT {
    private static final int LIMIT = Fixtures.Hanging.LIMIT;

    private static final String MISSING = "ranks 1, 2, 3, 4 have not called the fence, in which rank 0 waits";

    @Test
    void ranksThatHang() throws IOException {
        long start = System.nanoTime();
        Runs runs = Runs.method(Fixtures.Hanging.class, "allButRankTwo");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(LIMIT));
        runs.assertPassed("rank 2 of 5", "job");
        assertHung(runs, 0, "fenceThatOthersNeverJoin");
        assertHung(runs, 1, "sleepForEver");
        assertThat(runs.output())
                .containsOnlyOnce("[job] did not end within the time limit of " + LIMIT + " s; " + MISSING)
                .containsOnlyOnce("fenceThatOthersNeverJoin(")
                .contains("[rank 0 threads] #")
                .doesNotContain("[rank 0 threads]     at java.base/java.lang.reflect.")
                .doesNotContainPattern("threads\\] #.*(Finalizer|Cleaner|watchdog|pmixj-)");
        assertGone(runs.keptDirectory("rank 1 of 5"));
        assertThat(runs.failure("rank 4 of 5"))
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("waited [0-9]+ ms for 'the end'; not reached by ranks \\[0, 1, 3]");
        // The virtual machine writes the dump if the rank cannot.
        assertThat(runs.failure("rank 3 of 5")).hasMessageContaining("time limit of " + LIMIT + " s");
        assertThat(runs.output()).contains("Full thread dump", "cannotWriteItsDump");
    }

    /** Members of a group alone are missing, each once for each operation. */
    @Test
    void membersThatAreMissing() {
        Runs runs = Runs.method(Fixtures.Hanging.class, "inGroups");

        runs.assertPassed("job");
        for (int rank = 0; rank < 4; rank++) {
            assertThat(runs.failure("rank " + rank + " of 4"))
                    .hasMessage("did not end within the time limit of " + LIMIT + " s;"
                            + " rank 1 has not called the fence of group 'hanging-three', in which ranks 0, 2 wait;"
                            + " rank 3 has not called the construct of group 'hanging-two', in which rank 1 waits");
        }
        assertThat(runs.output()).contains("[rank 2 threads] as in rank 0: main");
    }

    private static void assertHung(Runs runs, int rank, String method) throws IOException {
        String name = "rank " + rank + " of 5";
        assertThat(runs.failure(name)).hasMessage("did not end within the time limit of " + LIMIT + " s; " + MISSING);
        assertThat(runs.trace(name)).contains("at the time limit:").contains(method);
        assertThat(runs.output()).contains("[rank " + rank + " threads]");
        Path dump = runs.keptDirectory(name).resolve("rank-" + rank + ".threads");
        assertThat(Files.readString(dump)).contains(method, "pmixj-junit-watchdog");
    }

    /** Checks that no command line contains the job's directory, as those of its ranks and launcher do. */
    private static void assertGone(Path directory) {
        assertThat(Processes.commandLines()).noneMatch(line -> line.contains(directory.toString()));
    }
}
