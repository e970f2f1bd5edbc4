// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Represents a running job, which ends with this JVM. It finds its processes by a variable that they inherit, not by
 * parentage, which is lost when a parent dies first.
 */
final class LiveJob {
    private static final String VARIABLE = "PMIXJ_BENCH_JOB";
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long PAUSE_NANOS = 10_000_000L;

    private final Process process;
    private final String mark;
    private final Thread hook = new Thread(this::kill, "end-job");

    private LiveJob(Process process, String mark) {
        this.process = process;
        this.mark = mark;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static LiveJob start(ProcessBuilder builder) throws IOException {
        String id = UUID.randomUUID().toString();
        builder.environment().put(VARIABLE, id);
        return new LiveJob(builder.start(), VARIABLE + "=" + id);
    }

    Process process() {
        return process;
    }

    /** Kills processes that remain; usually there are none. */
    void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the shutdown hook kills them
        }
        kill();
    }

    private void kill() {
        // Repeated, since a killed process may just have started another one.
        long begun = System.nanoTime();
        for (List<ProcessHandle> left = processes(); !left.isEmpty(); left = processes()) {
            left.forEach(ProcessHandle::destroyForcibly);
            if (System.nanoTime() - begun > PATIENCE_NANOS) {
                System.err.println("processes of a job do not end: " + left);
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private List<ProcessHandle> processes() {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path each : all) {
                if (isOurs(each)) {
                    ProcessHandle.of(Long.parseLong(each.getFileName().toString()))
                            .ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            System.err.println("cannot look for processes left by a job: " + e);
        }
        return found;
    }

    private boolean isOurs(Path process) {
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return List.of(environment.split("\0", -1)).contains(mark);
        } catch (IOException e) {
            return false; // ended, or another user's
        }
    }
}
