// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/**
 * Two groups of one id that are constructed at the same time. libpmix gives some members the membership of the other
 * group and leaves others waiting. Every member is notified, by the construction or by the next operation of the
 * group.
 */
class GroupCollisionsIT {
    private static final int ROUNDS = 6;
    /** One of the two groups may be complete before the other starts. Then each is as requested. */
    private static final String MADE = "made";

    private static final String EXISTS = "exists";

    /**
     * The outcomes that all processes report for one id. From them each process knows whether a notification will arrive.
     */
    private record Reports(Points points, int self, List<Integer> all, boolean areAllNotified) {
        void report(String id, String outcome) {
            points.reached(outcome + "-" + id, self);
        }

        /** Waits until all have reported. */
        boolean isCollision(String id) throws InterruptedException {
            boolean collision = false;
            for (int each : all) {
                Await.until(
                        each + " has come to an end",
                        () -> points.isReached(MADE + "-" + id, each) || points.isReached(EXISTS + "-" + id, each));
                collision |= points.isReached(EXISTS + "-" + id, each);
            }
            return collision;
        }

        /** Waits until all have reported and, after a collision, until this group has ended. */
        void await(String id, Group group) throws InterruptedException {
            report(id, MADE);
            if (isCollision(id) && areAllNotified) {
                Await.until("this one is notified too", () -> group.state() != Group.State.ACTIVE);
            } else if (isCollision(id)) {
                // A later notification is not checked.
                for (int i = 0; i < 100 && group.state() == Group.State.ACTIVE; i++) {
                    Thread.sleep(10);
                }
            }
        }
    }

    /** Returns the outcome of a construction, which ends well before its timeout. */
    private static String outcome(Pmix pmix, String id, List<ProcId> members, boolean async, Reports reports)
            throws Exception {
        String outcome = construct(pmix, id, members, async, reports);
        reports.report(id, outcome);
        return outcome;
    }

    private static String construct(Pmix pmix, String id, List<ProcId> members, boolean async, Reports reports)
            throws Exception {
        GroupRequest request = GroupRequest.named(id).members(members).build();
        Group group;
        try {
            group = async
                    ? Await.result(pmix.groups().constructAsync(request))
                    : pmix.groups().construct(request);
        } catch (PmixException.Exists e) {
            assertThat(e).hasMessageContaining(id);
            return EXISTS;
        } catch (java.util.concurrent.ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(PmixException.Exists.class);
            return EXISTS;
        }
        // Before it reports: then the others may leave.
        List<ProcId> constructed = group.members();
        reports.await(id, group);
        if (group.state() == Group.State.ACTIVE) {
            assertThat(constructed).isEqualTo(members);
            group.close();
            return MADE;
        }
        assertThatExceptionOfType(PmixException.Exists.class)
                .isThrownBy(group::fence)
                .withMessageContaining(id);
        assertThat(group.fenceAsync())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(PmixException.Exists.class);
        assertThatExceptionOfType(PmixException.Exists.class).isThrownBy(group::destruct);
        assertThatExceptionOfType(PmixException.Exists.class).isThrownBy(group::rank);
        group.close();
        return EXISTS;
    }

    private static void use(Pmix pmix, String id, List<ProcId> members) {
        Group group =
                pmix.groups().construct(GroupRequest.named(id).members(members).build());
        group.fence();
        group.destruct();
    }

