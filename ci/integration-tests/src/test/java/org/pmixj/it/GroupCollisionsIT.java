// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.value.App;

/**
 * Two groups of one id that are constructed at the same time. libpmix gives some members the membership of the other
 * group and leaves others waiting; every member is told, by the construction or by the next operation of the group.
 */
class GroupCollisionsIT {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final int ROUNDS = 6;
    /** One of the two groups may be through before the other begins: then each is what it was asked to be. */
    private static final String MADE = "made";

    private static final String EXISTS = "exists";

    /** What became of a construction, well before its bound. */
    private static String outcome(Pmix pmix, String id, List<ProcId> members, boolean async) throws Exception {
        GroupRequest request =
                GroupRequest.named(id).members(members).timeout(BOUND).build();
        Group group;
        try {
            group = async
                    ? pmix.groups().constructAsync(request).get(10, TimeUnit.SECONDS)
                    : pmix.groups().construct(request);
        } catch (PmixException.Exists e) {
            assertThat(e).hasMessageContaining(id);
            return EXISTS;
        } catch (java.util.concurrent.ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(PmixException.Exists.class);
            return EXISTS;
        }
        assertThat(group.member(0)).isEqualTo(members.getFirst());
        for (int i = 0; i < 100 && group.isActive(); i++) {
            Thread.sleep(10);
        }
        if (group.isActive()) {
            group.close();
            return MADE;
        }
        assertThatExceptionOfType(PmixException.Exists.class)
                .isThrownBy(() -> group.fence(BOUND))
                .withMessageContaining(id);
        assertThatExceptionOfType(PmixException.Exists.class).isThrownBy(() -> group.fenceAsync(BOUND));
        assertThatExceptionOfType(PmixException.Exists.class).isThrownBy(() -> group.destruct(BOUND));
        assertThatExceptionOfType(PmixException.Exists.class).isThrownBy(group::rank);
        group.close();
        return EXISTS;
    }

    private static void use(Pmix pmix, String id, List<ProcId> members) {
        Group group = pmix.groups()
                .construct(
                        GroupRequest.named(id).members(members).timeout(BOUND).build());
        group.fence(BOUND);
        group.destruct(BOUND);
    }

    private static void collide(Pmix pmix) throws Exception {
        int rank = pmix.self().rank();
        int half = pmix.job().size() / 2;
        List<ProcId> side = pmix.job().members().subList(rank < half ? 0 : half, rank < half ? half : 2 * half);
        int collisions = 0;
        for (int round = 0; round < ROUNDS; round++) {
            pmix.fence(FenceRequest.builder().timeout(BOUND).build());
            Key<String> key = Key.of("it.clash." + round, ValueType.STRING);
            pmix.put(Scope.GLOBAL, key, outcome(pmix, "it-clash-" + round, side, rank % 2 == 1));
            pmix.commit();
            pmix.fence(FenceRequest.builder().collectData(true).timeout(BOUND).build());
            String first = pmix.get(pmix.job().member(0), key);
            collisions += first.equals(EXISTS) ? 1 : 0;
            for (ProcId proc : side) {
                assertThat(pmix.get(proc, key)).isEqualTo(pmix.get(pmix.self(), key));
            }
            use(pmix, "it-apart-" + (rank < half ? "a" : "b"), side);
        }
        assertThat(collisions).isPositive();
        assertThat(pmix.groups().active()).isEmpty();
    }

