// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.host.Capabilities;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.it.group.BootstrapGroupsIT;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Groups that members construct by values that they publish: a property says so, or the host is PRRTE 3. */
@Order(2)
class PublishedGroupsIT {
    private static final String PUBLISHED = "-Dpmixj.groups=published";

    @Tag("smoke")
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void groupsOfOneIdOneAfterTheOther(Pmix pmix) throws Exception {
        assertThat(pmix.capabilities().groupMethod()).isEqualTo(Capabilities.GroupMethod.PUBLISHED);
        GroupsByFences.live(pmix);
        GroupsByFences.orders(pmix);
    }

    /** A hundred rounds where the server may lose answers, or send a process nothing any more. */
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER},
            timeLimit = 300)
    void groupsAtOnce(Pmix pmix) {
        boolean losesNone = pmix.capabilities().libraryVersion().isAtLeast(7, 0);
        for (int round = losesNone ? 5 : 100; round > 0; round--) {
            GroupsByFences.atOnceInAnyOrder(pmix);
        }
    }

    @Tag("slow")
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void whoIsMissing(Pmix pmix, RankContext context) throws InterruptedException {
        GroupsByFences.whoIsMissing(pmix, context);
    }

    @PmixTest(ranks = 4, nodes = 3, jvm = PUBLISHED)
    void membersThatDoNotKnowEachOther(Pmix pmix, RankContext context) throws Exception {
        BootstrapGroupsIT.meet(pmix, context);
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void calledAgain(Pmix pmix, RankContext context) throws InterruptedException {
        GroupRequest.Builder request = Jobs.all(pmix, "it-again").assignContextId();
        if (context.rank() == 0) {
            GroupRequest brief = request.timeout(Jobs.SHORT).build();
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(PmixException.Timeout.class)
                        .isThrownBy(() -> pmix.groups().construct(brief))
                        .withMessageContaining("not called it");
            }
            context.reached("given-up");
        } else {
            context.await("given-up", 0);
        }
        for (int i = 0; i < 3; i++) {
            Group group = pmix.groups().construct(request.timeout(Await.LIMIT).build());
            long contextId = group.contextId().orElseThrow();
            assertThat(group.exchange(ValueType.INT64, contextId).values()).containsOnly(contextId);
            group.destruct();
        }
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void theOthersGoOnWithoutALeaver(Pmix pmix, RankContext context) throws InterruptedException {
        GroupsByFences.allLeave(pmix, context);
        GroupsByFences.oneLeaves(pmix, context);
        GroupsByFences.aValueIsWithdrawn(pmix, context);
    }

    @PmixTest(
            ranks = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void aDestructIsGivenUp(Pmix pmix, RankContext context) throws Exception {
        GroupsByFences.aDestructIsGivenUp(pmix, context);
        GroupsByFences.theNextFenceIsAnother(pmix, context);
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void aMemberGivesUpWhenAllHaveCalled(Pmix pmix, RankContext context) throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            GroupsByFences.givesUpWhenAllHaveCalled(pmix, context, round);
        }
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void whatOthersHavePublished(Pmix pmix, RankContext context) throws InterruptedException {
        GroupsByFences.othersAreAhead(pmix, context);
        GroupsByFences.publishedGarbage(pmix);
        endedGroupsKeepFewValues(pmix);
    }

    /** The host compares each key of a lookup with all that it keeps. */
    private static void endedGroupsKeepFewValues(Pmix pmix) throws InterruptedException {
        List<ProcId> all = pmix.job().members();
        String first = Long.toHexString(GroupIds.hash(GroupIds.among("it-kept-0", all)));
        Key<PmixValue> key = Key.of(WireKeys.GROUP_SHARE + first + ".0." + pmix.self(), ValueType.ANY);
        pmix.groups().construct("it-kept-0", all).destruct();
        assertThat(isPublished(pmix, key)).isTrue();
        for (int i = 1; i <= 16; i++) {
            pmix.groups().construct("it-kept-" + i, all).destruct();
        }
        // The next construct tells that all have read it, and one call withdraws several.
        Await.until("the value of the first group is withdrawn", () -> !isPublished(pmix, key));
    }

    private static boolean isPublished(Pmix pmix, Key<?> key) {
        try {
            return pmix.directory().lookup(LookupRequest.of(key)).isComplete();
        } catch (PmixException.NotFound e) {
            return false;
        }
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void theNextSessionCountsOn(RankContext context) throws Exception {
        oneBeginsAnotherSession(context);
        long[] contextIds = new long[2];
        for (int session = 0; session < contextIds.length; session++) {
            try (Pmix pmix = Pmix.init()) {
                Group group = pmix.groups()
                        .construct(
                                Jobs.all(pmix, "it-session").assignContextId().build());
                contextIds[session] = group.contextId().orElseThrow();
                // A fence of a further session does not end where finalized-process-uncounted is.
                assertThat(group.exchange(ValueType.INT32, session).values()).containsOnly(session);
            }
        }
        assertThat(contextIds[1]).isNotEqualTo(contextIds[0]);
        theSessionEndsInAConstruct(context);
    }

    /** The others report that they have read what it published in its first session. */
    private static void oneBeginsAnotherSession(RankContext context) {
        try (Pmix pmix = Pmix.init()) {
            List<ProcId> all = pmix.job().members();
            pmix.groups().construct("it-first", all);
            if (context.rank() != 0) {
                exchangeIn(pmix.groups().construct("it-second", all));
                return;
            }
        }
        try (Pmix pmix = Pmix.init()) {
            exchangeIn(pmix.groups().construct("it-second", pmix.job().members()));
        }
    }

    private static void exchangeIn(Group group) {
        assertThat(group.exchange(ValueType.INT32, 1).values()).containsExactly(1, 1, 1, 1, 1);
    }

    /** The host would end fences of the others when a member ends, for one of them by a failure. */
    @PmixTest(
            ranks = 5,
            killed = 4,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void membersEndWhileOthersWait(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            List<ProcId> all = pmix.job().members();
            oneLeavesAndEnds(pmix, context, all.subList(0, 4));
            if (context.rank() != 3) {
                oneDies(pmix, context, List.of(all.get(0), all.get(1), all.get(2), all.get(4)));
            }
        }
    }

    private static void oneLeavesAndEnds(Pmix pmix, RankContext context, List<ProcId> members) throws Exception {
        if (context.rank() > 3) {
            return;
        }
        Group group = pmix.groups().construct("it-leaves", members);
        if (context.rank() == 3) {
            context.await("fencing", 0, 1, 2);
            // Its session ends at once.
            group.leave();
            return;
        }
        CompletableFuture<Void> fence = group.fenceAsync();
        UnderWay.awaitCall(pmix, "fence of group 'it-leaves'");
        context.reached("fencing");
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> Await.result(fence))
                .havingCause()
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost()).containsExactly(members.get(3)));
        group.fence();
        group.destruct();
    }

    private static void oneDies(Pmix pmix, RankContext context, List<ProcId> members) throws Exception {
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-dies")
                        .members(members)
                        .notifyTermination()
                        .build());
        if (context.rank() == 4) {
            context.await("destructing", 0, 1, 2);
            context.killSelf();
        }
        CompletableFuture<Void> destruct = group.destructAsync();
        UnderWay.awaitCall(pmix, "destruct of group 'it-dies'");
        context.reached("destructing");
        Await.result(destruct);
    }

    /** A member gives up its destruct after the death, and calls it again without the dead, as the others do. */
    @PmixTest(
            ranks = 3,
            killed = 2,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void aMemberDiesBeforeOthersCallTheDestruct(Pmix pmix, RankContext context) throws Exception {
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-destruct").notifyTermination().build());
        if (context.rank() == 2) {
            context.await("destructing", 0);
            context.killSelf();
        } else if (context.rank() == 1) {
            group.awaitSize(2, Await.LIMIT);
            Thread.sleep(Duration.ofMillis(1500));
            context.reached("knows");
            context.await("waits", 0);
            group.destruct();
        } else {
            CompletableFuture<Void> destruct = group.destructAsync();
            UnderWay.awaitCall(pmix, "destruct of group 'it-destruct'");
            context.reached("destructing");
            context.await("knows", 1);
            assertThat(destruct).isNotDone();
            context.reached("waits");
            Await.result(destruct);
        }
    }

    /** The host keeps what a process had published when its session ended, and would have two values of it. */
    private static void theSessionEndsInAConstruct(RankContext context) throws Exception {
        if (context.rank() == 0) {
            try (Pmix pmix = Pmix.init()) {
                CompletableFuture<Group> _ =
                        pmix.groups().constructAsync(Jobs.all(pmix, "it-ended").build());
                UnderWay.awaitCall(pmix, "construct of group 'it-ended'");
            }
            context.reached("ended");
        } else {
            context.await("ended", 0);
        }
        try (Pmix pmix = Pmix.init()) {
            Group group = pmix.groups().construct(Jobs.all(pmix, "it-ended").build());
            assertThat(group.members()).isEqualTo(pmix.job().members());
            assertThat(group.exchange(ValueType.INT32, context.rank()).values())
                    .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    @PmixTest(
            ranks = 2,
            killed = 1,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void theOtherMemberDiesInAFence(Pmix pmix, RankContext context) throws InterruptedException {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-dies").build());
        if (context.rank() == 1) {
            context.await("fence", 0);
            context.killSelf();
        }
        UnderWay.announceCall(pmix, context, "fence");
        assertThatExceptionOfType(PmixException.MemberLost.class)
                .isThrownBy(group::fence)
                .satisfies(lost ->
                        assertThat(lost.lost()).containsExactly(pmix.job().member(1)));
    }
}
