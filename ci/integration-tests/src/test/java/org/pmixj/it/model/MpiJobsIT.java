// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.group.GroupRank;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;
import org.pmixj.samples.HybridMpi;

/**
 * A job in Java and one of Open MPI in one group, whichever of them was first: the sample hybrid-mpi. Values and events go
 * both ways, and each learns of the other's programming model.
 */
class MpiJobsIT {
    private static final String SAMPLES =
            Path.of("../../samples").toAbsolutePath().normalize().toString();

    @TempDir
    Path work;

    private String program() throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("hybrid-mpi");
        CCode.compile(
                CCode.Compiler.MPI, work, "-pthread", "-o", program.toString(), SAMPLES + "/src/main/c/hybrid-mpi.c");
        return program.toString();
    }

    /** Checks the output of the ranks of both jobs. Each has seen all of the other. */
    private static void assertComplete(Launched job, int java, int mpi) {
        assertThat(job.exit()).as(job.output()).isZero();
        int ofJava = 0;
        int ofMpi = 0;
        for (int rank = 0; rank < java; rank++) {
            ofJava += rank + 1;
        }
        for (int rank = 0; rank < mpi; rank++) {
            ofMpi += 100 * (rank + 1);
        }
        for (int rank = 0; rank < java; rank++) {
            assertThat(job.output())
                    .contains("java rank " + rank + ": in a group of " + java + " Java and " + mpi + " MPI ranks")
                    .contains("java rank " + rank + ": the MPI ranks' values add up to " + ofMpi)
                    .contains("java rank " + rank + ": the MPI ranks use MPI of OpenMPI")
                    .contains("java rank " + rank + ": MPI_Allreduce says " + ofMpi)
                    .contains("java rank " + rank + ": done");
        }
        for (int rank = 0; rank < mpi; rank++) {
            assertThat(job.output())
                    .contains("mpi rank " + rank + ": in a group of " + java + " Java and " + mpi + " MPI ranks")
                    .contains("mpi rank " + rank + ": the Java ranks' values add up to " + ofJava)
                    .contains("mpi rank " + rank + ": the Java ranks use Java streams; told to start")
                    .contains("mpi rank " + rank + ": done");
        }
    }

    @Tag("row:hybrid-22")
    @Tag("row:hybrid-25")
    @Conforms(nodes = 3)
    @ParameterizedTest
    @ValueSource(ints = 3)
    void javaSpawnsMpi(int nodes) throws Exception {
        Launched.needsLauncher();
        Launched job = Launched.run(
                work,
                List.of(SAMPLES + "/run", "hybrid-mpi", "-n", "3", "--nodes", Integer.toString(nodes), "--", "2"),
                Map.of());
        assertComplete(job, 3, 2);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 1)
    void javaSpawnsMpiOnOneNode(int nodes) throws Exception {
        javaSpawnsMpi(nodes);
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void mpiSpawnsJava(int nodes) throws Exception {
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes), "-n", "3", program(), "2"));
        command.addAll(Launched.java(HybridMpi.class));
        assertComplete(Launched.run(work, command, Map.of()), 2, 3);
    }

    /** Neither has started the other. */
    @ParameterizedTest
    @ValueSource(ints = 3)
    void twoJobsOfOneLauncher(int nodes) throws Exception {
        List<String> run = List.of("--map-by", Launched.mapBy(nodes), "-n", "2");
        List<String> mpi = new ArrayList<>(run);
        mpi.add(program());
        List<String> java = new ArrayList<>(run);
        java.addAll(Launched.java(HybridMpi.class));
        assertComplete(Launched.twoJobs(work, nodes, List.of(), mpi, java), 2, 2);
    }

    // --- one namespace -----------------------------------------------------------------------------------------------

    /**
     * {@code MPI_Init} takes all processes of a namespace for ranks of MPI, and waits for each in a fence. With a
     * session of MPI and a process set for each application the Java ranks only have to take part in that one fence.
     * They are on other nodes, because Open MPI connects to all of its own node at once.
     */
    @Test
    void oneNamespaceWithSessionsOfMpiOnOtherNodes() throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("mpi-session");
        CCode.compile(CCode.Compiler.MPI, work, "-o", program.toString(), CCode.source("mpi-session.c"));
        List<String> command = new ArrayList<>(Launched.onNodes(2));
        command.addAll(List.of("prterun", "--map-by", ":oversubscribe"));
        command.addAll(List.of("-n", "2", "--host", "node0:2", "--pset", "solver", program.toString(), "solver", ":"));
        command.addAll(List.of("-n", "2", "--host", "node1:2", "--pset", "java"));
        command.addAll(Launched.java(GroupRank.class, work.toString(), "fence job", "construct g 2,3", "destruct g"));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("0 of 2: sum 3")
                .contains("1 of 2: sum 3")
                .contains("2: construct g 2,3 -> SUCCESS 2,3")
                .contains("3: destruct g -> SUCCESS");
    }
}
