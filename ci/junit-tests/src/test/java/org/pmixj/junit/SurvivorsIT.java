// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks that no process outlives its job. */
class SurvivorsIT {
    @Test
    void childThatOutlivesItsRank() {
        Runs runs = Runs.method(Fixtures.LeavingProcesses.class, "childOutlivesItsRank");

        runs.assertPassed("rank 0 of 2", "rank 1 of 2");
        assertThat(runs.failure("job")).hasMessageContaining("of rank 1: sleep 300.25");
        assertThat(Processes.commandLines()).doesNotContain("sleep 300.25");
    }
}
