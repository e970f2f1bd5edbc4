// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Starts jobs, and ends the running ones when this JVM shuts down. */
final class LiveJobs {
    private static final long TERM_MILLIS = 2_000;
    private static final long PAUSE_MILLIS = 20;
    /** One empty scan is not enough: a process that is about to execute its program shows no variables for a moment. */
    private static final int EMPTY_SCANS = 3;

    private static final int MOST_SCANS = 100;

    // Guarded by the class.
    private static final Set<Entry> ENTRIES = new HashSet<>();
    private static boolean ended;

    static {
        // Registered before the first job; it fails if this JVM is shutting down already.
        Runtime.getRuntime().addShutdownHook(new Thread(LiveJobs::endAll, "pmixj-junit-end-jobs"));
    }

    private LiveJobs() {}

    /** Starts a launcher and records it in one step, because the JVM may shut down at any moment. */
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

        // A process may start another one meanwhile.
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
