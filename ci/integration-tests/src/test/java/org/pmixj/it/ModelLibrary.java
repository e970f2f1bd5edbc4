// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** A C library that declares a model, {@code native/tests/model-library.c}, compiled and loaded into this process. */
final class ModelLibrary {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout POINTER = ValueLayout.ADDRESS;

    private final SymbolLookup symbols;

    private ModelLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    static ModelLibrary load(Path work) throws Exception {
        Path library = work.resolve("libmodel" + ProcessHandle.current().pid() + ".so");
        CHandlers.compile(work, "-shared", "-fPIC", "-o", library.toString(), CHandlers.source("model-library.c"));
        return new ModelLibrary(SymbolLookup.libraryLookup(library, Arena.global()));
    }

    private void call(String name, FunctionDescriptor type, Object... arguments) {
        try {
            assertThat(Linker.nativeLinker()
                            .downcallHandle(symbols.findOrThrow(name), type)
                            .invokeWithArguments(arguments))
                    .as(name)
                    .isEqualTo(0);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    void init(String model, String name, String version, String threading) {
        try (Arena arena = Arena.ofConfined()) {
            call(
                    "model_init",
                    FunctionDescriptor.of(INT, POINTER, POINTER, POINTER, POINTER),
                    arena.allocateFrom(model),
                    arena.allocateFrom(name),
                    arena.allocateFrom(version),
                    arena.allocateFrom(threading));
        }
    }

    void finish() {
        call("model_finalize", FunctionDescriptor.of(INT));
    }

    void uses(String model, long threads, long cpus, String cpuType, String affinity) {
        try (Arena arena = Arena.ofConfined()) {
            call(
                    "model_uses",
                    FunctionDescriptor.of(INT, POINTER, LONG, LONG, POINTER, POINTER),
                    arena.allocateFrom(model),
                    threads,
                    cpus,
                    arena.allocateFrom(cpuType),
                    arena.allocateFrom(affinity));
        }
    }
}