    private static void collide(Pmix pmix, RankContext context) throws Exception {
        Reports reports = reports(context, context.size(), true);
        int rank = pmix.self().rank();
        int half = pmix.job().size() / 2;
        List<ProcId> side = pmix.job().members().subList(rank < half ? 0 : half, rank < half ? half : 2 * half);
        int collisions = 0;
        for (int round = 0; round < ROUNDS; round++) {
            pmix.fence();
            Key<String> key = Key.of("it.clash." + round, ValueType.STRING);
            String point = "construct-" + round;
            if (round % 2 == 0 && rank % half == 1) {
                UnderWay.announceCall(pmix, context, point, "construct");
            } else if (round % 2 == 0) {
                // One of each group has called then, so that the two collide for certain.
                context.await(point, 1, half + 1);
            }
            pmix.put(Scope.GLOBAL, key, outcome(pmix, "it-clash-" + round, side, rank % 2 == 1, reports));
            pmix.commit();
            pmix.fence(FenceRequest.ofJob());
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

    private static Reports reports(RankContext context, int count, boolean areAllNotified) {
        return new Reports(
                new Points(context.scratch()),
                context.rank(),
                IntStream.range(0, count).boxed().toList(),
                areAllNotified);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void halves(Pmix pmix, RankContext context) throws Exception {
        collide(pmix, context);
    }

    /** A report that arrives before the call of a member is kept for it, for ten seconds. */
    @PmixTest(ranks = 4)
    void aMemberThatComesLater(Pmix pmix, RankContext context) throws Exception {
        int rank = context.rank();
        List<ProcId> side = pmix.job().members().subList(rank < 2 ? 0 : 2, rank < 2 ? 2 : 4);
        // From its first group on a process is notified.
        use(pmix, "it-side-" + (rank < 2 ? "a" : "b"), side);
        pmix.fence();
        GroupRequest request = GroupRequest.named("it-late-clash").members(side).build();
        if (rank == 1) {
            context.await("collided", 0, 2);
            assertThatExceptionOfType(PmixException.Exists.class)
                    .isThrownBy(() -> pmix.groups().construct(request))
                    .withMessageContaining("it-late-clash")
                    .withMessageContaining("give each group an id of its own (see uniqueId)");
        } else if (rank != 3) {
            // libpmix takes the calls of these two for those of one group, and lets one of them believe that all is
            // well.
            try {
                Group group = pmix.groups().construct(request);
                Await.until("it has ended", () -> group.state() != Group.State.ACTIVE);
            } catch (PmixException.Exists e) {
                assertThat(e).hasMessageContaining("it-late-clash");
            }
            context.reached("collided");
        }
        pmix.fence();
        use(pmix, "it-side-" + (rank < 2 ? "a" : "b"), side);
    }

    // --- groups of one process -------------------------------------------------------------------------------------

    private static void alone(Pmix pmix, RankContext context) throws Exception {
        // Not everybody is notified of a collision of the others: a group may be what it was asked to be.
        Reports reports = reports(context, context.size(), false);
        for (int round = 0; round < ROUNDS; round++) {
            pmix.fence();
            assertThat(outcome(pmix, "it-lonely-" + round, List.of(pmix.self()), false, reports))
                    .isIn(MADE, EXISTS);
        }
        use(pmix, "it-lonely-" + pmix.self().rank(), List.of(pmix.self()));
    }

    // --- members that do not agree on who they are -----------------------------------------------------------------

    private static void disagree(Pmix pmix) throws Exception {
        pmix.fence();
        List<ProcId> all = pmix.job().members();
        // Rank 0 leaves the last one out, which calls too.
        List<ProcId> mine = pmix.self().rank() == 0 ? all.subList(0, all.size() - 1) : all;
        assertThatThrownBy(() -> {
                    Group group = pmix.groups()
                            .constructAsync(GroupRequest.named("it-mismatch")
                                    .members(mine)
                                    .timeout(Duration.ofSeconds(6))
                                    .build())
                            .join();
                    // It is told in a moment.
                    Await.until("it has ended", () -> group.state() != Group.State.ACTIVE);
                    group.fence();
                })
                .satisfies(failure -> assertThat(failure instanceof CompletionException ? failure.getCause() : failure)
                        .isInstanceOfAny(PmixException.Exists.class, PmixException.Timeout.class)
                        .hasMessageContaining(all.toString())
                        .hasMessageContaining(all.subList(0, all.size() - 1).toString()));
        pmix.fence();
        use(pmix, "it-agreed", all);
    }

    @Tag("row:collective-4")
    @PmixTest(ranks = 4, nodes = 3)
    void eachByItselfAndMembersThatDisagree(Pmix pmix, RankContext context) throws Exception {
        alone(pmix, context);
        disagree(pmix);
    }

    /** The last one calls when the others have a group without it. They may end that in time, so it waits. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aCallerThatNobodyNames(Pmix pmix) throws Exception {
        List<ProcId> all = pmix.job().members();
        List<ProcId> two = all.subList(0, 2);
        GroupRequest.Builder request = GroupRequest.named("it-unnamed");
        if (pmix.self().rank() < 2) {
            Group group = pmix.groups().construct(request.members(two).build());
            pmix.fence();
            pmix.fence();
            group.destruct();
        } else {
            pmix.fence();
            assertThatThrownBy(() -> pmix.groups()
                            .construct(request.members(all)
                                    .timeout(Duration.ofSeconds(5))
                                    .build()))
                    .isInstanceOf(PmixException.Timeout.class)
                    .hasMessageContaining(all.toString())
                    .hasMessageContaining(two.toString());
            pmix.fence();
        }
        pmix.fence();
        use(pmix, "it-unnamed", all);
    }

    // --- two jobs --------------------------------------------------------------------------------------------------

    static final class Child {
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            try (Pmix pmix = Pmix.init()) {
                // From its first group on it is notified of collisions.
                use(pmix, pmix.groups().uniqueId("it-children"), pmix.job().members());
                new Points(directory).reached("ready", 2 + pmix.self().rank());
                for (int round = 0; round < ROUNDS; round++) {
                    Path go = directory.resolve("go-" + round);
                    Await.until("the parents begin", () -> Files.exists(go));
                    String outcome;
                    try {
                        Reports reports = new Reports(
                                new Points(directory), 2 + pmix.self().rank(), List.of(0, 1, 2, 3), true);
                        outcome = outcome(pmix, "it-jobs-" + round, pmix.job().members(), false, reports);
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
                        .spawn(SpawnRequest.builder()
                                .apps(App.java(Child.class, directory.toString())
                                        .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m")
                                        .processes(2)
                                        .build())
                                .mapBy("node:OVERSUBSCRIBE")
                                .bindTo("none")
                                .build());
        context.await("ready", 2, 3);
        for (int round = 0; round < ROUNDS; round++) {
            pmix.fence();
            if (child != null) {
                Files.createFile(directory.resolve("go-" + round));
            } else {
                Path go = directory.resolve("go-" + round);
                Await.until("the other begins", () -> Files.exists(go));
            }
            // The children look every few milliseconds. If one of the groups is there before, both are right.
            Thread.sleep(5);
            String outcome = outcome(pmix, "it-jobs-" + round, pmix.job().members(), true, reports(context, 4, true));
            for (int rank = 0; rank < 2; rank++) {
                Path report = directory.resolve("child-" + round + "-" + rank);
                Await.until("the report " + report, () -> Files.exists(report));
                assertThat(report).hasContent(outcome);
            }
        }
        use(pmix, pmix.groups().uniqueId("it-jobs"), pmix.job().members());
        if (child != null) {
            assertThat(Await.result(child.terminated()).isSuccess()).isTrue();
        }
        pmix.fence();
    }

    @PmixTest(ranks = 2, nodes = 3)
    void twoJobs(Pmix pmix, RankContext context) throws Exception {
        jobs(pmix, context);
    }
}
