// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;

/** Tests jobs on simulated nodes. */
class SeveralNodesIT {
    @Test
    void ranksAreDealtToTheNodesInTurn() {
        Runs runs = Runs.method(Fixtures.SeveralNodes.class, "dealtInTurn");

        for (int rank = 0; rank < 6; rank++) {
            runs.assertPassed("rank " + rank + " of 6 @ node" + rank % 3);
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
                        "rank 0 of 2 on 2 nodes @ node0",
                        "rank 1 of 2 on 2 nodes @ node1",
                        "job on 2 nodes");
        runs.assertPassed(
                "rank 0 of 2 on 1 node", "rank 1 of 2 on 1 node", "job on 1 node", "rank 1 of 2 on 2 nodes @ node1");
        assertThat(runs.failure("rank 0 of 2 on 2 nodes @ node0")).hasMessageContaining("2 nodes");
        runs.assertPassed("job on 2 nodes");
    }

    @Test
    void theUserChoosesTheNodes() {
        assertThat(withNodes("2").cases().keySet())
                .containsExactly("rank 0 of 2 @ node0", "rank 1 of 2 @ node1", "job");
        assertThat(withNodes("two").results().containerEvents().failed().stream())
                .singleElement()
                .satisfies(event -> assertThat(event.getRequiredPayload(TestExecutionResult.class)
                                .getThrowable())
                        .hasValueSatisfying(failure -> assertThat(failure)
                                .hasMessage("the system property pmixj.junit.nodes must be numbers of nodes,"
                                        + " such as 1,3, not two")));
    }

    private static Runs withNodes(String nodes) {
        System.setProperty("pmixj.junit.nodes", nodes);
        try {
            return Runs.method(Fixtures.SeveralNodes.class, "onTwoAfterOne");
        } finally {
            System.clearProperty("pmixj.junit.nodes");
        }
    }

    @Test
    void ranksThatHangAtOnePlace() {
        Runs runs = Runs.method(Fixtures.SeveralNodes.class, "twoHang");

        runs.assertPassed("rank 0 of 4 @ node0", "rank 1 of 4 @ node1", "job");
        for (String name : List.of("rank 2 of 4 @ node2", "rank 3 of 4 @ node0")) {
            assertThat(runs.failure(name)).hasMessageContaining("time limit of " + Fixtures.Hanging.LIMIT + " s");
            // Here it is the host on which the rank ran.
            assertThat(runs.trace(name)).contains(name + "; files are kept in ");
        }
        assertThat(runs.trace("rank 2 of 4 @ node2")).contains("SeveralNodes.twoHang(");
        assertThat(runs.trace("rank 3 of 4 @ node0"))
                .contains("as that of rank 2")
                .doesNotContain("SeveralNodes.twoHang(");
        assertThat(runs.output().lines().filter(line -> line.contains("SeveralNodes.twoHang(")))
                .singleElement(as(STRING))
                .startsWith("[rank 2 threads]");
        assertThat(runs.output()).containsPattern("\\[rank 3 threads] as in rank 2: .*main");
        Path kept = runs.keptDirectory("rank 3 of 4 @ node0");
        assertThat(kept.resolve("rank-3.threads")).content().contains("SeveralNodes.twoHang(");
        assertThat(Processes.commandLines()).noneMatch(line -> line.contains(kept.toString()));
    }
}
