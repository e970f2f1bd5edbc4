// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.metrics.PmixMetrics;

/** Checks the meters of ranks whose operations wait, whose handlers are slow, and of which one dies. */
class MetricsIT {
    private static final PmixStatus CODE = new PmixStatus(-3001);
    private static final int EVENTS = 5;
    private static final int HANDLING = 50;

    @TempDir
    Path work;

    static final class Ranks {
        public static void main(String[] args) throws Exception {
            MeterRegistry registry = new SimpleMeterRegistry();
            // --8<-- [start:bind]
            try (PmixMetrics metrics = new PmixMetrics(Tags.of("rank", System.getenv("PMIX_RANK")))) {
                metrics.bindTo(registry);
                try (Pmix pmix = Pmix.init()) {
                    run(pmix, registry);
                }
            }
            // --8<-- [end:bind]
            check(registry, System.getenv("PMIX_RANK"));
        }

        private static void run(Pmix pmix, MeterRegistry registry) throws Exception {
            CountDownLatch handled = new CountDownLatch(EVENTS);
            try (Registration _ = pmix.events().on(CODE).register(_ -> {
                TimeUnit.MILLISECONDS.sleep(HANDLING);
                handled.countDown();
                return EventOutcome.complete();
            })) {
                Group group = pmix.groups()
                        .construct(GroupRequest.named("it-metrics")
                                .members(pmix.job().members())
                                .notifyTermination()
                                .build());
                group.fence();
                switch (pmix.self().rank()) {
                    case 0 -> {
                        timeOut(pmix);
                        Await.open(handled);
                    }
                    case 1 -> waitSeen(pmix, group, registry);
                    default -> {
                        // It waits for the others.
                    }
                }
                if (pmix.self().rank() != 1) {
                    group.fence();
                }
                if (pmix.self().rank() == 2) {
                    Launched.killSelf();
                }
                Await.until("the death is counted", () -> lost(registry) == 1);
                group.fence();
                Await.until(
                        "the group is counted",
                        () -> registry.get("pmixj.groups").gauge().value() == 1);
            }
        }

        /** Calls a fence with a process that does not call it. */
        private static void timeOut(Pmix pmix) {
            FenceRequest alone =
                    FenceRequest.of(pmix.self(), pmix.job().member(1)).withTimeout(Duration.ofSeconds(1));
            assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(() -> pmix.fence(alone));
        }

        /** Calls a fence that the others have not called, sees that it is active, and then lets them call it. */
        private static void waitSeen(Pmix pmix, Group group, MeterRegistry registry) throws Exception {
            CompletableFuture<?> fence = group.fenceAsync();
            Await.until("a fence is active", () -> fences(registry) == 1);
            for (int i = 0; i < EVENTS; i++) {
                pmix.events().notify(CODE).to(pmix.job().member(0)).send();
            }
            Await.result(fence);
            Await.until("no fence is active", () -> fences(registry) == 0);
        }

        private static double lost(MeterRegistry registry) {
            return registry.get("pmixj.members.lost").counter().count();
        }

        private static int fences(MeterRegistry registry) {
            return registry.find("pmixj.operations.active").tag("kind", "fence").longTaskTimers().stream()
                    .mapToInt(timer -> timer.activeTasks())
                    .sum();
        }

        private static void check(MeterRegistry registry, String rank) {
            assertThat(registry.getMeters())
                    .allMatch(meter -> rank.equals(meter.getId().getTag("rank")));

            assertThat(operations(registry, "construct", "PMIX_SUCCESS").count())
                    .isEqualTo(1);
            assertThat(operations(registry, "fence", "PMIX_SUCCESS").count()).isEqualTo(3);
            int fences = rank.equals("0") ? 4 : 3;
            Timer waits =
                    registry.get("pmixj.operations.native").tag("kind", "fence").timer();
            assertThat(waits.count()).isEqualTo(fences);
            assertThat(waits.totalTime(TimeUnit.NANOSECONDS)).isPositive();
            assertThat(registry.get("pmixj.operations.dispatch")
                            .tag("kind", "fence")
                            .timer()
                            .count())
                    .isEqualTo(fences);

            assertThat(lost(registry)).isEqualTo(1);
            assertThat(changes(registry, "constructed")).isEqualTo(1);
            assertThat(changes(registry, "memberFailed")).isEqualTo(1);
            assertThat(registry.get("pmixj.groups").gauge().value()).isZero();

            if (rank.equals("0")) {
                Timer late = operations(registry, "fence", "PMIX_ERR_TIMEOUT");
                assertThat(late.count()).isEqualTo(1);
                // The recorder has a clock of its own, which was seen to be a quarter slower than System.nanoTime().
                assertThat(late.max(TimeUnit.MILLISECONDS)).isGreaterThan(700);
                assertThat(registry.get("pmixj.events.received")
                                .tag("code", CODE.name())
                                .counter()
                                .count())
                        .isEqualTo(EVENTS);
                Timer handlers =
                        registry.get("pmixj.handlers").tag("code", CODE.name()).timer();
                assertThat(handlers.count()).isEqualTo(EVENTS);
                assertThat(handlers.totalTime(TimeUnit.MILLISECONDS)).isGreaterThan(HANDLING * EVENTS / 2.0);
                Timer queued = registry.get("pmixj.events.queued")
                        .tag("code", CODE.name())
                        .timer();
                assertThat(queued.count()).isEqualTo(EVENTS);
                // The last one waits for the others. The events may arrive one after the other.
                assertThat(queued.max(TimeUnit.MILLISECONDS)).isPositive();
            } else {
                assertThat(registry.get("pmixj.events.sent")
                                .tag("code", CODE.name())
                                .tag("status", "PMIX_SUCCESS")
                                .timer()
                                .count())
                        .isEqualTo(EVENTS);
            }
            System.out.println("rank " + rank + " has checked its meters");
        }

        private static Timer operations(MeterRegistry registry, String kind, String status) {
            return registry.get("pmixj.operations")
                    .tag("kind", kind)
                    .tag("status", status)
                    .timer();
        }

        private static double changes(MeterRegistry registry, String change) {
            return registry.get("pmixj.groups.changes")
                    .tag("change", change)
                    .counter()
                    .count();
        }
    }

    @Test
    void theMetersOfRanksOfWhichOneDies() throws Exception {
        Launched job = Launched.recoverable(work, 3, Ranks.class);
        // The launcher returns the status of the rank that died, and reports it.
        assertThat(job.output())
                .contains("rank 0 has checked its meters", "rank 1 has checked its meters")
                .doesNotContain("Exception");
    }

    @Test
    void aClosedBinderBindsNothing() {
        PmixMetrics metrics = new PmixMetrics();
        metrics.close();
        metrics.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> metrics.bindTo(new SimpleMeterRegistry()))
                .withMessageContaining("create another");
    }
}
