// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.UnderWay;

/** An uncaught exception and an abort end the whole job at once, not when the timeouts of other ranks run out. */
class UncaughtIT {
    @TempDir
    Path work;

    /** Rank 1 fails in the way of the first argument while the others wait for it far longer than the test. */
    static final class Main {
        private static final Key<Integer> NEVER = Key.of("it.never", ValueType.INT32);
        private static final Key<Double> TINY = Key.of("it.tiny", ValueType.DOUBLE);

        public static void main(String[] args) throws Exception {
            Pmix pmix = Pmix.builder()
                    .abortOnUncaughtException(!args[0].equals("off"))
                    .init();
            if (pmix.self().rank() != 1 && args[0].equals("closed")) {
                pmix.close();
                return;
            }
            if (args[0].equals("recovers")) {
                recovers(pmix);
                return;
            }
            if (pmix.self().rank() != 1) {
                pmix.fence(FenceRequest.ofJob().withTimeout(Duration.ofMinutes(10)));
                return;
            }
            // The library warns of it.
            pmix.put(Scope.GLOBAL, TINY, 1e-9);
            switch (args[0]) {
                case "main" -> throw new IllegalStateException("deliberate");
                case "thread", "off" -> {
                    Thread thread = Thread.ofPlatform().start(() -> {
                        throw new IllegalStateException("deliberate");
                    });
                    thread.join();
                    System.out.println("rank 1 goes on");
                    pmix.fence();
                    pmix.close();
                }
                case "try" -> {
                    try (pmix) {
                        throw new IllegalStateException("deliberate");
                    }
                }
                case "closed" -> {
                    Thread thread =
                            Thread.ofPlatform().start(() -> pmix.get(pmix.job().member(0), NEVER));
                    UnderWay.awaitCall(pmix, "get");
                    // One that is woken before the groups are left.
                    Group group = pmix.groups()
                            .construct(GroupRequest.named("it-alone")
                                    .members(pmix.self())
                                    .build());
                    Thread waits = Thread.ofPlatform().start(() -> pmix.groups().awaitInvitation(Duration.ofHours(1)));
                    Await.until("it waits", () -> waits.getState() == Thread.State.TIMED_WAITING);
                    closeAnother();
                    // The thread learns that the session was closed by an exception, which it does not catch.
                    pmix.close();
                    thread.join();
                    waits.join();
                    System.out.println("rank 1 goes on, " + group.state());
                }
                case "abort" -> {
                    // The rank is interrupted: in a handler of InterruptedException, and by an executor that ends.
                    Thread aborts = Thread.currentThread();
                    aborts.interrupt();
                    Thread.ofPlatform().daemon().start(() -> {
                        while (true) {
                            aborts.interrupt();
                        }
                    });
                    pmix.abort(7, "enough");
                    System.out.println("rank 1 goes on");
                    // In a job that is not recoverable the end would come from outside.
                    Thread.sleep(Duration.ofMinutes(10));
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        }

        /** Closes a handle for which a thread waits; the session and the job go on. */
        private static void closeAnother() throws InterruptedException {
            Pmix other = Pmix.init();
            Thread waits = Thread.ofPlatform().start(() -> other.groups().awaitInvitation(Duration.ofHours(1)));
            Await.until("it waits", () -> waits.getState() == Thread.State.TIMED_WAITING);
            other.close();
            waits.join();
        }

        private static void recovers(Pmix pmix) throws InterruptedException {
            int rank = pmix.self().rank();
            try (pmix) {
                Group group = pmix.groups().construct(Jobs.all(pmix, "it-abort").build());
                if (rank == 1) {
                    pmix.abort(7, "enough");
                    System.out.println("rank 1 goes on");
                    return;
                }
                // The other one may have left by then, too.
                ProcId aborted = pmix.job().member(1);
                Await.until("rank 1 has ended", () -> !group.members().contains(aborted));
                System.out.println("rank " + rank + " has heard of it");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "thread", "try"})
    void anUncaughtExceptionEndsTheJob(String where) throws Exception {
        Launched job = Launched.job(work, 3, Main.class, where);
        // The launcher mixes the lines of all ranks.
        assertThat(job.output())
                .containsPattern("(?m)^\\S+:1: Exception in thread \"\\S+\" .*IllegalStateException: deliberate$")
                .containsPattern("(?m)^WARNING: \\S+:1: put of it.tiny: a floating-point number ")
                .doesNotContain("rank 1 goes on");
        assertThat(job.exit()).as(job.output()).isEqualTo(1);
    }

    @Tag("slow")
    @Test
    void theSettingOffLetsTheProcessGoOn() throws Exception {
        Launched job = Launched.job(work, 2, Main.class, "off");
        assertThat(job.output()).contains("IllegalStateException: deliberate").contains("rank 1 goes on");
    }

    @Test
    void anExceptionAfterTheEndOfTheSessionIsTheApplicationsOwn() throws Exception {
        Launched job = Launched.job(work, 2, Main.class, "closed");
        assertThat(job.output())
                .contains("PmixException$Closed: the wait for an invitation")
                .contains("rank 1 goes on, LEFT");
        assertThat(job.exit()).isZero();
    }

    @Test
    void abortEndsTheJobWithItsStatus() throws Exception {
        Launched job = Launched.job(work, 3, Main.class, "abort");
        assertThat(job.output()).doesNotContain("rank 1 goes on");
        assertThat(job.exit()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void abortEndsItsProcessInARecoverableJob(int nodes) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(
                List.of("prterun", "--runtime-options", "recoverable,notifyerrors", "--map-by", Launched.mapBy(nodes)));
        command.addAll(List.of("-n", "3"));
        command.addAll(Launched.java(Main.class, "recovers"));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.output())
                .contains("rank 0 has heard of it", "rank 2 has heard of it")
                .doesNotContain("rank 1 goes on");
    }
}
