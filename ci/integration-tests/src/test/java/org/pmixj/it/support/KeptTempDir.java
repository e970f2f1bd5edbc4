// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Creates JUnit's temporary directories beside the files of jobs, so that those of a failed test outlast the
 * container.
 */
public final class KeptTempDir implements TempDirFactory {
    private static final Path JOBS = Path.of(System.getProperty("pmixj.junit.dir", "target/pmixj-jobs"));

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        String test = context.getRequiredTestClass().getSimpleName()
                + context.getTestMethod().map(method -> "." + method.getName()).orElse("");
        return Files.createTempDirectory(Files.createDirectories(JOBS.toAbsolutePath()), "pmixj-" + test + "-");
    }
}
