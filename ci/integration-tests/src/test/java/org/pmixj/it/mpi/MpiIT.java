// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.mpi.Mpi;

/**
 * pmixj-mpi in real jobs of both MPIs, from the same classes. {@link MpiSuite} has in one job what one can show of MPI
 * alone: its programs, each collective, bad input. {@link MpiHybrid} has pmixj beside it.
 */
class MpiIT {
    private static final int RANKS = 3;

    enum Implementation {
        OPEN_MPI("Open MPI v6", "prterun", "--map-by", ":oversubscribe"),
        MPICH("MPICH Version:", "mpiexec.mpich");

        private final String version;
        private final List<String> launcher;

        Implementation(String version, String... launcher) {
            this.version = version;
            this.launcher = List.of(launcher);
        }
    }

    @TempDir
    Path work;

    private Launched run(Implementation mpi, Class<?> program, String... arguments) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(mpi.launcher);
        command.addAll(List.of("-n", Integer.toString(RANKS)));
        command.addAll(Launched.java(program, arguments));
        // Each is known by its name, whichever of them the system's links refer to.
        String library = "libmpi_abi_" + (mpi == Implementation.MPICH ? "mpich" : "openmpi") + ".so.1.0.0";
        return Launched.run(work, command, Map.of("PMIXJ_MPI", library));
    }

    @Smoke
    @ParameterizedTest
    @EnumSource
    void everythingThatMpiHas(Implementation mpi) throws Exception {
        Launched job = run(mpi, MpiSuite.class);
        assertThat(job.exit()).as(job.output()).isZero();
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(job.output()).contains("rank " + rank + " of " + RANKS + " has passed with " + mpi.version);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN_MPI, pmix-ends-first",
        "OPEN_MPI, mpi-ends-first",
        "OPEN_MPI, pmix-first",
        "MPICH, alone-mpi-first",
        "MPICH, alone-pmix-first"
    })
    void pmixInTheSameProcess(Implementation mpi, String order) throws Exception {
        Launched job = run(mpi, MpiHybrid.class, order);
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output().lines().filter(("passed: " + order)::equals))
                .as(job.output())
                .hasSize(RANKS);
    }

    static final class Init {
        private Init() {}

        public static void main(String[] args) {
            Mpi.init().close();
        }
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
