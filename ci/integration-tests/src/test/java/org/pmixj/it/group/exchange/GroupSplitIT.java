// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** {@code Group.split}, and many constructions at once. */
// Among the longest: begins first.
@Order(1)
class GroupSplitIT {
    private static final int VICTIM = 2;

    private static Group all(Pmix pmix, String id) {
        return pmix.groups().construct(Jobs.all(pmix, id).build());
    }

    private static List<ProcId> procs(Pmix pmix, int... ranks) {
        List<ProcId> procs = new ArrayList<>();
        for (int rank : ranks) {
            procs.add(pmix.job().member(rank));
        }
        return procs;
    }

    private static void use(Group group) {
        assertThat(group.exchange(ValueType.INT32, group.rank())).hasSize(group.size());
        group.fence();
        group.destruct();
    }

    @Smoke
    @PmixTest(ranks = 4, nodes = 3, jvm = Jobs.ALL_ANSWER)
    void splitsAndDuplicates(Pmix pmix, RankContext context) throws Exception {
        someHaveSplitBefore(pmix);
        idsOfManySplitsDiffer(pmix);
        membersOfANode(pmix);
        badInput(pmix);
        aMemberThatNeverCallsIsATimeout(pmix, context);
    }

    // --- split -----------------------------------------------------------------------------------------------------

    /** Some have taken part in more splits than others; they agree upon the ids all the same. */
    private static void someHaveSplitBefore(Pmix pmix) {
        int rank = pmix.self().rank();
        if (rank < 2) {
            Group part = pmix.groups()
                    .construct(GroupRequest.named("it-part")
                            .members(procs(pmix, 0, 1))
                            .build());
            use(part.split(0, 0).orElseThrow());
            use(part.split(0, 0).orElseThrow());
            part.destruct();
        }
        Group group = all(pmix, "it-whole");
        for (int i = 0; i < 2; i++) {
            Group half = group.split(rank % 2, 0).orElseThrow();
            assertThat(half.members()).isEqualTo(rank % 2 == 0 ? procs(pmix, 0, 2) : procs(pmix, 1, 3));
            use(half);
        }
        group.destruct();
    }

    @PmixTest(ranks = 6, nodes = 3)
    void membersOfAColourByKey(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-split");
        int rank = pmix.self().rank();

        // By parity, backwards.
        Group half = group.split(rank % 2, -rank).orElseThrow();
        assertThat(half.members()).isEqualTo(rank % 2 == 0 ? procs(pmix, 4, 2, 0) : procs(pmix, 5, 3, 1));
        assertThat(half.id()).startsWith("it-split");

        // Of equal keys the rank decides; some are in none.
        Optional<Group> some = Await.result(group.splitAsync(rank < 4 ? 7 : -1, rank == 3 ? 0 : 1));
        assertThat(some.isPresent()).isEqualTo(rank < 4);
        some.ifPresent(made -> {
            assertThat(made.members()).isEqualTo(procs(pmix, 3, 0, 1, 2));
            use(made);
        });

        // Everybody alone.
        Group alone = group.split(rank, 0).orElseThrow();
        assertThat(alone.members()).containsExactly(pmix.self());
        use(alone);

        // And again, of a part, while the others are there.
        Group quarter = Await.result(half.splitAsync(half.rank() == 0 ? 0 : 1, Integer.MIN_VALUE))
                .orElseThrow();
        assertThat(quarter.members())
                .isEqualTo(
                        half.rank() == 0
                                ? half.members().subList(0, 1)
                                : half.members().subList(1, 3));
        assertThat(List.of(quarter.id(), half.id(), group.id())).doesNotHaveDuplicates();
        use(quarter);
        use(half);
        use(group);
        assertThat(pmix.groups().active()).isEmpty();
    }

    private static void membersOfANode(Pmix pmix) throws Exception {
        Group all = pmix.groups().construct("it-nodes", pmix.job().members());
        List<ProcId> backwards = new ArrayList<>(all.members()).reversed();
        Group group = Await.result(pmix.groups().constructAsync("it-backwards", backwards));
        assertThat(group.members()).isEqualTo(backwards);
        List<ProcId> here = new ArrayList<>(pmix.node().members());
        Collections.sort(here);
        for (Group whole : List.of(all, group)) {
            Group part = whole.splitByNode();
            assertThat(part.members()).isEqualTo(whole == group ? here.reversed() : here);
            use(part);
            Group again =
                    Await.result(whole.with(CollectiveOptions.within(LIMIT)).splitByNodeAsync());
            assertThat(again.members()).isEqualTo(part.members());
            use(again);
            use(whole);
        }
        assertThatIllegalStateException().isThrownBy(all::splitByNode);
    }

    private static void idsOfManySplitsDiffer(Pmix pmix) {
        // Ids that a split makes of this one do not fit.
        String id = "ü".repeat(127);
        List<Group> made = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Group group = all(pmix, id);
            made.add(group.split(0, 0).orElseThrow());
            made.add(group.split(0, 0).orElseThrow());
            group.destruct();
        }
        List<String> ids = new ArrayList<>();
        for (Group group : made) {
            assertThat(group.id().getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
            ids.add(group.id());
        }
        assertThat(ids).doesNotHaveDuplicates();
        for (Group group : made) {
            use(group);
        }
    }

