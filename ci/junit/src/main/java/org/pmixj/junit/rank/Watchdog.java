// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes this JVM's thread dump at the time limit of a method, whatever the test does. The JVM that launched the job
 * then ends the job; if that JVM does not exist any more, the rank ends itself a little later.
 */
final class Watchdog implements Runnable {
    static final int ORPHAN_STATUS = 124;
    private static final long ORPHAN_MILLIS = 20_000;

    private @Nullable Path file;
    private long limitMillis;
    private boolean dumped;

    /** Watches a method from now on, in place of the one before. */
    synchronized void watch(Path file, long limitMillis) {
        boolean started = this.file != null;
        this.file = file;
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
            dump(Objects.requireNonNull(file));
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
