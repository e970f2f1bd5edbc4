// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes this JVM's thread dump at the job's time limit, whatever the test does. The JVM that launched the job then ends
 * the job; if that JVM does not exist any more, the rank ends itself a little later.
 */
final class Watchdog implements Runnable {
    static final int ORPHAN_STATUS = 124;
    private static final long ORPHAN_MILLIS = 20_000;

    private final Path file;
    private final long limitMillis;

    private Watchdog(Path file, long limitMillis) {
        this.file = file;
        this.limitMillis = limitMillis;
    }

    static void start(Path file, long limitMillis) {
        Thread.ofPlatform().daemon().name("pmixj-junit-watchdog").start(new Watchdog(file, limitMillis));
    }

    @Override
    public void run() {
        sleepUntil(limitMillis);
        try {
            dump(file);
        } catch (Exception | LinkageError e) {
            System.err.println("pmixj-junit: no thread dump: " + e);
        }
        sleepUntil(limitMillis + ORPHAN_MILLIS);
        Runtime.getRuntime().halt(ORPHAN_STATUS);
    }

    // Text with virtual threads and, since JDK 25, locks.
    private static void dump(Path file) throws Exception {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(part.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        Files.move(part, file);
    }

    private static void sleepUntil(long millis) {
        long left;
        while ((left = millis - System.currentTimeMillis()) > 0) {
            try {
                Thread.sleep(left);
            } catch (InterruptedException e) {
                // An unexpected interrupt does not change the limit.
            }
        }
    }
}
