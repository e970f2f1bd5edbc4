// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Checks that a JUnit run that is stopped ends its jobs. */
class StoppedRunIT {
    private static final String FIXTURE = "pmixj-LongJob.runsOn";

    private static final int LIMIT_SECONDS = 60;

    private @Nullable Process run;

    static final class Main {
        private Main() {}

        public static void main(String[] args) {
            Runs.all(LongJob.class);
        }
    }

    static class LongJob {
        @PmixTest(ranks = 2)
        void runsOn(RankContext context) throws InterruptedException {
            Thread.sleep(context.remaining());
        }
    }

    @Test
    void jobIsEnded() throws Exception {
        // They are the launcher, the shells of the ranks, and a JVM.
        isEndedOnceThereAre(4);
    }

    @Test
    void jobIsEndedThatHasJustBegun() throws Exception {
        isEndedOnceThereAre(1);
    }

    private void isEndedOnceThereAre(int processes) throws Exception {
        Assumptions.assumeTrue(Boolean.getBoolean("pmixj.required"), "not run: other tests report whether it could");
        // A JVM that starts with an ignored signal, as all do below a service, ignores it too.
        run = new ProcessBuilder(
                        "env",
                        "--default-signal=TERM",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .inheritIO()
                .start();
        assertThat(comesTrue(() -> jobProcesses() >= processes))
                .as("the job runs")
                .isTrue();

        run.destroy();

        assertThat(run.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(comesTrue(() -> jobProcesses() == 0)).as("the job is gone").isTrue();
    }

    @AfterEach
    void end() {
        if (run != null) {
            run.destroyForcibly();
        }
    }

    private static long jobProcesses() {
        return Processes.commandLines().stream()
                .filter(line -> line.contains(FIXTURE))
                .count();
    }

    private static boolean comesTrue(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(20);
        }
        return true;
    }
}
