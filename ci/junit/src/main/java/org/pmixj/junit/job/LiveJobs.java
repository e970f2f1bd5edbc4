// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Starts jobs, and ends those that run when this JVM is told to stop. */
final class LiveJobs {
    private static final long TERM_MILLIS = 2_000;
    private static final long PAUSE_MILLIS = 20;
    /** A process that is about to execute its program has no variables for a moment. */
    private static final int EMPTY_SCANS = 3;

    private static final int MOST_SCANS = 100;

    // Guarded by the class.
    private static final Set<Entry> ENTRIES = new HashSet<>();
    private static boolean ended;

    static {
        // Before there is any job; it fails if this JVM is stopping already.
        Runtime.getRuntime().addShutdownHook(new Thread(LiveJobs::endAll, "pmixj-junit-end-jobs"));
    }

    private LiveJobs() {}

    /** Starts a launcher. In one step with its entry, because the JVM may be told to stop at any moment. */
    static synchronized Entry start(ProcessBuilder builder, String token) throws IOException {
        if (ended) {
            throw new IllegalStateException("no job is started: this JVM is stopping");
        }
        Entry entry = new Entry(builder.start(), token);
        ENTRIES.add(entry);
        return entry;
    }

    private static synchronized void endAll() {
        ended = true;
        ENTRIES.forEach(Entry::end);
    }

    private static synchronized void remove(Entry entry) {
        ENTRIES.remove(entry);
    }

    record Entry(Process launcher, String token) implements AutoCloseable {
        @Override
        public void close() {
            remove(this);
        }

        private void end() {
            launcher.destroy();
            try {
                if (!launcher.waitFor(TERM_MILLIS, TimeUnit.MILLISECONDS)) {
                    launcher.destroyForcibly();
                }
                killAll();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        // One of them may be starting another meanwhile.
        private void killAll() throws InterruptedException {
            int empty = 0;
            for (int scan = 0; scan < MOST_SCANS && empty < EMPTY_SCANS; scan++) {
                if (scan > 0) {
                    Thread.sleep(PAUSE_MILLIS);
                }
                List<ProcessTable.Entry> left = ProcessTable.carrying(token);
                left.forEach(ProcessTable.Entry::kill);
                empty = left.isEmpty() ? empty + 1 : 0;
            }
        }
    }
}
