// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs whose output matters only if they fail. */
final class Program {
    private Program() {}

    /** Returns the time at which a timeout is over. */
    static long end(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout " + timeout + " is not positive; give more than zero");
        }
        return System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
    }

    /** Returns {@code prterun}, or {@code mpirun} where there is no such program on the PATH. */
    static String launcher() {
        String path = System.getenv().getOrDefault("PATH", "");
        boolean isThere = Stream.of(path.split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "prterun")));
        return isThere ? "prterun" : "mpirun";
    }

    /** Runs a program to its end, with a file for its output beside another. */
    static void run(List<String> words, Path beside, long end) throws IOException, InterruptedException {
        Path output = Path.of(beside + "." + ProcessHandle.current().pid() + ".log");
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // This process may be a rank itself; the new job must not inherit that identity.
        builder.environment().keySet().removeIf(name -> name.startsWith("PMIX_") && !name.startsWith("PMIX_MCA_"));
        try {
            Process process = builder.start();
            try {
                if (!process.waitFor(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    throw new IOException("'" + words.getFirst() + "' did not end within the timeout");
                }
            } finally {
                process.destroy();
            }
            if (process.exitValue() != 0) {
                List<String> lines = Files.readAllLines(output);
                throw new IOException("'" + words.getFirst() + "' ended with status " + process.exitValue()
                        + (lines.isEmpty() ? "" : ": " + lines.getLast()));
            }
        } finally {
            Files.deleteIfExists(output);
        }
    }
}
