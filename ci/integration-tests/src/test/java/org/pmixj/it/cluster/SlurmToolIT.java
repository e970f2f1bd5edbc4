// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Launched;
import org.pmixj.it.tool.Tool;
import org.pmixj.it.tool.ToolProgram;

/** The command {@code pmixj} in an allocation of a real Slurm. */
@Tag("slurm")
class SlurmToolIT {
    private static final String RUN = "tool/pmixj run -cp '" + Tool.CLASSES + "' ";

    @TempDir
    Path work;

    @Test
    void itUsesTheAllocation() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            String salloc = "salloc -Q -N3 --ntasks-per-node=2 ";
            String output = slurm.output(salloc + RUN + ToolProgram.class.getName());
            for (int rank = 0; rank < 6; rank++) {
                assertThat(output).contains("rank " + rank + " of 6 on node" + rank / 2 + " has");
            }
            output = slurm.output(salloc + RUN + "-n 4 --nodes 2 " + ToolProgram.class.getName());
            for (int rank = 0; rank < 4; rank++) {
                assertThat(output).contains("rank " + rank + " of 4 on node" + rank % 2 + " has");
            }
            assertThat(output)
                    .contains("prterun --host node0:2,node1:2 --map-by node")
                    .doesNotContain("ci/nodes");

            // Each task would be a job of its own.
            Launched tasks = slurm.run("srun -n 2 " + RUN + ToolProgram.class.getName());
            assertThat(tasks.exit()).as(tasks.output()).isEqualTo(2);
            assertThat(tasks.output()).contains("srun of Slurm started this process as one of 2 tasks");

            output = slurm.output(salloc + "tool/pmixj doctor");
            assertThat(output)
                    .containsPattern("ok +slots +\\d+ cores?; 6 slots on 3 nodes, in the allocation \\d+ of Slurm")
                    .containsPattern("ok +job ")
                    .doesNotContain("wrong");
        }
    }
}
