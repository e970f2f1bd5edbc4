// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that a test runs. */
final class Command {
    private Command() {}

    static boolean isOnPath(String program) {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /** Runs a program that must succeed, in a folder where its output is kept, and returns the lines of its output. */
    static List<String> run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(output);
        assertThat(process.waitFor())
                .as("%s%n%s", command, String.join("\n", lines))
                .isZero();
        return lines;
    }
}
