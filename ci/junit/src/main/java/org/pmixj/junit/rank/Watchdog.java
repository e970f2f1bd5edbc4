// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes what this JVM has called, and its thread dump, at the time limit of a method, whatever the test does. The JVM
 * that launched the job then ends the job; if that JVM does not exist any more, the rank ends itself a little later.
 */
final class Watchdog implements Runnable {
    static final int ORPHAN_STATUS = 124;
    private static final long ORPHAN_MILLIS = 20_000;

    private final int rank;
    private final int size;
    private @Nullable JobFiles files;
    private long limitMillis;
    private boolean dumped;

    /** Is for one of so many ranks. */
    Watchdog(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    /** Watches a method from now on, in place of the one before. */
    synchronized void watch(JobFiles files, long limitMillis) {
        boolean started = this.files != null;
        this.files = files;
        this.limitMillis = limitMillis;
        dumped = false;
        if (!started) {
            Thread.ofPlatform().daemon().name("pmixj-junit-watchdog").start(this);
        }
        notifyAll();
    }

    @Override
    public synchronized void run() {
        while (true) {
            long left = limitMillis + (dumped ? ORPHAN_MILLIS : 0) - System.currentTimeMillis();
            if (left > 0) {
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    // An unexpected interrupt does not change the limit.
                }
            } else if (dumped) {
                Runtime.getRuntime().halt(ORPHAN_STATUS);
            } else {
                dumped = true;
                dump();
            }
        }
    }

    private void dump() {
        try {
            JobFiles current = Objects.requireNonNull(files);
            // Whoever reads both waits for the last one.
            CallsUnderWay.write(current.calls(rank), System.getenv("PMIX_NAMESPACE"), size);
            dump(current.threads(rank));
        } catch (Exception | LinkageError e) {
            System.err.println("pmixj-junit: no thread dump: " + e);
        }
    }

    // Text with virtual threads and, since JDK 25, locks.
    private static void dump(Path file) throws Exception {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(part.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        Files.move(part, file);
    }
}
