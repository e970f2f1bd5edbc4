// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Ends the running jobs when this JVM is told to stop. */
final class LiveJobs {
    private static final long TERM_MILLIS = 2_000;
    private static final Set<Entry> ENTRIES = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ENTRIES.forEach(Entry::end), "pmixj-junit-end-jobs"));
    }

    private LiveJobs() {}

    static Entry add(Process launcher, String token) {
        Entry entry = new Entry(launcher, token);
        ENTRIES.add(entry);
        return entry;
    }

    record Entry(Process launcher, String token) implements AutoCloseable {
        @Override
        public void close() {
            ENTRIES.remove(this);
        }

        private void end() {
            launcher.destroy();
            try {
                if (!launcher.waitFor(TERM_MILLIS, TimeUnit.MILLISECONDS)) {
                    launcher.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ProcessTable.carrying(token).forEach(ProcessTable.Entry::kill);
        }
    }
}
