// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import java.io.IOException;
import java.time.Duration;
import org.pmixj.Pmix;
import org.pmixj.junit.RankContext;

/** How a rank ends, or stops answering. */
enum Ends {
    /** By a signal: PRRTE tells {@code PMIX_ERR_PROC_ABORTED_BY_SIG}. */
    KILLED,
    /** Without finalizing PMIx: {@code PMIX_ERR_PROC_TERM_WO_SYNC}. */
    EXITED,
    /** In good order, which PRRTE does not tell. */
    CLOSED,
    /** It stops answering, and goes on when all others have reached {@link #OVER}. */
    STOPPED;

    /** A point that a rank announces when it no longer needs the silence of another. */
    static final String OVER = "over";

    void end(Pmix pmix, RankContext context) throws IOException, InterruptedException {
        switch (this) {
            case KILLED -> context.killSelf();
            case EXITED -> Runtime.getRuntime().halt(0);
            case CLOSED -> pmix.close();
            case STOPPED -> stopUntil(context, OVER);
        }
    }

    /** Stops this process until all others have reached a point, or the job is close to its limit. */
    static void stopUntil(RankContext context, String point) throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid();
        StringBuilder missing = new StringBuilder();
        for (int rank = 0; rank < context.size(); rank++) {
            if (rank != context.rank()) {
                missing.append(missing.isEmpty() ? "" : " || ")
                        .append("[ ! -e ")
                        .append(context.scratch().resolve("point-" + point + "-" + rank))
                        .append(" ]");
            }
        }
        long tries = 10 * Math.max(0, context.remaining().toSeconds() - 10);
        Process signals = new ProcessBuilder(
                        "sh",
                        "-c",
                        "kill -STOP " + pid + "; i=0; while [ $i -lt " + tries + " ] && { " + missing
                                + "; }; do sleep 0.1; i=$((i + 1)); done; kill -CONT " + pid)
                .start();
        signals.waitFor();
    }

    /** Until it goes on. */
    static void stop(Duration time) throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid();
        Process signals = new ProcessBuilder(
                        "sh", "-c", "kill -STOP " + pid + "; sleep " + time.toSeconds() + "; kill -CONT " + pid)
                .start();
        signals.waitFor();
    }
}
