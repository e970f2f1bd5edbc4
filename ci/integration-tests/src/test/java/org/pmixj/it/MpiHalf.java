// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A C library that uses MPI and OpenMP, {@code native/tests/mpi-half.c}, compiled and loaded into this process. */
final class MpiHalf {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private final SymbolLookup symbols;

    private MpiHalf(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** Compiles with the wrapper of Open MPI. */
    static void compile(Path work, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("mpicc", "-Wall", "-Wextra", "-Werror"));
        command.addAll(Arrays.asList(arguments));
        Launched compiler = Launched.run(work, command, Map.of());
        assertThat(compiler.exit()).as(compiler.output()).isZero();
    }

    static MpiHalf load(Path work) throws Exception {
        Path directory = java.nio.file.Files.createTempDirectory(work, "mpi-half");
        Path library = directory.resolve("libmpihalf.so");
        compile(directory, "-shared", "-fPIC", "-fopenmp", "-o", library.toString(), CHandlers.source("mpi-half.c"));
        return new MpiHalf(SymbolLookup.libraryLookup(library, Arena.global()));
    }

    private int call(String name, int... arguments) {
        ValueLayout[] types = new ValueLayout[arguments.length];
        Arrays.fill(types, INT);
        List<Object> values = new ArrayList<>();
        for (int argument : arguments) {
            values.add(argument);
        }
        try {
            return (int) Linker.nativeLinker()
                    .downcallHandle(symbols.findOrThrow(name), FunctionDescriptor.of(INT, types))
                    .invokeWithArguments(values);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    void init() {
        assertThat(call("half_init")).isNotNegative();
    }

    boolean isInitialized() {
        return call("half_is_initialized") == 1;
    }

    int rank() {
        return call("half_rank");
    }

    int sum(int own, int threads) {
        return call("half_sum", own, threads);
    }

    int ring(int rounds) {
        return call("half_ring", rounds);
    }

    void finish() {
        assertThat(call("half_finalize")).isZero();
    }
}
