// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Creates JUnit's temporary directories beside the files of jobs, so that those of a failed test outlast the
 * container. If the checkout's name has blanks or the like, they are in the container's own folder until the test has
 * ended: options of the JVM's recorder, for example, cannot name such files.
 */
public final class KeptTempDir implements TempDirFactory {
    static final Path JOBS =
            Path.of(System.getProperty("pmixj.junit.dir", "target/pmixj-jobs")).toAbsolutePath();

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._+@/-]+");
    private static final boolean IS_PLAIN = PLAIN.matcher(JOBS.toString()).matches();

    private Path elsewhere = JOBS;

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        String test = context.getRequiredTestClass().getSimpleName()
                + context.getTestMethod().map(method -> "." + method.getName()).orElse("");
        Path made = IS_PLAIN
                ? Files.createTempDirectory(Files.createDirectories(JOBS), "pmixj-" + test + "-")
                : Files.createTempDirectory("pmixj-" + test + "-");
        elsewhere = IS_PLAIN ? JOBS : made;
        return made;
    }

    /** Keeps the files of a failed test, which JUnit has not deleted. */
    @Override
    public void close() throws IOException {
        if (!elsewhere.equals(JOBS) && Files.exists(elsewhere)) {
            Files.createDirectories(JOBS);
            new ProcessBuilder("cp", "-R", elsewhere.toString(), JOBS.toString())
                    .inheritIO()
                    .start()
                    .onExit()
                    .join();
        }
    }
}
