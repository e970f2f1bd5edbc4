// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executes the launcher. The script {@code tool/pmixj} replaces itself by it, so that terminal, signals and status are
 * the launcher's. Without the script, and for a job that is recorded, a JVM waits for it.
 */
final class Handover {
    /** Set by the script: where it reads the words, each with a NUL after it. */
    private static final String WORDS = "pmixj.tool.words";

    /** After a signal to all processes of a terminal, the launcher has this time to end by itself. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    /** The time that it has to end the ranks, after which it is killed. Its daemons end the ranks then. */
    private static final Duration END = Duration.ofSeconds(10);

    /** The time for what follows the job, after a signal. */
    private static final Duration AFTER = Duration.ofMinutes(2);

    private static @Nullable Process launcher;

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

    /** Runs the launcher, and what follows the job, also after a signal. Returns the exit status of the job. */
    static int run(List<String> words, Runnable after) throws IOException, InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        // Before the start: a signal may arrive right after it.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(done)));
        int status = start(words).waitFor();
        try {
            after.run();
        } finally {
            done.countDown();
        }
        return status;
    }

    private static synchronized Process start(List<String> words) throws IOException {
        Process process = new ProcessBuilder(words).inheritIO().start();
        launcher = process;
        return process;
    }

    private static synchronized void end(CountDownLatch done) {
        Process process = launcher;
        if (process == null) {
            return;
        }
        try {
            if (!process.waitFor(GRACE)) {
                process.destroy();
                if (!process.waitFor(END)) {
                    process.destroyForcibly();
                }
            }
            if (done.await(AFTER.toSeconds(), TimeUnit.SECONDS)) {
                // The signal does not change the status.
                Runtime.getRuntime().halt(process.exitValue());
            }
        } catch (InterruptedException e) {
            process.destroy();
        }
    }
}
