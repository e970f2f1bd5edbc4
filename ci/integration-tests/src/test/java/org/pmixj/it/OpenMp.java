// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** C code with OpenMP regions, {@code native/tests/regions.c}, and the tool that tells PMIx of them. */
final class OpenMp {
    /** From the folder the ranks run in. */
    static final String TOOL = "../../native/ompt/target/libpmixj-ompt.so";

    /** What a C program is linked to. */
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
        Path object = work.resolve("regions" + ProcessHandle.current().pid() + ".o");
        CHandlers.compile(
                work, "-O1", "-fopenmp", "-fPIC", "-c", "-o", object.toString(), CHandlers.source("regions.c"));
        return object.toString();
    }

    /** {@code openmp-rank.c}. */
    static String rank(Path work, Runtime runtime) throws Exception {
        Path program = work.resolve("openmp-rank");
        CHandlers.compile(
                work,
                "-pthread",
                "-o",
                program.toString(),
                CHandlers.source("openmp-rank.c"),
                CHandlers.source("handlers.c"),
                object(work),
                runtime.flag());
        return program.toString();
    }

    /** {@code openmp-alone.c}, which is not linked to libpmix. */
    static String alone(Path work, Runtime runtime) throws Exception {
        Path program = work.resolve("openmp-alone");
        CHandlers.compile(
                work,
                "-pthread",
                "-Wl,--as-needed",
                "-o",
                program.toString(),
                CHandlers.source("openmp-alone.c"),
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
        private final SymbolLookup symbols;

        private Regions(SymbolLookup symbols) {
            this.symbols = symbols;
        }

        static Regions load(Path work) throws Exception {
            Path library = work.resolve("libregions" + ProcessHandle.current().pid() + ".so");
            CHandlers.compile(work, "-shared", "-o", library.toString(), object(work), "-lomp");
            return new Regions(SymbolLookup.libraryLookup(library, Arena.global()));
        }

        private int call(String name, int... arguments) {
            ValueLayout[] types = new ValueLayout[arguments.length];
            Arrays.fill(types, ValueLayout.JAVA_INT);
            List<Object> values = new ArrayList<>();
            for (int argument : arguments) {
                values.add(argument);
            }
            try {
                return (int) Linker.nativeLinker()
                        .downcallHandle(symbols.findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, types))
                        .invokeWithArguments(values);
            } catch (Throwable e) {
                throw new AssertionError(name, e);
            }
        }

        void run(int count, int threads) {
            assertThat(call("regions_run", count, threads)).isEqualTo(count * threads);
        }

        void nested(int outer, int inner) {
            assertThat(call("regions_nested", outer, inner)).isEqualTo(outer + outer * inner);
        }

        void together(int starters, int count, int threads) {
            assertThat(call("regions_together", starters, count, threads)).isEqualTo(starters * count * threads);
        }
    }
}
