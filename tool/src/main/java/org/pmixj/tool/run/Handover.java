// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Executes the launcher. The script {@code tool/pmixj} replaces itself by it, so that terminal, signals and status are the
 * launcher's. Without the script, this JVM waits for it.
 */
final class Handover {
    /** Set by the script: where it reads the words, each with a NUL after it. */
    private static final String WORDS = "pmixj.tool.words";

    /** After a signal to all processes of a terminal, the launcher has this time to end by itself. */
    private static final int GRACE_SECONDS = 3;

    private Handover() {}

    /** Returns the exit status of the job; the script does not use it. */
    static int execute(List<String> words) throws IOException, InterruptedException {
        String file = System.getProperty(WORDS);
        if (file != null) {
            byte[] text = (String.join("\0", words) + "\0").getBytes(StandardCharsets.UTF_8);
            Files.write(Path.of(file), text, StandardOpenOption.WRITE);
            return 0;
        }
        Process process = new ProcessBuilder(words).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
        return process.waitFor();
    }

    private static void end(Process process) {
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroy();
                process.waitFor();
            }
        } catch (InterruptedException e) {
            process.destroy();
        }
    }
}
