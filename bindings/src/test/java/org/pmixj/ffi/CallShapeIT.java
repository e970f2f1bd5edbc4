// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every function and callback, called by one shape and by the exact ones: what arrives and what returns is the same. */
class CallShapeIT {
    private static final Path SOURCES = Path.of("src/main/java/org/pmixj/ffi").toAbsolutePath();

    @TempDir
    private Path work;

    @Test
    void theSharedShapesPassWhatTheExactOnesPass() throws Exception {
        assumeTrue(
                Boolean.getBoolean("pmixj.required") || Command.isOnPath("pmixcc"),
                "not run: there is no pmixcc on PATH (Debian: libpmix-dev)");
        Files.writeString(work.resolve("shapes.c"), CallShapeProbe.source(SOURCES));
        Path library = work.resolve("libshapes.so");
        Command.run(work, List.of("pmixcc", "-O0", "-w", "-shared", "-fPIC", "-o", library.toString(), "shapes.c"));
        List<String> shared = calls(library, false);
        List<String> exact = calls(library, true);
        assertThat(exact).last().isEqualTo("shapes exact");
        assertThat(shared).last().isEqualTo("shapes shared");
        assertThat(shared.subList(0, shared.size() - 1)).isEqualTo(exact.subList(0, exact.size() - 1));
        int expected = CallShapeProbe.functions().size()
                + 2 * CallShapeProbe.callbacks(SOURCES).size();
        assertThat(shared).hasSize(expected + 1).hasSizeGreaterThan(400);
        assertThat(shared).contains("PMIx_Commit [] [] -1011");
    }

    private List<String> calls(Path library, boolean exact) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It generates hundreds of stubs, and calls each once.
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-D" + PmixLibrary.PROPERTY + "=" + library,
                "-D" + CallShape.PROPERTY + "=" + exact,
                "-cp",
                absolute(System.getProperty("java.class.path")),
                CallShapeProbe.class.getName(),
                SOURCES.toString()));
        return Command.run(work, command);
    }

    private static String absolute(String path) {
        return Stream.of(path.split(File.pathSeparator))
                .map(each -> Path.of(each).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