    @PmixTest(ranks = 6)
    void onOneNode(Pmix pmix) throws Exception {
        collide(pmix);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void onThreeNodes(Pmix pmix) throws Exception {
        collide(pmix);
    }

    // --- groups of one process -------------------------------------------------------------------------------------

    private static void alone(Pmix pmix) throws Exception {
        int reported = 0;
        for (int round = 0; round < ROUNDS; round++) {
            pmix.fence(FenceRequest.builder().timeout(BOUND).build());
            if (outcome(pmix, "it-lonely-" + round, List.of(pmix.self()), false).equals(EXISTS)) {
                reported++;
            }
        }
        assertThat(reported).isBetween(0, ROUNDS);
        use(pmix, "it-lonely-" + pmix.self().rank(), List.of(pmix.self()));
    }

    @PmixTest(ranks = 3)
    void everybodyByItselfOnOneNode(Pmix pmix) throws Exception {
        alone(pmix);
    }

    @PmixTest(ranks = 3, nodes = 3)
    void everybodyByItselfOnThreeNodes(Pmix pmix) throws Exception {
        alone(pmix);
    }

    // --- members that do not agree on who they are -----------------------------------------------------------------

    private static void disagree(Pmix pmix) throws Exception {
        List<ProcId> all = pmix.job().members();
        // Rank 0 leaves the last one out, which calls too.
        List<ProcId> mine = pmix.self().rank() == 0 ? all.subList(0, all.size() - 1) : all;
        assertThatThrownBy(() -> {
                    Group group = pmix.groups()
                            .constructAsync(GroupRequest.named("it-mismatch")
                                    .members(mine)
                                    .timeout(Duration.ofSeconds(3))
                                    .build())
                            .join();
                    // It is told in a moment.
                    Jobs.await("it has ended", () -> !group.isActive());
                    group.fence();
                })
                .satisfies(failure -> assertThat(failure instanceof CompletionException ? failure.getCause() : failure)
                        .isInstanceOfAny(PmixException.Exists.class, PmixException.Timeout.class));
        pmix.fence(FenceRequest.builder().timeout(BOUND).build());
        use(pmix, "it-agreed", all);
    }

    @PmixTest(ranks = 3)
    void membersThatNameOthersAreToldOnOneNode(Pmix pmix) throws Exception {
        disagree(pmix);
    }

    @PmixTest(ranks = 4, nodes = 3)
    void membersThatNameOthersAreToldOnThreeNodes(Pmix pmix) throws Exception {
        disagree(pmix);
    }

    // --- two jobs --------------------------------------------------------------------------------------------------

    static final class Child {
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            try (Pmix pmix = Pmix.init()) {
                for (int round = 0; round < ROUNDS; round++) {
                    Path go = directory.resolve("go-" + round);
                    Jobs.await("the parents begin", () -> Files.exists(go));
                    String outcome;
                    try {
                        outcome = outcome(pmix, "it-jobs-" + round, pmix.job().members(), false);
                    } catch (Throwable e) {
                        outcome = e.toString();
                    }
                    Path report = directory.resolve(
                            "child-" + round + "-" + pmix.self().rank());
                    Files.writeString(directory.resolve(report + ".part"), outcome);
                    Files.move(directory.resolve(report + ".part"), report);
                }
                use(pmix, pmix.groups().uniqueId("it-jobs"), pmix.job().members());
            }
        }
    }

    private static void jobs(Pmix pmix, RankContext context) throws Exception {
        Path directory = context.scratch();
        SpawnedJob child = pmix.self().rank() != 0
                ? null
                : pmix.processes()
                        .spawn(SpawnRequest.of(App.java(Child.class, directory.toString())
                                        .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m")
                                        .processes(2)
                                        .build())
                                .mapBy("node:OVERSUBSCRIBE")
                                .timeout(Duration.ofSeconds(30))
                                .build());
        for (int round = 0; round < ROUNDS; round++) {
            pmix.fence(FenceRequest.builder().timeout(BOUND).build());
            if (child != null) {
                Files.createFile(directory.resolve("go-" + round));
            } else {
                Path go = directory.resolve("go-" + round);
                Jobs.await("the other begins", () -> Files.exists(go));
            }
            // The children look every few milliseconds.
            Thread.sleep(5);
            String outcome = outcome(pmix, "it-jobs-" + round, pmix.job().members(), true);
            for (int rank = 0; rank < 2; rank++) {
                Path report = directory.resolve("child-" + round + "-" + rank);
                Jobs.await("the report " + report, () -> Files.exists(report));
                assertThat(report).hasContent(outcome);
            }
        }
        use(pmix, pmix.groups().uniqueId("it-jobs"), pmix.job().members());
        if (child != null) {
            assertThat(child.terminated().get(20, TimeUnit.SECONDS).isSuccess()).isTrue();
        }
        pmix.fence();
    }

    @PmixTest(ranks = 2)
    void twoJobsOnOneNode(Pmix pmix, RankContext context) throws Exception {
        jobs(pmix, context);
    }

    @PmixTest(ranks = 2, nodes = 3)
    void twoJobsOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        jobs(pmix, context);
    }
}
