// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * Members that die: before a construct, a fence or a destruct and while it is under way. The survivors are told in time,
 * see the same membership, and go on. Each on one node, on three with the victim alone on its node, and on three where
 * its node has another member.
 */
class GroupFailuresIT {
    private static final Duration BOUND = Duration.ofSeconds(20);
    /** Well below the bound: a failure is told because of the death, not because time ran out. */
    private static final Duration PROMPT = Duration.ofSeconds(12);

    private static final int VICTIM = 2;

    private interface Scenario {
        void run(Pmix pmix, RankContext context, Group group) throws Exception;
    }

    private static void with(Pmix pmix, RankContext context, Scenario scenario) throws Exception {
        Group group =
                pmix.groups().construct(Jobs.all(pmix, "it-fail").timeout(BOUND).build());
        group.fence();
        scenario.run(pmix, context, group);
    }

    private static List<ProcId> survivors(Pmix pmix) {
        List<ProcId> rest = new ArrayList<>(pmix.job().members());
        rest.remove(VICTIM);
        return rest;
    }

    private static void isReduced(Pmix pmix, Group group) throws InterruptedException {
        Jobs.await("the group is smaller", () -> group.size() == pmix.job().size() - 1);
        assertThat(group.members()).isEqualTo(survivors(pmix));
        assertThat(group.rank()).isEqualTo(survivors(pmix).indexOf(pmix.self()));
    }