    /** Rank 0 is the last one that calls: whoever calls later than its timeout would be named, too. */
    private static void aMemberThatNeverCallsIsATimeout(Pmix pmix, RankContext context) throws InterruptedException {
        Group group = all(pmix, "it-late");
        if (context.rank() == 0) {
            context.await("called", 2, 3);
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() ->
                            group.with(CollectiveOptions.within(Jobs.SHORT)).split(0, 0))
                    .withMessage(
                            "split of group 'it-late' timed out: [" + pmix.job().member(1) + "] has not called it");
            context.reached("named");
        } else if (context.rank() != 1) {
            UnderWay.announceCall(pmix, context, "called", "lookup of [org.pmixj.exchange");
            CompletableFuture<?> waiting =
                    group.with(CollectiveOptions.within(LIMIT)).splitAsync(0, 0);
            context.await("named", 0);
            waiting.cancel(true);
        }
        pmix.fence();
        group.close();
    }

    private static void dies(SubJob job, boolean faultTolerant) throws Exception {
        GroupRequest.Builder request = GroupRequest.named(job.id("it-dies")).members(job.members());
        Group group = job.pmix().groups().construct((faultTolerant ? request.faultTolerant() : request).build());
        if (job.rank() == VICTIM) {
            job.await("split", 0, 3);
            job.killSelf();
        }
        if (job.rank() == 1) {
            // It comes when the others, who have called, know of the death.
            job.await(faultTolerant ? "noticed" : "over", 0, 3);
            Await.until("the death is known", () -> group.size() == job.size() - 1);
        } else {
            UnderWay.announceCall(job.pmix(), job, "split", "lookup of [org.pmixj.exchange");
            UnderWay.announceWhen(job, "noticed", () -> group.size() == job.size() - 1);
        }
        if (!faultTolerant) {
            assertThatExceptionOfType(PmixException.MemberLost.class)
                    .isThrownBy(() -> group.split(0, 0))
                    .satisfies(lost -> assertThat(lost.lost()).isEqualTo(List.of(job.member(VICTIM))))
                    .withMessageStartingWith("split of group '" + group.id() + "' failed")
                    .withMessageEndingWith("; the next call goes on without it");
            job.reached("over");
        }
        Group rest = group.split(0, 0).orElseThrow();
        assertThat(rest.members()).isEqualTo(job.without(VICTIM));
        use(rest);
    }

    /** A member has sent its colour, and dies before the construct: some know it by then, and some do not. */
    private static void aMemberThatDiesAfterItHasTold(SubJob job) throws Exception {
        Group group = job.pmix()
                .groups()
                .construct(GroupRequest.named(job.id("it-between"))
                        .members(job.members())
                        .faultTolerant()
                        .build());
        if (job.rank() == VICTIM) {
            // The first half of a split.
            group.exchange(ValueType.listOf(ValueType.INT64), List.of(0L, 0L, 0L));
            job.killSelf();
        }
        CompletableFuture<Optional<Group>> split = group.splitAsync(0, 0);
        List<ProcId> survivors = job.without(VICTIM);
        Group rest = Await.result(split).orElseThrow();
        // libpmix may have counted the victim as one that has called (dead-member-counted).
        Await.until("the rest", () -> rest.members().equals(survivors));
        use(rest);
    }

    @Tag("slow")
    @PmixTest(
            ranks = 6,
            nodes = {1, 3},
            killed = {2, 4, 5})
    void membersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(job -> dies(job, false), 0, 1, 2, 3);
        scenarios.run(job -> dies(job, true), 0, 1, 4, 3);
        scenarios.run(GroupSplitIT::aMemberThatDiesAfterItHasTold, 0, 1, 5, 3);
    }

    private static void badInput(Pmix pmix) {
        Group group = all(pmix, "it-bad");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group.with(CollectiveOptions.within(Duration.ofSeconds(-1)))
                        .split(0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        group.with(CollectiveOptions.within(Duration.ZERO)).splitAsync(0, 0));
        use(group);
    }

    // --- many at once ----------------------------------------------------------------------------------------------

    private static void many(Pmix pmix, int count) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(i);
        }
        Collections.rotate(numbers, pmix.self().rank() * 7);
        List<CompletableFuture<Void>> done = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int number : numbers) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            done.add(end);
            if (number % 2 == 0) {
                // Each in a thread of its own.
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        // No fences: libpmix does not tell those of the same members apart.
                        Group group = all(pmix, "it-many-" + count + "-" + number);
                        assertThat(group.exchange(ValueType.INT32, number).values())
                                .containsOnly(number);
                        group.destruct();
                        end.complete(null);
                    } catch (Throwable e) {
                        end.completeExceptionally(e);
                    }
                }));
            } else {
                pmix.groups()
                        .constructAsync(Jobs.all(pmix, "it-many-" + count + "-" + number)
                                .build())
                        .thenCompose(group -> group.exchangeAsync(ValueType.INT32, number)
                                .thenCompose(values -> {
                                    assertThat(values.values()).containsOnly(number);
                                    return group.destructAsync();
                                }))
                        .whenComplete((nothing, failure) -> {
                            if (failure == null) {
                                end.complete(null);
                            } else {
                                end.completeExceptionally(failure);
                            }
                        });
            }
        }
        assertThat(CompletableFuture.allOf(done.toArray(new CompletableFuture<?>[0])))
                .succeedsWithin(LIMIT.multipliedBy(2));
        for (Thread thread : threads) {
            thread.join();
        }
        // Other methods of the job may have left groups of their own.
        assertThat(pmix.groups().active()).extracting(Group::id).noneMatch(id -> id.startsWith("it-many"));
    }

    @Tag("slow")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void manyAtOnce(Pmix pmix) throws Exception {
        many(pmix, 2);
        many(pmix, 50);
    }
}
