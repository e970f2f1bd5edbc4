// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.event.EventOutcome;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.Launched;

/**
 * "PMIX_EVENT_NO_TERMINATION: indicates that the handler has satisfactorily handled the event and believes termination of
 * the application is not required; PMIX_EVENT_WANT_TERMINATION: indicates that the handler has determined that the
 * application should be terminated" (hybrid-programming-models.md): the last that says either decides.
 */
class EventTerminationIT {
    /** The exit status with which a shell reports a program that a segmentation fault has ended. */
    private static final int CRASHED = 139;

    @TempDir
    Path work;

    /** Rank 0 sends itself an event, for which there are two handlers; the others wait for it longer than the test. */
    static final class Main {
        public static void main(String[] args) throws Exception {
            // An executor that never runs anything again must not be what the end of the job depends on.
            CountDownLatch used = new CountDownLatch(2);
            Executor executor = task -> {
                if (used.getCount() > 0) {
                    used.countDown();
                    task.run();
                }
            };
            Pmix pmix = (args[0].equals("stalled") ? Pmix.builder().executor(executor) : Pmix.builder()).init();
            if (pmix.self().rank() == 0) {
                CountDownLatch second = new CountDownLatch(1);
                pmix.events().on(LocalEvents.A).named("first").register(event -> first(args[0]));
                pmix.events().on(LocalEvents.A).named("second").register(event -> {
                    System.out.println("second after " + event.result("first").orElseThrow());
                    second.countDown();
                    return second(args[0]);
                });
                LocalEvents.send(pmix, LocalEvents.A, 1);
                if (!second.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    System.out.println("the chain has ended at the first");
                }
                if (args[0].startsWith("stays")) {
                    // The end of the chain, where it would be decided, follows its last handler.
                    System.out.println("idle " + pmix.events().awaitIdle(LIMIT));
                    System.out.println("rank 0 goes on");
                } else {
                    Thread.sleep(Duration.ofMinutes(10));
                }
            }
            pmix.fence(FenceRequest.ofJob().withTimeout(Duration.ofMinutes(10)));
            pmix.close();
        }

        private static EventOutcome first(String how) {
            return switch (how) {
                case "first", "stalled", "stays: withdrawn" ->
                    EventOutcome.partial().wantTermination();
                case "second", "stays: not wanted" -> EventOutcome.partial().noTermination();
                case "later" ->
                    EventOutcome.when(CompletableFuture.supplyAsync(
                            () -> EventOutcome.deferred().wantTermination()));
                case "complete" -> EventOutcome.complete().wantTermination();
                default -> throw new IllegalArgumentException(how);
            };
        }

        private static EventOutcome second(String how) {
            return switch (how) {
                case "second" -> EventOutcome.partial().wantTermination();
                case "stays: withdrawn" -> EventOutcome.partial().noTermination();
                default -> EventOutcome.noAction();
            };
        }
    }

    @Tag("row:hybrid-60")
    @Conforms(nodes = {1, 3})
    @ParameterizedTest
    @CsvSource({"1, later", "3, second"})
    void theJobEndsIfItIsWanted(int nodes, String how) throws Exception {
        Launched job = Launched.job(work, nodes, Math.max(2, nodes), Main.class, how);
        assertThat(job.output())
                .contains("second after HandlerResult")
                .contains("aborts with status 1: event handler '" + (how.equals("second") ? "second" : "first")
                        + "' wants termination because of event " + LocalEvents.A);
        // The launcher of PRRTE 3.0.8 was once seen to crash after it had ended the job.
        assertThat(job.exit()).as(job.output()).isIn(Libpmix.isAtLeast7() ? List.of(1) : List.of(1, CRASHED));
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"1, first", "1, stalled"})
    void theJobEndsIfItIsWantedAtOnceOrByOneThatStalls(int nodes, String how) throws Exception {
        theJobEndsIfItIsWanted(nodes, how);
    }

    /**
     * A launcher that lets the others of the job go on, or none, does not end this process: it ends by itself. The
     * launcher may report success then.
     */
    @Tag("row:hybrid-60")
    @Test
    void theProcessEndsIfTheJobDoesNot() throws Exception {
        String wish = "event handler 'first' wants termination";
        assertThat(Launched.recoverable(work, 1, Main.class, "first").output()).contains(wish);
        Launched alone = Launched.alone(work, Map.of(), Main.class, "first");
        assertThat(alone.output()).contains(wish);
        assertThat(alone.exit()).as(alone.output()).isEqualTo(1);
    }

    @Test
    void theJobEndsAtACompleteChain() throws Exception {
        Launched job = Launched.job(work, 2, Main.class, "complete");
        assertThat(job.output())
                .contains("event handler 'first' wants termination")
                .doesNotContain("second after");
        assertThat(job.exit()).isEqualTo(1);
    }

    @Tag("row:hybrid-59")
    @Conforms(nodes = {1, 3})
    @ParameterizedTest
    @CsvSource({"1, stays: withdrawn", "3, stays: not wanted"})
    void theJobStaysIfTheLastSaysSo(int nodes, String how) throws Exception {
        Launched job = Launched.job(work, nodes, Math.max(2, nodes), Main.class, how);
        assertThat(job.output())
                .contains("second after HandlerResult")
                .contains("idle true")
                .contains("rank 0 goes on")
                .doesNotContain("wants termination");
        assertThat(job.exit()).as(job.output()).isZero();
    }
}
