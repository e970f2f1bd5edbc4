// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.samples.HelloGroups;

/** Jobs in allocations of a real Slurm, and programs that must not run there without prterun. */
class SlurmIT {
    private static final String HELLO = Cluster.java(HelloGroups.class);

    @TempDir
    Path work;

    /** Checks the output of six ranks, two on each of three nodes. */
    static void assertSixSaidHello(String output) {
        for (int rank = 0; rank < 6; rank++) {
            assertThat(output)
                    .contains("rank " + rank + ": one of 6, ")
                    .contains("rank " + rank + ": group hello-all: rank " + rank + " of 6")
                    .contains("rank " + rank + ": groups destructed");
        }
    }

    @Smoke
    // ci/test --prefix leaves it out on a machine without Slurm.
    @Tag("simulated-slurm")
    @Test
    void prterunTakesTheAllocation() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            String output = slurm.output("export PRTE_MCA_plm_base_verbose=5 PRTE_MCA_ras_base_verbose=5\n"
                    + "salloc -Q -N3 --ntasks-per-node=2 prterun " + HELLO);
            assertSixSaidHello(output);
            // Otherwise it would run all ranks on the first node, or use ssh.
            assertThat(output)
                    .contains("active allocator is [slurm]")
                    .containsPattern("plm:slurm: final top-level argv:\\s+srun --external-launcher ");
            assertThat(slurm.output("salloc -Q -N3 --ntasks-per-node=2 prterun hostname")
                            .lines())
                    .containsExactlyInAnyOrder("node0", "node0", "node1", "node1", "node2", "node2");
        }
    }

    @Test
    void tasksOfSrunAreNoSingletons() throws Exception {
        try (Cluster slurm = Cluster.slurm(work)) {
            String refused = "NotSupported: PMIx_Init: srun of Slurm started this process as one of 3 tasks";
            for (String options : new String[] {"-N3 -n3", "-n3 --mpi=pmi2"}) {
                Launched tasks = slurm.run("srun -Q " + options + " " + HELLO);
                assertThat(tasks.exit()).as(tasks.output()).isEqualTo(1);
                assertThat(tasks.output()).contains(refused).doesNotContain("one of 1");
            }
            Launched step = slurm.run("salloc -Q -N3 -n3 srun " + HELLO);
            assertThat(step.exit()).as(step.output()).isEqualTo(1);
            assertThat(step.output()).contains(refused);

            // One task alone, the command of an allocation, and a batch script.
            assertThat(slurm.output("srun -Q -n1 " + HELLO)).contains("rank 0: one of 1");
            assertThat(slurm.output("salloc -Q -N3 -n6 " + HELLO)).contains("rank 0: one of 1");
            assertThat(slurm.output("""
                            job=$(sbatch --parsable -N3 -n6 --output="$TMPDIR/log" <<'END'
                            #!/bin/bash
                            %s && prterun -n 1 %s
                            END
                            )
                            while squeue -h -j "$job" 2>/dev/null | grep -q .; do sleep 0.05; done
                            cat "$TMPDIR/log"
                            """.formatted(HELLO, HELLO))
                            .lines()
                            .filter(line -> line.startsWith("rank 0: one of 1")))
                    .hasSize(2);
        }
    }
}
