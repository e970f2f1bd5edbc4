// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;

/** Contains the main program of a rank: runs the job's methods one after the other. */
public final class RankMain {
    private static final long POLL_MILLIS = 10;

    private final JobSpec spec;
    private final int rank;
    private final Watchdog watchdog;
    /** The time on processors of the methods before. */
    private Duration cpuBefore = Duration.ZERO;

    private RankMain(JobSpec spec, int rank) {
        this.spec = spec;
        this.rank = rank;
        this.watchdog = new Watchdog(rank, spec.ranks());
    }

    /**
     * Runs the test methods as one rank.
     *
     * @param args a {@link JobSpec}
     * @throws IOException if a result cannot be written
     */
    public static void main(String[] args) throws IOException {
        new RankMain(JobSpec.fromArguments(args), Integer.parseInt(System.getenv("PMIX_RANK"))).run();
        // The status is 0 even after a failure: after any other the launcher would kill the ranks that still run.
        System.exit(0);
    }

    private void run() throws IOException {
        int method = 0;
        @Nullable Throwable failure = null;
        // Methods that share a job share the session: libpmix is initialised and finalized once.
        try (@Nullable Pmix _ = spec.isShared() ? MethodRun.init() : null) {
            failure = runMethod(method);
            while (failure == null && method + 1 < spec.methods().size()) {
                write(method, null);
                if (!othersPassed(method)) {
                    return;
                }
                method++;
                cpuBefore = cpu();
                failure = runMethod(method);
            }
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
        write(method, failure);
    }

    private @Nullable Throwable runMethod(int method) {
        JobFiles files = spec.files(method);
        long start = method == 0 ? spec.startMillis() : System.currentTimeMillis();
        long limitMillis = start + spec.methods().get(method).limit().toMillis();
        watchdog.watch(files, limitMillis);
        try {
            Files.writeString(files.outputStart(rank), Long.toString(Files.size(files.output(rank))));
            OwnContext context = new OwnContext(rank, spec, files, limitMillis);
            new MethodRun(spec.methods().get(method), context).run(failure -> write(method, failure));
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** Waits until all ranks have left a method; returns false if one has failed, after which nobody goes on. */
    private boolean othersPassed(int method) throws IOException, InterruptedException {
        JobFiles files = spec.files(method);
        for (int other = 0; other < spec.ranks(); other++) {
            // The watchdog and the JVM that launched the job end this wait.
            while (!Files.exists(files.result(other))) {
                Thread.sleep(POLL_MILLIS);
            }
            if (other != rank && RankResult.read(files.result(other)).throwable() != null) {
                return false;
            }
        }
        return true;
    }

    private void write(int method, @Nullable Throwable failure) throws IOException {
        new RankResult(failure, cpu().minus(cpuBefore)).write(spec.files(method).result(rank));
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
