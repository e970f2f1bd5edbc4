// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pmixj.mpj.MpjRun;

/** Programs for MPJ Express, compiled against nothing but its JAR of Debian. */
public final class MpjPrograms {
    private static final Path JAR = Path.of("/usr/share/java/mpj.jar");
    private static final Path LOG4J = Path.of("/usr/share/java/log4j-1.2.jar");

    /** What MPJ Express's own launcher sets. Without it, {@code MPI.Init} prints an exception and goes on. */
    public static final String HOME = "MPJ_HOME=/usr/share/mpj";

    private static final Path EXAMPLES =
            Path.of("../../adapters/mpj/src/examples/java").toAbsolutePath().normalize();

    private final Path classes;

    private MpjPrograms(Path classes) {
        this.classes = classes;
    }

    /** Compiles the examples, and further sources by the names of their classes. */
    public static MpjPrograms compile(Path work, Map<String, String> more) throws Exception {
        boolean there = Files.exists(JAR);
        assumeTrue(there || Boolean.getBoolean("pmixj.required"), "not run: there is no " + JAR);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-proc:none",
                "-cp",
                JAR.toString(),
                "-d",
                work.resolve("classes").toString()));
        try (Stream<Path> sources = Files.list(EXAMPLES)) {
            sources.forEach(source -> command.add(source.toString()));
        }
        for (Map.Entry<String, String> source : more.entrySet()) {
            Path file = work.resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            command.add(file.toString());
        }
        Launched compilation = Launched.run(work, command, Map.of());
        assertThat(compilation.exit()).as(compilation.output()).isZero();
        return new MpjPrograms(work.resolve("classes"));
    }

    /** Returns the command of a rank. */
    public List<String> rank(String program, String... arguments) {
        List<String> command = Launched.java(MpjRun.class, program);
        command.addAll(List.of(arguments));
        int classPath = command.indexOf("-cp") + 1;
        command.set(
                classPath,
                String.join(
                        File.pathSeparator,
                        command.get(classPath),
                        JAR.toString(),
                        LOG4J.toString(),
                        classes.toString()));
        return command;
    }
}
