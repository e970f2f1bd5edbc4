// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmixj.it.mpi.MpiIT.Implementation;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/** A rank of MPI dies: what MPI does, what the group of pmixj says, and how the others go on. */
class MpiDeathIT {
    private static final List<String> RECOVERABLE = List.of("--runtime-options", "recoverable,notifyerrors");

    @TempDir
    Path work;

    private Launched run(List<String> launcher, Class<?> program, String library, String... arguments)
            throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(launcher);
        command.addAll(Launched.java(program, arguments));
        return Launched.run(work, command, Map.of("PMIXJ_MPI", library));
    }

    @ParameterizedTest
    @EnumSource(names = "OPEN_MPI")
    void theJobEnds(Implementation mpi) throws Exception {
        Launched job = run(mpi.launcher(1, 3), MpiDeath.class, mpi.library(), "mpi");
        // MPICH's launcher returns the signal.
        assertThat(job.exit()).as(job.output()).isIn(9, 137);
        assertThat(job.output()).contains("Killed").doesNotContain("goes on");
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = "MPICH")
    void theJobEndsOnMpich(Implementation mpi) throws Exception {
        theJobEnds(mpi);
    }

    @Test
    void theGroupKnowsWhereMpiIsLost() throws Exception {
        List<String> launcher = new ArrayList<>(Implementation.OPEN_MPI.launcher(1, 3));
        launcher.addAll(1, RECOVERABLE);
        Launched job = run(launcher, MpiDeath.class, Implementation.OPEN_MPI.library(), "group");
        assertThat(job.output()).contains("rank 0 knows", "rank 2 knows");
    }

    /** By PRRTE's launcher, on several nodes. */
    @Test
    void theOthersGoOn() throws Exception {
        goOn("prterun");
    }

    /** Open MPI's launcher has an option for it. */
    @Tag("slow")
    @Test
    void theOthersGoOnByMpirun() throws Exception {
        goOn("mpirun");
    }

    private void goOn(String launcher) throws Exception {
        List<String> command = new ArrayList<>();
        if (launcher.equals("mpirun")) {
            command.addAll(List.of("mpirun", "--oversubscribe", "-n", "3", "--with-ft", "ulfm"));
        } else {
            command.addAll(Implementation.OPEN_MPI.launcher(3, 3));
            command.addAll(RECOVERABLE);
            command.addAll(List.of("-x", "OMPI_MCA_mpi_ft_enable=1"));
        }
        Launched job = run(command, MpiDeath.class, Implementation.OPEN_MPI.library(), "both");
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("rank 0 goes on as 0 of 2: 4", "rank 2 goes on as 1 of 2: 4");
    }

    @Tag("slow")
    @Test
    void functionsOfUlfmWhereTheLibraryHasThem() throws Exception {
        Launched.needsLauncher();
        Path library = work.resolve("libmpi_abi_ulfm.so");
        CCode.compile(
                work,
                "-shared",
                "-fPIC",
                "-I",
                headers().toString(),
                "-o",
                library.toString(),
                CCode.source("mpi-ulfm.c"),
                "-l:" + Implementation.OPEN_MPI.library());
        Launched job = run(Implementation.OPEN_MPI.launcher(1, 2), MpiUlfm.class, library.toString());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("rank 0 has passed", "rank 1 has passed");
    }

    private static Path headers() throws Exception {
        try (Stream<Path> architectures = Files.list(Path.of("/usr/lib"))) {
            return architectures
                    .map(each -> each.resolve("openmpi/include/standard_abi"))
                    .filter(Files::isDirectory)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
