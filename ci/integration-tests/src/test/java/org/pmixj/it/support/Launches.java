// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Records what tests launch besides the jobs of {@code @PmixTest}: a line for each program in {@code launches.tsv}, with the
 * columns of {@code jobs.tsv}. The JVMs are those that {@code -n} names; what a program itself starts is not among them.
 */
public final class Launches {
    private static final Path FILE = KeptTempDir.JOBS.resolve("launches.tsv");
    private static final Pattern LAUNCHER =
            Pattern.compile("prterun|mpirun|mpiexec|.*/samples/(run|two-jobs)|.*/tool/pmixj");
    private static final Pattern TIMES = Pattern.compile("(\\d+)m(\\d+)\\.(\\d{2})");

    /**
     * Runs a command, and writes the time that it and its children took to a file. What the shell itself says of a command
     * that was killed does not go to the output.
     */
    private static final String TIMED =
            "exec 3>&2 2>/dev/null; (\"$@\") 2>&3 3>&-; status=$?; times >\"$0\"; exit $status";

    private Launches() {}

    /** Records a program that a test starts itself, the time of which is not known. */
    public static void started(List<String> command) {
        write(command, "", "");
    }

    /** Returns words that run a command and keep its time for {@link #ended}. They end with its status. */
    static List<String> timed(Path times, List<String> command) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", TIMED, times.toString()));
        words.addAll(command);
        return words;
    }

    static void ended(Path times, List<String> command, long nanos) throws IOException {
        String cpu = "";
        if (Files.exists(times)) {
            long millis = 0;
            Matcher time = TIMES.matcher(Files.readString(times));
            while (time.find()) {
                millis += Long.parseLong(time.group(1)) * 60_000
                        + Long.parseLong(time.group(2)) * 1000
                        + Long.parseLong(time.group(3)) * 10;
            }
            cpu = Long.toString(millis);
            Files.delete(times);
        }
        write(command, cpu, Long.toString(nanos / 1_000_000));
    }

    private static void write(List<String> command, String cpuMillis, String wallMillis) {
        boolean isJob = command.stream().anyMatch(word -> LAUNCHER.matcher(word).matches());
        int jvms = 0;
        for (int i = 1; i < command.size() && isJob; i++) {
            if (command.get(i - 1).equals("-n") && command.get(i).matches("\\d{1,4}")) {
                jvms += Integer.parseInt(command.get(i));
            }
        }
        StackTraceElement test = test();
        String line = String.join(
                        "\t",
                        test.getClassName(),
                        test.getMethodName(),
                        "",
                        isJob ? "1" : "0",
                        Integer.toString(jvms),
                        cpuMillis,
                        wallMillis)
                + "\n";
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Returns the method that launches: the outermost one of a test class on the stack, or the caller. */
    private static StackTraceElement test() {
        List<StackTraceElement> stack = List.of(new Throwable().getStackTrace());
        return stack.reversed().stream()
                .filter(frame -> frame.getClassName().startsWith("org.pmixj.it.")
                        && frame.getClassName().matches(".*IT"))
                .findFirst()
                .orElse(stack.getLast());
    }
}
