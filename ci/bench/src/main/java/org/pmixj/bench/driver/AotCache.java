// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Creates the JVM's ahead-of-time cache of one benchmark, by a job of one rank. */
final class AotCache {
    private final Path file;
    private final Path loaded;
    private final Class<?> main;
    private final Launcher launcher;

    AotCache(Path file, Class<?> main, Launcher launcher) {
        this.file = file;
        this.loaded = Path.of(file + ".loaded");
        this.main = main;
        this.launcher = launcher;
    }

    /** Returns options with which a JVM that cannot use the cache fails: a silent fallback would look like a slow cache. */
    List<String> use() {
        return List.of("-XX:AOTMode=on", "-XX:AOTCache=" + file);
    }

    /**
     * Creates the cache and checks that classes come from it.
     *
     * @param program the command to run with given JVM options
     */
    void make(Function<List<String>, List<String>> program) throws IOException, InterruptedException {
        launcher.run(1, 1, program.apply(List.of("-XX:AOTCacheOutput=" + file)));
        if (!Files.exists(file)) {
            throw new JobFailedException("the training run wrote no AOT cache " + file);
        }
        launcher.run(1, 1, program.apply(verifying()));
        try (Stream<String> lines = Files.lines(loaded)) {
            String wanted = main.getName() + " source: shared objects file";
            if (lines.noneMatch(each -> each.contains(wanted))) {
                throw new JobFailedException(main.getName() + " does not come from its AOT cache " + file);
            }
        }
    }

    private List<String> verifying() {
        return Stream.concat(use().stream(), Stream.of("-Xlog:class+load:file=" + loaded))
                .toList();
    }
}
