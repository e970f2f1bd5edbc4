// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Stops this process for a time; {@link #stopUntil} does not depend on how fast the others are. */
    static void stop(Duration time) throws IOException, InterruptedException {
        signal("kill -STOP $0; sleep " + time.toSeconds() + "; kill -CONT $0");
    }

    /** Stops this process until a file exists, which another process creates. */
    static void stopUntil(Path file) throws IOException, InterruptedException {
        signal("kill -STOP $0; until test -e '" + file + "'; do sleep 0.02; done; kill -CONT $0");
    }

    private static void signal(String script) throws IOException, InterruptedException {
        String pid = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("sh", "-c", script, pid).start().waitFor();
    }

    /** Returns whether a process has ended or is stopped. All nodes of a test are on one machine. */
    static boolean isInactive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The state follows the name of the program, which is in parentheses.
            return "TZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException e) {
            return true;
        }
    }
}
