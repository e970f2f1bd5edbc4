// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a program that was run to its end has left. Its output is kept in memory, since the disk may be full.
 *
 * @param status the exit status; -1 if the program was ended because it had not ended within the limit
 * @param output the standard output
 * @param errors the standard error
 * @param millis how long it ran
 */
public record Program(int status, String output, String errors, long millis) {
    /** The time that an ended program and its processes get before they are killed, and its output to arrive. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:=,+/@%-]+");

    /**
     * Runs a program. It is no rank of the job that this process may be a rank of. What a process that it leaves behind
     * writes later is not awaited.
     *
     * @param limit the time after which the program is ended
     * @throws IOException if it cannot be started
     */
    public static Program run(Duration limit, List<String> words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words).redirectInput(new File("/dev/null"));
        builder.environment().keySet().removeIf(name -> name.startsWith("PMIX_") && !name.startsWith("PMIX_MCA_"));
        long begun = System.nanoTime();
        Process process = builder.start();
        Reading output = Reading.of(process.getInputStream());
        Reading errors = Reading.of(process.getErrorStream());
        boolean ended = await(process, limit);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        if (!ended) {
            List<ProcessHandle> descendants = process.descendants().toList();
            process.destroy();
            await(process, GRACE);
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
        return new Program(ended ? process.exitValue() : -1, output.text(), errors.text(), millis);
    }

    private static boolean await(Process process, Duration limit) {
        try {
            return process.waitFor(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Reads a stream, which ends when all processes that have it end. */
    private record Reading(Thread thread, ByteArrayOutputStream bytes) {
        static Reading of(InputStream stream) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Thread thread = Thread.ofVirtual().start(() -> {
                try {
                    stream.transferTo(bytes);
                } catch (IOException e) {
                    // The output is what was read before.
                }
            });
            return new Reading(thread, bytes);
        }

        /** Returns what was read until the end, or until now. */
        String text() {
            try {
                thread.join(GRACE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    /** {@return whether the program ended with status 0} */
    public boolean succeeded() {
        return status == 0;
    }

    /** {@return how the program ended, in words} */
    public String end() {
        if (status < 0) {
            return "did not end within " + TimeUnit.MILLISECONDS.toSeconds(millis) + " s";
        }
        return status > 128 ? "was ended by signal " + (status - 128) : "ended with status " + status;
    }

    /** {@return the line of the program's messages that says most; empty if it wrote none} */
    public String complaint() {
        // PRRTE frames its messages, and adds what it called.
        List<String> lines = (errors + "\n" + output)
                .lines()
                .map(String::strip)
                .filter(line ->
                        !line.isEmpty() && !line.startsWith("---") && !line.startsWith("[") && !line.startsWith("#"))
                .toList();
        return String.join(" ", lines.subList(0, Math.min(3, lines.size())));
    }

    /** {@return the program that the shell would start by this name, on the PATH, or by this path, if there is one} */
    public static Optional<Path> find(String name) {
        @Nullable String path = name.contains("/") ? "" : System.getenv("PATH");
        return path == null
                ? Optional.empty()
                : Stream.of(path.split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder.isEmpty() ? "." : folder).resolve(name))
                        .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
                        .findFirst();
    }

    /** {@return the program {@code java} of this JVM, with which ranks start too} */
    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** {@return words as one writes them in a shell} */
    public static String line(List<String> words) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            boolean plain = PLAIN.matcher(word).matches();
            line.append(line.isEmpty() ? "" : " ").append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
