// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pmixj.it.support.CCode;

/** C code with OpenMP regions, {@code native/tests/regions.c}, and the tool that reports them to PMIx. */
final class OpenMp {
    /** From the folder the ranks run in. */
    static final String TOOL = "../../native/ompt/target/libpmixj-ompt.so";

    private static final String SOURCE = "regions.c";
    private static final List<String> FLAGS = List.of("-O1", "-fopenmp");

    /** Returns the options to link a C program with. */
    enum Runtime {
        /** LLVM's. */
        OMP,
        /** GCC's. */
        GOMP;

        private String flag() {
            return this == OMP ? "-lomp" : "-lgomp";
        }
    }

    private OpenMp() {}

    private static String object(Path work) throws Exception {
        return CCode.object(CCode.Compiler.PMIX, work, SOURCE, FLAGS);
    }

    /** {@code openmp-rank.c}. */
    static String rank(Path work, Runtime runtime) throws Exception {
        Path program = work.resolve("openmp-rank");
        CCode.compile(
                work,
                "-pthread",
                "-o",
                program.toString(),
                CCode.source("openmp-rank.c"),
                CCode.source("handlers.c"),
                object(work),
                runtime.flag());
        return program.toString();
    }

    /** {@code openmp-alone.c}, which is not linked to libpmix. */
    static String alone(Path work, Runtime runtime) throws Exception {
        Path program = work.resolve("openmp-alone");
        CCode.compile(
                work,
                "-pthread",
                "-Wl,--as-needed",
                "-o",
                program.toString(),
                CCode.source("openmp-alone.c"),
                object(work),
                runtime.flag());
        return program.toString();
    }

    /** The tool loaded, and settings of its own in pairs of names and values. */
    static Map<String, String> environment(String... settings) {
        Map<String, String> environment = new TreeMap<>();
        Path tool = Path.of(TOOL).toAbsolutePath().normalize();
        assertThat(Files.exists(tool)).as("%s has been built", tool).isTrue();
        environment.put("OMP_TOOL_LIBRARIES", tool.toString());
        environment.put("PMIXJ_OMPT_REPORT", "1");
        for (int i = 0; i < settings.length; i += 2) {
            environment.put(settings[i], settings[i + 1]);
        }
        return environment;
    }

    // --- in this process -----------------------------------------------------------------------------------------

    /** The regions, loaded into this process as Java code loads a native library. */
    static final class Regions {
        private final CCode code;

        private Regions(CCode code) {
            this.code = code;
        }

        static Regions load(Path work) throws Exception {
            return new Regions(CCode.load(CCode.Compiler.PMIX, work, SOURCE, FLAGS, "-lomp"));
        }

        void run(int count, int threads) {
            assertThat(code.call("regions_run", count, threads)).isEqualTo(count * threads);
        }

        void nested(int outer, int inner) {
            assertThat(code.call("regions_nested", outer, inner)).isEqualTo(outer + outer * inner);
        }

        void together(int starters, int count, int threads) {
            assertThat(code.call("regions_together", starters, count, threads)).isEqualTo(starters * count * threads);
        }
    }
}
