// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmixj.launch.ClassCache;
import org.pmixj.tool.Program;

/**
 * Executes the launcher. The script {@code tool/pmixj} replaces itself by it, so that terminal, signals and status are
 * the launcher's. Without the script, for a job that is recorded, and for several jobs, a JVM waits for it.
 */
final class Handover {
    /** Set by the script: where it reads the words, each with a NUL after it. */
    private static final String WORDS = "pmixj.tool.words";

    /**
     * Set by the script if it has given this JVM a locale of UTF-8, without which a JVM replaces letters of its words: the
     * user's {@code LC_ALL}, which may be empty.
     */
    private static final String LOCALE = "pmixj.tool.locale";

    private static final String LC_ALL = "LC_ALL";

    /** After a signal to all processes of a terminal, the launchers have this time to end by themselves. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    /** The time that they have to end the ranks, after which they are killed. The daemons end the ranks then. */
    private static final Duration END = Duration.ofSeconds(10);

    /** The time for what follows the job, after a signal. */
    private static final Duration AFTER = Duration.ofMinutes(2);

    private static final List<Process> LAUNCHERS = new ArrayList<>();

    private Handover() {}

    /** Has the script execute these words; returns false if there is no script. */
    static boolean toScript(List<String> words) throws IOException {
        String file = System.getProperty(WORDS);
        if (file == null) {
            return false;
        }
        byte[] text = (String.join("\0", words) + "\0").getBytes(StandardCharsets.UTF_8);
        Files.write(Path.of(file), text, StandardOpenOption.WRITE);
        return true;
    }

    /** Returns the words that start a class of this command in a small JVM. */
    static List<String> java(Class<?> main) {
        List<String> words = new ArrayList<>();
        String locale = System.getProperty(LOCALE);
        if (locale != null) {
            words.addAll(List.of("env", LC_ALL + "=C.UTF-8"));
        }
        words.add(Program.java().toString());
        if (locale != null) {
            words.add("-D" + LOCALE + "=" + locale);
        }
        words.addAll(ClassCache.SHORT_JOB);
        words.addAll(List.of("-cp", Archives.own(), main.getName()));
        return words;
    }

    /**
     * Runs launchers at the same time, and what follows their jobs, also after a signal. The first one has the standard
     * input of this process. Returns the exit status of the first job that failed.
     */
    static int run(List<List<String>> launchers, Runnable after) throws IOException, InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        // Before the start: a signal may arrive right after it.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(done)));
        try {
            for (List<String> words : launchers) {
                start(words);
            }
            for (Process process : started()) {
                process.waitFor();
            }
            after.run();
        } finally {
            done.countDown();
        }
        return status();
    }

    private static synchronized void start(List<String> words) throws IOException {
        ProcessBuilder builder = builder(words).inheritIO();
        if (!LAUNCHERS.isEmpty()) {
            builder.redirectInput(new File("/dev/null"));
        }
        LAUNCHERS.add(builder.start());
    }

    /** Returns a builder of a process that has the user's locale. */
    static ProcessBuilder builder(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words);
        String locale = System.getProperty(LOCALE);
        if (locale != null) {
            builder.environment().remove(LC_ALL);
            if (!locale.isEmpty()) {
                builder.environment().put(LC_ALL, locale);
            }
        }
        return builder;
    }

    private static synchronized List<Process> started() {
        return List.copyOf(LAUNCHERS);
    }

    private static int status() {
        return started().stream()
                .mapToInt(Process::exitValue)
                .filter(status -> status != 0)
                .findFirst()
                .orElse(0);
    }

    private static void end(CountDownLatch done) {
        List<Process> processes = started();
        if (processes.isEmpty()) {
            return;
        }
        try {
            endAll(processes);
            if (done.await(AFTER.toSeconds(), TimeUnit.SECONDS)) {
                // The signal does not change the status.
                Runtime.getRuntime().halt(status());
            }
        } catch (InterruptedException e) {
            processes.forEach(Process::destroy);
        }
    }

    private static void endAll(List<Process> processes) throws InterruptedException {
        if (!await(processes, GRACE)) {
            processes.forEach(Process::destroy);
            if (!await(processes, END)) {
                processes.forEach(Process::destroyForcibly);
            }
        }
    }

    private static boolean await(List<Process> processes, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (Process process : processes) {
            if (!process.waitFor(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
                return false;
            }
        }
        return true;
    }
}
