// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.io.IOException;
import java.nio.file.Path;

/** Contains the main program of a rank. */
public final class RankMain {
    private RankMain() {}

    /**
     * Runs the test method as one rank.
     *
     * @param args a {@link JobSpec}
     * @throws IOException if the result cannot be written
     */
    public static void main(String[] args) throws IOException {
        JobSpec spec = JobSpec.fromArguments(args);
        int rank = Integer.parseInt(System.getenv("PMIX_RANK"));
        Watchdog.start(spec.files().threads(rank), spec.limitMillis());
        Path file = spec.files().result(rank);
        RankResult result;
        try {
            new MethodRun(spec, new OwnContext(rank, spec)).run(failure -> new RankResult(failure).write(file));
            result = new RankResult(null);
        } catch (Throwable e) {
            result = new RankResult(e);
        }
        result.write(file);
        // The status is 0 even after a failure: after any other the launcher would kill the ranks that still run.
        System.exit(0);
    }
}
