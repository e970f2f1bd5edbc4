// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;

/** Implements the context of this JVM's rank in one method. */
record OwnContext(int rank, JobSpec spec, JobFiles files, long limitMillis) implements RankContext {
    private static final long KILL_MILLIS = 60_000;
    private static final long REPORT_MILLIS = 5_000;

    @Override
    public int size() {
        return spec.ranks();
    }

    @Override
    public int nodes() {
        return spec.nodes();
    }

    @Override
    public Path scratch() {
        return files.scratch();
    }

    @Override
    public Duration elapsed() {
        return Duration.ofMillis(Math.max(0, System.currentTimeMillis() - spec.startMillis()));
    }

    @Override
    public Duration remaining() {
        return Duration.ofMillis(Math.max(0, limitMillis - System.currentTimeMillis()));
    }

    @Override
    public void reached(String point) {
        points().reached(point, rank);
    }

    @Override
    public void await(String point, int... ranks) throws InterruptedException {
        IntStream awaited = ranks.length > 0
                ? IntStream.of(ranks)
                : IntStream.range(0, size()).filter(other -> other != rank);
        // It leaves time to write the report before the job is ended.
        Duration limit = remaining().minusMillis(REPORT_MILLIS);
        points().await(point, awaited.boxed().toList(), limit.isNegative() ? Duration.ZERO : limit);
    }

    private Points points() {
        return new Points(scratch());
    }

    @Override
    public void killSelf() {
        // Java offers no way to signal its own process.
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
            new ProcessBuilder("sh", "-c", "kill -s KILL \"$0\"", pid)
                    .inheritIO()
                    .start();
            Thread.sleep(KILL_MILLIS);
        } catch (IOException e) {
            throw new IllegalStateException("could not start sh to kill process " + pid, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("process " + pid + " has survived its own SIGKILL");
    }
}
