// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests jobs on simulated nodes. */
class SeveralNodesIT {
    @Test
    void ranksAreDealtToTheNodesInTurn() {
        Runs runs = Runs.method(Fixtures.SeveralNodes.class, "dealtInTurn");

        for (int rank = 0; rank < 6; rank++) {
            runs.assertPassed("rank " + rank + " of 6");
        }
        runs.assertPassed("job");
    }

    @Test
    void aJobForEachNumberOfNodes() {
        Runs runs = Runs.method(Fixtures.SeveralNodes.class, "onTwoAfterOne");

        assertThat(runs.cases().keySet())
                .containsExactly(
                        "rank 0 of 2 on 1 node",
                        "rank 1 of 2 on 1 node",
                        "job on 1 node",
                        "rank 0 of 2 on 2 nodes",
                        "rank 1 of 2 on 2 nodes",
                        "job on 2 nodes");
        runs.assertPassed("rank 0 of 2 on 1 node", "rank 1 of 2 on 1 node", "job on 1 node", "rank 1 of 2 on 2 nodes");
        assertThat(runs.failure("rank 0 of 2 on 2 nodes")).hasMessageContaining("2 nodes");
        runs.assertPassed("job on 2 nodes");
    }

    @Test
    void hangingRank() {
        Runs runs = Runs.method(Fixtures.SeveralNodes.class, "oneHangs");

        runs.assertPassed("rank 0 of 3", "rank 1 of 3", "job");
        assertThat(runs.failure("rank 2 of 3")).hasMessageContaining("time limit of " + Fixtures.Hanging.LIMIT + " s");
        String directory = runs.keptDirectory("rank 2 of 3").toString();
        assertThat(Processes.commandLines()).noneMatch(line -> line.contains(directory));
    }
}
