// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.opentest4j.TestAbortedException;

/**
 * Runs the job of some methods when a test case of one of them asks first. The methods after one that failed run in
 * another job.
 */
final class SharedJob {
    private static final String REQUIRED = "pmixj.required";

    private final List<Settings> waiting;
    private final Map<Settings, JobReport> reports = new HashMap<>();

    SharedJob(List<Settings> methods) {
        this.waiting = new ArrayList<>(methods);
    }

    synchronized JobReport report(Settings settings) throws IOException {
        Optional<String> missing = Tools.missing(settings);
        if (missing.isPresent()) {
            throw notRun(settings, missing.get());
        }
        while (!reports.containsKey(settings)) {
            run();
        }
        JobReport report = reports.get(settings);
        missing = report.missing();
        if (missing.isPresent()) {
            throw notRun(settings, missing.get());
        }
        return report;
    }

    private void run() throws IOException {
        RankCache cache = RankCache.of(waiting.getFirst());
        Semaphore turn = Job.turn();
        try {
            for (JobReport report : Job.run(List.copyOf(waiting), cache)) {
                reports.put(waiting.removeFirst(), report);
            }
        } finally {
            turn.release();
        }
    }

    /** Ends the use of a method's report. */
    synchronized void close(Settings settings) throws IOException {
        JobReport report = reports.get(settings);
        if (report != null) {
            report.close();
        }
    }

    private static RuntimeException notRun(Settings settings, String reason) {
        if (Boolean.getBoolean(REQUIRED)) {
            throw new AssertionError(reason + " (" + REQUIRED + "=true)");
        }
        NotRun.add(reason, settings.title());
        return new TestAbortedException("not run: " + reason);
    }
}
