// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.tool.Tool;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.ThreadLevel;
import org.pmixj.samples.MpiHalo;

/**
 * pmixj-mpi in real jobs of both MPIs, from the same classes. {@link MpiSuite} has in one job what one can show of MPI
 * alone: its programs, each collective, bad input. {@link MpiHybrid} has pmixj beside it.
 */
@Order(2)
class MpiIT {
    private static final int RANKS = 3;

    enum Implementation {
        OPEN_MPI("Open MPI v6", "openmpi"),
        MPICH("MPICH Version:", "mpich");

        private final String version;
        private final String name;

        Implementation(String version, String name) {
            this.version = version;
            this.name = name;
        }

        /** Each is known by its name, whichever of them the system's links refer to. */
        String library() {
            return "libmpi_abi_" + name + ".so.1.0.0";
        }

        /** Returns the words that start ranks, which are dealt to nodes in turn. */
        List<String> launcher(int nodes, int ranks) {
            List<String> words = new ArrayList<>(Launched.onNodes(nodes));
            words.addAll(
                    this == OPEN_MPI
                            ? List.of("prterun", "--map-by", Launched.mapBy(nodes))
                            : nodes == 1 ? List.of("mpiexec.mpich") : hydra(nodes));
            words.addAll(List.of("-n", Integer.toString(ranks)));
            return words;
        }

        /** MPICH's launcher, which reaches the simulated nodes by the stand-in for ssh that they name. */
        private static List<String> hydra(int nodes) {
            String hosts =
                    IntStream.range(0, nodes).mapToObj(node -> "node" + node).collect(Collectors.joining(","));
            return List.of(
                    "sh",
                    "-c",
                    "exec mpiexec.mpich -launcher ssh -launcher-exec \"$PRTE_MCA_plm_ssh_agent\" -hosts " + hosts
                            + " -ppn 1 \"$@\"",
                    "mpiexec");
        }
    }

    @TempDir
    Path work;

    private Launched run(Implementation mpi, Class<?> program, String... arguments) throws Exception {
        return run(mpi, mpi.launcher(1, RANKS), program, arguments);
    }