    /** What the survivors can do with the rest, and with its id. */
    private static void goesOn(Pmix pmix, Group group) throws InterruptedException {
        isReduced(pmix, group);
        group.fence(BOUND);
        group.fenceAsync(BOUND).join();
        assertThatThrownBy(() -> group.destruct(BOUND))
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost())
                                .isEqualTo(List.of(pmix.job().member(VICTIM))));
        assertThat(group.isActive()).isFalse();
        formsAnother(pmix);
    }

    private static void formsAnother(Pmix pmix) throws InterruptedException {
        Jobs.await("the id is free", () -> pmix.groups().active().isEmpty());
        Group again = pmix.groups()
                .construct(GroupRequest.named("it-fail-2")
                        .members(survivors(pmix))
                        .timeout(BOUND)
                        .build());
        again.fence(BOUND);
        again.destruct(BOUND);
    }

    // --- before a collective -----------------------------------------------------------------------------------------

    private static void beforeAFence(Pmix pmix, RankContext context, Group group) throws Exception {
        if (context.rank() == VICTIM) {
            context.killSelf();
        }
        goesOn(pmix, group);
    }

    @Conforms({"construct-12", "destruct-6"})
    @PmixTest(ranks = 4, killed = VICTIM)
    void beforeAFenceOnOneNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::beforeAFence);
    }

    @Conforms({"construct-12", "destruct-6"})
    @PmixTest(ranks = 3, nodes = 3, killed = VICTIM)
    void beforeAFenceAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::beforeAFence);
    }

    @Conforms({"construct-12", "destruct-6"})
    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void beforeAFenceOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::beforeAFence);
    }

    // --- in a fence --------------------------------------------------------------------------------------------------

    private static void inAFence(Pmix pmix, RankContext context, Group group) throws Exception {
        if (context.rank() == VICTIM) {
            Thread.sleep(500);
            context.killSelf();
        }
        long begin = System.nanoTime();
        CompletableFuture<Void> other = context.rank() == 0 ? group.fenceAsync(BOUND) : null;
        if (other != null) {
            assertThat(other)
                    .failsWithin(BOUND)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(PmixException.MemberLost.class);
        } else {
            assertThatThrownBy(() -> group.fence(BOUND))
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            lost -> assertThat(lost.lost())
                                    .isEqualTo(List.of(pmix.job().member(VICTIM))));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
        goesOn(pmix, group);
    }

    @PmixTest(ranks = 4, killed = VICTIM)
    void inAFenceOnOneNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inAFence);
    }

    @PmixTest(ranks = 3, nodes = 3, killed = VICTIM)
    void inAFenceAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inAFence);
    }

    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void inAFenceOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inAFence);
    }

    // --- in a fault-tolerant fence
    // -------------------------------------------------------------------------------------

    private static void inAFaultTolerantFence(Pmix pmix, RankContext context, Group group) throws Exception {
        if (context.rank() == VICTIM) {
            Thread.sleep(500);
            context.killSelf();
        }
        if (context.rank() == 1) {
            // Comes when the others have waited, and it is all over.
            isReduced(pmix, group);
            Thread.sleep(1500);
        }
        FenceRequest request = FenceRequest.builder()
                .group(group)
                .faultTolerant()
                .timeout(BOUND)
                .build();
        if (context.rank() == 0) {
            assertThat(pmix.fenceAsync(request)).succeedsWithin(BOUND);
        } else {
            pmix.fence(request);
        }
        goesOn(pmix, group);
    }

    @Conforms("construct-12")
    @PmixTest(ranks = 4, killed = VICTIM)
    void inAFaultTolerantFenceOnOneNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inAFaultTolerantFence);
    }

    @Conforms("construct-12")
    @PmixTest(ranks = 3, nodes = 3, killed = VICTIM)
    void inAFaultTolerantFenceAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inAFaultTolerantFence);
    }

    @Conforms("construct-12")
    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void inAFaultTolerantFenceOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inAFaultTolerantFence);
    }

    // --- in a destruct -----------------------------------------------------------------------------------------------

    private static void inADestruct(Pmix pmix, RankContext context, Group group) throws Exception {
        if (context.rank() == VICTIM) {
            Thread.sleep(500);
            context.killSelf();
        }
        if (context.rank() == 1) {
            isReduced(pmix, group);
            Thread.sleep(1500);
        }
        assertThatThrownBy(() -> group.destruct(BOUND)).isInstanceOf(PmixException.MemberLost.class);
        assertThat(group.isActive()).isFalse();
        formsAnother(pmix);
    }

    @Conforms("destruct-6")
    @PmixTest(ranks = 4, killed = VICTIM)
    void inADestructOnOneNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inADestruct);
    }

    @Conforms("destruct-6")
    @PmixTest(ranks = 3, nodes = 3, killed = VICTIM)
    void inADestructAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inADestruct);
    }

    @Conforms("destruct-6")
    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void inADestructOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        with(pmix, context, GroupFailuresIT::inADestruct);
    }

    // --- with notification -------------------------------------------------------------------------------------------

    private static void notified(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        pmix.events()
                .on(Statuses.GROUP_MEMBER_FAILED, Statuses.GROUP_MEMBERSHIP_UPDATE)
                .register(event -> {
                    seen.add(event);
                    return EventOutcome.noAction();
                });
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-notify")
                        .notifyTermination()
                        .timeout(BOUND)
                        .build());
        group.fence();
        if (context.rank() == VICTIM) {
            Thread.sleep(300);
            context.killSelf();
        }
        // The event serves in place of the error.
        group.destruct(BOUND);
        // Of the construct.
        Event made = seen.poll(10, TimeUnit.SECONDS);
        assertThat(made).isNotNull();
        assertThat(made.code()).isEqualTo(Statuses.GROUP_MEMBERSHIP_UPDATE);
        assertThat(made.detail())
                .isInstanceOfSatisfying(
                        GroupChanged.class,
                        change -> assertThat(change.members())
                                .isEqualTo(pmix.job().members()));
        for (GroupChanged.Kind kind : List.of(GroupChanged.Kind.MEMBER_FAILED, GroupChanged.Kind.MEMBERSHIP_UPDATED)) {
            Event event = seen.poll(10, TimeUnit.SECONDS);
            assertThat(event).isNotNull();
            assertThat(event.detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                assertThat(change.kind()).isEqualTo(kind);
                assertThat(change.group()).isEqualTo("it-notify");
                assertThat(change.proc()).hasValue(pmix.job().member(VICTIM));
                assertThat(change.members()).isEqualTo(survivors(pmix));
            });
        }
        assertThat(seen).isEmpty();
    }

    @Conforms({"construct-11", "destruct-7", "destruct-8"})
    @PmixTest(ranks = 4, killed = VICTIM)
    void notifiedOnOneNode(Pmix pmix, RankContext context) throws Exception {
        notified(pmix, context);
    }

    @Conforms({"construct-11", "destruct-7", "destruct-8"})
    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void notifiedOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        notified(pmix, context);
    }

    // --- before and in a construct
    // -------------------------------------------------------------------------------------

    /** From its first group on, a process is told of deaths. */
    private static void listen(Pmix pmix) {
        pmix.groups()
                .construct(Jobs.all(pmix, "it-first").timeout(BOUND).build())
                .destruct(BOUND);
    }

    private static void inAConstruct(Pmix pmix, RankContext context) throws Exception {
        listen(pmix);
        if (context.rank() == VICTIM) {
            Thread.sleep(700);
            context.killSelf();
        }
        if (context.rank() == 1) {
            // Before this one calls, the other is dead.
            Thread.sleep(1500);
        }
        long begin = System.nanoTime();
        assertThatThrownBy(() -> pmix.groups()
                        .construct(Jobs.all(pmix, "it-made").timeout(BOUND).build()))
                .isInstanceOfSatisfying(
                        PmixException.MemberLost.class,
                        lost -> assertThat(lost.lost())
                                .isEqualTo(List.of(pmix.job().member(VICTIM))));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
        formsAnother(pmix);
    }

    @PmixTest(ranks = 4, killed = VICTIM)
    void inAConstructOnOneNode(Pmix pmix, RankContext context) throws Exception {
        inAConstruct(pmix, context);
    }

    @PmixTest(ranks = 3, nodes = 3, killed = VICTIM)
    void inAConstructAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        inAConstruct(pmix, context);
    }

    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void inAConstructOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        inAConstruct(pmix, context);
    }

    private static void inAFaultTolerantConstruct(Pmix pmix, RankContext context) throws Exception {
        listen(pmix);
        if (context.rank() == VICTIM) {
            Thread.sleep(700);
            context.killSelf();
        }
        if (context.rank() == 1) {
            Thread.sleep(1500);
        }
        Group group = pmix.groups()
                .constructAsync(
                        Jobs.all(pmix, "it-made").faultTolerant().timeout(BOUND).build())
                .get(25, TimeUnit.SECONDS);
        assertThat(group.members()).isEqualTo(survivors(pmix));
        group.fence(BOUND);
        // The dead never was a member.
        group.destruct(BOUND);
        formsAnother(pmix);
    }

    @PmixTest(ranks = 4, killed = VICTIM)
    void inAFaultTolerantConstructOnOneNode(Pmix pmix, RankContext context) throws Exception {
        inAFaultTolerantConstruct(pmix, context);
    }

    @PmixTest(ranks = 3, nodes = 3, killed = VICTIM)
    void inAFaultTolerantConstructAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        inAFaultTolerantConstruct(pmix, context);
    }

    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void inAFaultTolerantConstructOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        inAFaultTolerantConstruct(pmix, context);
    }
}
