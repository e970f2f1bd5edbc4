// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Checks that a failure of a rank is reported under that rank, and only there. */
class FailuresIT {
    @Test
    void eachRankInItsWay() {
        Runs runs = Runs.method(Fixtures.Failing.class, "eachInItsWay");

        runs.assertPassed("rank 0 of 4", "job");
        assertionKeepsItsTypeAndPlace(runs, "rank 2 of 4");
        exceptionThatCannotBeSerialised(runs, "rank 1 of 4");
        failedAssumption(runs, "rank 3 of 4");
    }

    private static void assertionKeepsItsTypeAndPlace(Runs runs, String rank) {
        assertThat(runs.failure(rank))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("[the rank]")
                .satisfies(failure -> assertThat(failure.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("eachInItsWay")));
        assertThat(runs.keptDirectory(rank)).isDirectory();
    }

    private static void exceptionThatCannotBeSerialised(Runs runs, String rank) {
        assertThat(runs.failure(rank))
                .hasMessageContaining("Unserialisable: cannot travel")
                .satisfies(failure ->
                        assertThat(failure.getStackTrace()[0].getMethodName()).isEqualTo("eachInItsWay"))
                .cause()
                .hasMessageContaining("the cause");
    }

    private static void failedAssumption(Runs runs, String rank) {
        runs.assertAborted(rank);
        assertThat(runs.trace(rank)).contains("not for rank 3");
    }

    @Test
    void ranksThatWaitForAFailedOneAreAborted() {
        Runs runs = Runs.method(Fixtures.Failing.class, "othersWait");

        assertThat(runs.failure("rank 1 of 3")).hasMessage("before the fence");
        runs.assertAborted("rank 0 of 3", "rank 2 of 3");
        assertThat(runs.trace("rank 0 of 3")).contains("because of rank 1");
        // By SIGQUIT.
        assertThat(runs.keptDirectory("rank 1 of 3").resolve("rank-0.out"))
                .content()
                .contains("Full thread dump", "Fixtures$Failing.othersWait");
        runs.assertPassed("job");
    }

    @Test
    void exitStatus() {
        Runs runs = Runs.method(Fixtures.Exiting.class, "unexpected");

        assertThat(runs.failure("rank 1 of 3")).hasMessage("ended with exit status 3 in the test method");
        runs.assertAborted("rank 0 of 3", "rank 2 of 3");
        runs.assertPassed("job");
    }

    @Test
    void exitStatusZeroIsNoSuccess() {
        Runs runs = Runs.method(Fixtures.Exiting.class, "unexpectedWithStatusZero");

        assertThat(runs.failure("rank 1 of 2")).hasMessage("ended with exit status 0 in the test method");
        runs.assertPassed("rank 0 of 2", "job");
    }

    @Test
    void expectedExit() {
        Runs runs = Runs.method(Fixtures.Exiting.class, "expected");

        runs.assertPassed("rank 0 of 4", "rank 1 of 4", "rank 3 of 4", "job");
        assertThat(runs.failure("rank 2 of 4")).hasMessageContaining("expected to exit");
    }

    @Test
    void jobThatDoesNotStart() {
        Runs runs = Runs.method(Fixtures.Misused.class, "badOption");

        runs.assertAborted("rank 0 of 2", "rank 1 of 2");
        assertThat(runs.failure("job")).hasMessageContaining("the launcher ended with status");
        assertThat(runs.trace("job")).contains("no-such-option");
        assertThat(Files.exists(runs.keptDirectory("job"))).isTrue();
    }

    @Test
    void misuse() {
        for (String method : new String[] {"noSuchRank", "strangeParameter", "twiceOnOneNode"}) {
            Runs runs = Runs.method(Fixtures.Misused.class, method);
            assertThat(runs.cases()).isEmpty();
            assertThat(runs.results().containerEvents().failed().count()).isEqualTo(1);
        }
    }
}
