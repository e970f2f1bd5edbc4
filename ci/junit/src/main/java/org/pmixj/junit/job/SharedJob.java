// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Runs the one job of several test cases when the first of them asks. */
final class SharedJob implements AutoCloseable {
    private static final String REQUIRED = "pmixj.required";

    private final Settings settings;
    private @Nullable JobReport report;

    SharedJob(Settings settings) {
        this.settings = settings;
    }

    synchronized JobReport report() throws IOException {
        Optional<String> missing = Tools.missing(settings);
        if (missing.isPresent()) {
            throw notRun(missing.get());
        }
        if (report == null) {
            report = Job.run(settings);
        }
        missing = report.missing();
        if (missing.isPresent()) {
            throw notRun(missing.get());
        }
        return report;
    }

    @Override
    public synchronized void close() throws IOException {
        if (report != null) {
            report.close();
        }
    }

    private RuntimeException notRun(String reason) {
        if (Boolean.getBoolean(REQUIRED)) {
            throw new AssertionError(reason + " (" + REQUIRED + "=true)");
        }
        NotRun.add(reason, settings.title());
        return new TestAbortedException("not run: " + reason);
    }
}
