// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Provides the folders of {@code ci/bench}, and a folder for this run, since several runs may be active. */
final class Workspace implements AutoCloseable {
    private final Path home =
            Path.of(System.getProperty("pmixj.bench.home", "ci/bench")).toAbsolutePath();
    private final Path target = home.resolve("target");
    private final Path scratch;

    Workspace() throws IOException {
        scratch = Files.createTempDirectory(Files.createDirectories(target.resolve("runs")), "run");
    }

    /** Returns a program compiled from {@code native/bench}. */
    String binary(String name) {
        return target.resolve(name).toString();
    }

    /** Returns a script of {@code native/bench}. */
    String script(String name) {
        return home.resolve("../../native/bench")
                .normalize()
                .resolve(name + ".py")
                .toString();
    }

    /** Returns the OpenMP tool, which is not built if LLVM's OpenMP is missing. */
    Path ompTool() {
        return home.resolve("../../native/ompt/target/libpmixj-ompt.so").normalize();
    }

    /**
     * Returns the jars of a rank, a subset of the driver's, in an order that is always the same: an AOT cache depends on
     * it.
     *
     * @param library the jar of the library instead of the one built here; null for that one
     */
    String rankClassPath(@Nullable Path library) throws IOException {
        try (Stream<Path> jars = Files.list(target.resolve("lib"))) {
            List<String> ours = jars.sorted()
                    .map(Path::toString)
                    .filter(each -> each.matches(".*/pmixj-[^/]*\\.jar"))
                    .map(each ->
                            library != null && each.matches(".*/pmixj-[0-9][^/]*\\.jar") ? library.toString() : each)
                    .toList();
            return String.join(":", ours);
        }
    }

    String nodesCommand() {
        return home.resolveSibling("nodes").toString();
    }

    Path file(String name) {
        return scratch.resolve(name);
    }

    Path emptyFolder(String name) throws IOException {
        Path folder = scratch.resolve(name);
        delete(folder);
        return Files.createDirectory(folder);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    Path writeJson(Map<String, Object> report) throws IOException {
        Path file = target.resolve("figures.json");
        Files.writeString(file, JsonWriter.indent("  ").string().value(report).done() + "\n");
        return file;
    }

    @Override
    public void close() throws IOException {
        delete(scratch);
    }
}
