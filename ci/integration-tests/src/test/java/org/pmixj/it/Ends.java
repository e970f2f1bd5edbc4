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
    /** It stops answering, and goes on later. */
    STOPPED;

    /** Longer than any bound that the others may use. */
    static final Duration STOP = Duration.ofSeconds(14);

    void end(Pmix pmix, RankContext context) throws IOException, InterruptedException {
        switch (this) {
            case KILLED -> context.killSelf();
            case EXITED -> Runtime.getRuntime().halt(0);
            case CLOSED -> pmix.close();
            case STOPPED -> stop(STOP);
        }
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
