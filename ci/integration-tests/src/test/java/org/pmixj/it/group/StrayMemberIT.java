// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.repair.GroupRepairs;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Processes that call as those that are added, to groups whose members add nobody, or say nothing. */
class StrayMemberIT {
    private static final int STRAY = 2;
    private static final Duration WAIT = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final String NO_NOTICE = "no member has notified this process that it adds it";

    private static CompletableFuture<Group> stray(Pmix pmix, String id) {
        return pmix.groups().constructAsync(GroupRequest.added(id).timeout(WAIT).build());
    }

    private static void fails(CompletableFuture<Group> stray) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> Await.result(stray))
                .withCauseInstanceOf(PmixException.Timeout.class)
                .withMessageContaining(NO_NOTICE)
                .withMessageContaining("4000 ms");
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void strayAloneFails(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> members = pmix.job().members().subList(0, STRAY);
        for (boolean isEarly : new boolean[] {true, false}) {
            String id = "it-stray-" + isEarly;
            if (context.rank() == STRAY) {
                if (!isEarly) {
                    context.await("constructed", 0, 1);
                }
                UnderWay.announceCall(pmix, context, "stray-" + isEarly, "construct");
                fails(stray(pmix, id));
                context.reached("failed-" + isEarly);
            } else {
                if (isEarly) {
                    context.await("stray-true", STRAY);
                }
                Group group = pmix.groups()
                        .construct(GroupRequest.named(id).members(members).build());
                assertThat(group.members()).isEqualTo(members);
                if (isEarly) {
                    context.await("failed-true", STRAY);
                } else {
                    context.reached("constructed");
                    context.await("stray-false", STRAY);
                }
                group.fence();
                group.destruct();
            }
        }
        pmix.fence();
    }

    /** Rank 0 sends no notice, as a member that uses libpmix alone. */
    @PmixTest(ranks = 3, nodes = 3, alone = true)
    void addedWithoutNotice(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 0) {
            System.setProperty("pmixj.repair.unadded-caller-counted", "off");
        }
        pmix.fence();
        ProcId added = pmix.job().member(STRAY);
        if (context.rank() == STRAY) {
            fails(stray(pmix, "it-silent"));
        }
        pmix.fence();
        if (context.rank() != 1) {
            GroupRequest.Builder request = context.rank() == STRAY
                    ? GroupRequest.added("it-silent").unannounced()
                    : GroupRequest.named("it-silent").bootstrap(1).addMembers(added);
            Group group = pmix.groups().construct(request.timeout(Await.LIMIT).build());
            assertThat(group.members()).containsExactlyInAnyOrder(pmix.job().member(0), added);
            group.fence();
            group.destruct();
        }
        pmix.fence();
    }

    private static GroupRequest adding(Pmix pmix, String id, int leaders) {
        return GroupRequest.named(id)
                .bootstrap(leaders)
                .addMembers(pmix.job().member(STRAY))
                .timeout(LONG)
                .build();
    }

    /** The library goes on by itself when the notice arrives, also where the application's executor cannot. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void executorIsBusy(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 0) {
            context.await("waits", STRAY);
            Group group = pmix.groups().construct(adding(pmix, "it-busy", 1));
            group.fence();
            group.destruct();
        } else if (context.rank() == STRAY) {
            CountDownLatch free = new CountDownLatch(1);
            try (ExecutorService executor = Executors.newSingleThreadExecutor();
                    Pmix busy = Pmix.builder().executor(executor).init()) {
                executor.execute(() -> Await.awaitOrInterrupt(() -> Await.open(free)));
                UnderWay.announceCall(pmix, context, "waits", "construct");
                try {
                    GroupRequest request =
                            GroupRequest.added("it-busy").timeout(Await.LIMIT).build();
                    Group group = busy.groups().construct(request);
                    group.fence();
                    group.destruct();
                } finally {
                    free.countDown();
                }
            }
        }
        pmix.fence();
    }

    /** Has the stray process listen, and waits until a notice about a group is here. */
    private static GroupRepairs awaitNotice(Pmix pmix, RankContext context, String id) throws Exception {
        pmix.groups()
                .construct(GroupRequest.named("it-own").members(pmix.self()).build())
                .destruct();
        context.reached("listens");
        GroupRepairs repairs = GroupRepairs.of(Objects.requireNonNull(Session.current()));
        Await.until("a notice is here", () -> repairs.isNoticed(id));
        context.reached("noticed");
        return repairs;
    }

    /** A member revokes its notices when its construct has failed: the stray process does not call libpmix any more. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void noticesAreRevoked(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 0) {
            context.await("listens", STRAY);
            Thread main = Thread.currentThread();
            Thread.ofPlatform().daemon().start(() -> {
                Await.awaitOrInterrupt(() -> context.await("noticed", STRAY));
                main.interrupt();
            });
            // The second leader never comes.
            assertThatExceptionOfType(PmixException.Interrupted.class)
                    .isThrownBy(() -> pmix.groups().construct(adding(pmix, "it-revoked", 2)));
            assertThat(Thread.interrupted()).isTrue();
        } else if (context.rank() == STRAY) {
            GroupRepairs repairs = awaitNotice(pmix, context, "it-revoked");
            Await.until("the notice is revoked", () -> !repairs.isNoticed("it-revoked"));
            fails(stray(pmix, "it-revoked"));
        }
        pmix.fence();
    }

    /** A member that dies revokes nothing, and nobody counts on its notice. */
    @PmixTest(ranks = 3, nodes = 3, killed = 0)
    void noticesOfTheDeadAreVoid(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 0) {
            context.await("listens", STRAY);
            // The second leader never comes.
            CompletableFuture<Group> _ = pmix.groups().constructAsync(adding(pmix, "it-void", 2));
            context.await("noticed", STRAY);
            context.killSelf();
        } else if (context.rank() == STRAY) {
            GroupRepairs repairs = awaitNotice(pmix, context, "it-void");
            ProcId dead = pmix.job().member(0);
            Await.until("the death is known", () -> UnderWay.isDead(dead));
            assertThat(repairs.isNoticed("it-void")).isFalse();
            fails(stray(pmix, "it-void"));
        }
    }
}