    private Launched run(Implementation mpi, List<String> launcher, Class<?> program, String... arguments)
            throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(launcher);
        command.addAll(Launched.java(program, arguments));
        return Launched.run(work, command, Map.of("PMIXJ_MPI", mpi.library()));
    }

    @Smoke
    @ParameterizedTest
    @EnumSource(names = "OPEN_MPI")
    void everythingThatMpiHas(Implementation mpi) throws Exception {
        suite(mpi, 1);
    }

    @ParameterizedTest
    @EnumSource(names = "MPICH")
    void everythingThatMpichHas(Implementation mpi) throws Exception {
        everythingThatMpiHas(mpi);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void everythingThatMpiHasOnThreeNodes(Implementation mpi) throws Exception {
        suite(mpi, 3);
    }

    /** Each function has the shape that mpi.h declares, as on an unknown system, which checks how many arguments it gets. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void everythingInTheShapesOfTheHeader(Implementation mpi) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(mpi.launcher(1, RANKS));
        command.addAll(Launched.java(MpiSuite.class));
        command.add(command.indexOf("-cp"), "-Dpmixj.ffi.exact=true");
        assertPassed(mpi, Launched.run(work, command, Map.of("PMIXJ_MPI", mpi.library())));
    }

    private void suite(Implementation mpi, int nodes) throws Exception {
        assertPassed(mpi, run(mpi, mpi.launcher(nodes, RANKS), MpiSuite.class));
    }

    private static void assertPassed(Implementation mpi, Launched job) {
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(job.output()).contains("rank " + rank + " of " + RANKS + " has passed with " + mpi.version);
        }
    }

    /** A source file, whose library is that of the command. */
    @Tag("slow")
    @Test
    void startedByMpirun() throws Exception {
        Path sample = Path.of("../../samples/src/main/java/org/pmixj/samples/MpiRing.java");
        Path source = Files.writeString(
                work.resolve("MpiRing.java"), Files.readString(sample).replace("package org.pmixj.samples;", ""));
        Launched job = Tool.run(
                work,
                Map.of("PMIXJ_MPI", Implementation.OPEN_MPI.library()),
                "run",
                "--launcher",
                "mpirun",
                "--nodes",
                "3",
                "-n",
                "3",
                source.toString(),
                "1000");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("+ ", " mpirun ", "rank 2 of group mpi-ring: largest 2");
    }

    private static void assertBest(Launched job) {
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("the best of 60 is that of one process");
    }

    /** A program that had a library in C for MPI. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void aProgramWithTenFunctions(Implementation mpi) throws Exception {
        assertBest(run(mpi, MpiEvolution.class));
    }

    /** The sample on both MPIs: a rank has neighbours on its node and on others. */
    @ParameterizedTest
    @EnumSource(names = "OPEN_MPI")
    void theHaloExchangeOfTheSamples(Implementation mpi) throws Exception {
        Launched job = run(mpi, mpi.launcher(2, 4), MpiHalo.class, "24", "200");
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < 4; rank++) {
            assertThat(job.output())
                    .containsPattern("rank " + rank + ": row " + rank / 2 + " of 2, column " + rank % 2
                            + " of 2, 200 iterations, the difference from the serial result is 0\\.0\n");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = "MPICH")
    void theHaloExchangeOfTheSamplesOnMpich(Implementation mpi) throws Exception {
        theHaloExchangeOfTheSamples(mpi);
    }

    @ParameterizedTest
    @CsvSource({"OPEN_MPI, pmix-ends-first", "MPICH, alone-mpi-first"})
    void pmixInTheSameProcess(Implementation mpi, String order) throws Exception {
        Launched job = run(mpi, MpiHybrid.class, order);
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output().lines().filter(("passed: " + order)::equals))
                .as(job.output())
                .hasSize(RANKS);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"OPEN_MPI, mpi-ends-first", "OPEN_MPI, pmix-first", "MPICH, alone-pmix-first"})
    void pmixInTheSameProcessInAnotherOrder(Implementation mpi, String order) throws Exception {
        pmixInTheSameProcess(mpi, order);
    }

    static final class Init {
        private Init() {}

        public static void main(String[] args) {
            Mpi.init().close();
        }
    }

    /** C code has initialised MPI for one thread. A level that it does not have is refused, and can be required again. */
    static final class InitAfterC {
        private InitAfterC() {}

        public static void main(String[] args) throws Throwable {
            Linker linker = Linker.nativeLinker();
            SymbolLookup mpi = SymbolLookup.libraryLookup(Mpi.library(), Arena.global());
            MemorySegment none = MemorySegment.NULL;
            int status = (int) linker.downcallHandle(
                            mpi.findOrThrow("MPI_Init"), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS))
                    .invokeExact(none, none);
            assertThat(status).isZero();
            assertThatIllegalStateException()
                    .isThrownBy(Mpi::init)
                    .withMessageContaining("MULTIPLE was required, but the library grants");
            try (Mpi used = Mpi.init(ThreadLevel.SINGLE)) {
                System.out.println("rank " + used.world().rank() + " has passed");
            }
            status = (int) linker.downcallHandle(mpi.findOrThrow("MPI_Finalize"), FunctionDescriptor.of(JAVA_INT))
                    .invokeExact();
            assertThat(status).isZero();
        }
    }

    @Test
    void aRefusedThreadLevelIsNotTheEndOfWhatCHasInitialised() throws Exception {
        Launched alone = Launched.alone(work, Map.of("PMIXJ_MPI", Implementation.MPICH.library()), InitAfterC.class);
        assertThat(alone.exit()).as(alone.output()).isZero();
        assertThat(alone.output()).contains("rank 0 has passed");
    }

    /** If this fails, {@code Comm.of} may take groups of several jobs, such as those that have grown. */
    @Tag("slow")
    @Test
    void openMpiCreatesNoCommunicatorFromAGroupOfTwoJobs() throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("two-jobs-communicator");
        CCode.compile(CCode.Compiler.MPI, work, "-o", program.toString(), CCode.source("two-jobs-communicator.c"));
        Launched job = Launched.run(
                work,
                List.of("prterun", "--map-by", ":oversubscribe", "--bind-to", "none", "-n", "2", program.toString()),
                Map.of());
        assertThat(job.output())
                .contains("merged: 3")
                .contains("Segmentation fault")
                .doesNotContain("created: 3");
    }

    @Test
    void aLibraryOfAnotherAbiIsRefused() throws Exception {
        Launched alone = Launched.alone(work, Map.of("PMIXJ_MPI", "libmpi.so.40"), Init.class);
        assertThat(alone.exit()).isOne();
        assertThat(alone.output())
                .contains("MpiLibraryException: 'libmpi.so.40' is an MPI library, but not of MPI 5's standard ABI")
                .contains("-Dpmixj.mpi.library=PATH or the environment variable PMIXJ_MPI");
    }

    @Test
    void aLibraryThatIsNotThereIsNamed() throws Exception {
        Launched alone = Launched.alone(work, Map.of("PMIXJ_MPI", "/no/such/libmpi_abi.so.1"), Init.class);
        assertThat(alone.output())
                .contains("the library of MPI's standard ABI was not found: '/no/such/libmpi_abi.so.1' does not exist");
    }
}
