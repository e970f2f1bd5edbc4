// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests a job that passes, and the output of its ranks. */
class RanksIT {
    @Test
    void everyRankIsATestCase() {
        Runs runs = Runs.method(Fixtures.Passing.class, "ranksSeeEachOther");

        assertThat(runs.cases().keySet())
                .containsExactly("rank 0 of 4", "rank 1 of 4", "rank 2 of 4", "rank 3 of 4", "job");
        runs.assertPassed("rank 0 of 4", "rank 1 of 4", "rank 2 of 4", "rank 3 of 4", "job");
        assertThat(runs.output())
                .contains("[rank 2] hello of rank 2", "[rank 3] oops of rank 3", "[rank 1] after each, rank 1");
    }

    @Test
    void nestedClassesAndJvmOptions() {
        Runs.all(Fixtures.Passing.Inside.class).assertPassed("rank 0 of 2", "rank 1 of 2", "job");
    }
}
