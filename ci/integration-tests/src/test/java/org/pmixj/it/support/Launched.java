// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program outside the extension, because its job is meant to fail or has no launcher. */
public record Launched(int exit, String output) {
    private static final int LIMIT_SECONDS = 180;

    /** Runs a Java program as the ranks of a job. */
    public static Launched job(Path work, int ranks, Class<?> main, String... arguments) throws Exception {
        return job(work, 1, ranks, main, arguments);
    }

    /** Runs a Java program as the ranks of a job, which are dealt to the nodes in turn. */
    public static Launched job(Path work, int nodes, int ranks, Class<?> main, String... arguments) throws Exception {
        needsLauncher();
        List<String> command = new ArrayList<>(onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", mapBy(nodes), "-n", Integer.toString(ranks)));
        command.addAll(java(main, arguments));
        return run(work, command, Map.of());
    }

    /** Returns the words before a launcher for this many nodes. One node is this machine. */
    public static List<String> onNodes(int nodes) {
        return nodes == 1
                ? List.of()
                : List.of(Path.of("../nodes").toAbsolutePath().normalize().toString(), Integer.toString(nodes));
    }

    /** Returns the mapping that deals ranks to nodes in turn. */
    public static String mapBy(int nodes) {
        return nodes == 1 ? ":oversubscribe" : "node:oversubscribe";
    }

    /** Runs a Java program without a launcher. */
    public static Launched alone(Path work, Map<String, String> environment, Class<?> main, String... arguments)
            throws Exception {
        needsLauncher();
        return run(work, java(main, arguments), environment);
    }

    /** Runs any command. */
    public static Launched run(Path work, List<String> command, Map<String, String> environment) throws Exception {
        Path output = work.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(
                    "still running after " + LIMIT_SECONDS + " s: " + command + "\n" + Files.readString(output));
        }
        assertThat(process.descendants()).isEmpty();
        return new Launched(process.exitValue(), Files.readString(output));
    }

    public static void needsLauncher() {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, "prterun"))) {
                return;
            }
        }
        assumeTrue(Boolean.getBoolean("pmixj.required"), "not run: there is no prterun on PATH");
        throw new AssertionError("there is no prterun on PATH");
    }

    /** Returns the command of a Java program. */
    public static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
