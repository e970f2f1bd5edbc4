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

/** The folders of {@code ci/bench}, and one of this run alone, since another run may be going on. */
final class Workspace implements AutoCloseable {
    private final Path home =
            Path.of(System.getProperty("pmixj.bench.home", "ci/bench")).toAbsolutePath();
    private final Path target = home.resolve("target");
    private final Path scratch;
    private final String rankClassPath;

    Workspace() throws IOException {
        rankClassPath = ours(target.resolve("lib"));
        scratch = Files.createTempDirectory(Files.createDirectories(target.resolve("runs")), "run");
    }

    /** A program made from {@code native/bench}. */
    String binary(String name) {
        return target.resolve(name).toString();
    }

    /** A program of {@code native/bench} that is run as it is. */
    String script(String name) {
        return home.resolve("../../native/bench")
                .normalize()
                .resolve(name + ".py")
                .toString();
    }

    /** The OpenMP tool, which is not built where LLVM's OpenMP is missing. */
    Path ompTool() {
        return home.resolve("../../native/ompt/target/libpmixj-ompt.so").normalize();
    }

    /** The jars of a rank, which are not all of the driver's. */
    String rankClassPath() {
        return rankClassPath;
    }

    // In a fixed order, since an AOT cache is bound to it.
    private static String ours(Path lib) throws IOException {
        try (Stream<Path> jars = Files.list(lib)) {
            List<String> ours = jars.map(Path::toString)
                    .filter(each -> each.matches(".*/pmixj-[^/]*\\.jar"))
                    .sorted()
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
