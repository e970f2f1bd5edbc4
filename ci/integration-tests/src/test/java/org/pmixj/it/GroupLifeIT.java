// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
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
import org.pmixj.group.GroupEvent;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * The life of a group: its events, and members that leave. Each on one node, on three with the last rank alone on its
 * node, and on three where its node has another member.
 */
class GroupLifeIT {
    private static final Duration BOUND = Duration.ofSeconds(15);
    /** Well below the bound: what comes in this time does not come because time ran out. */
    private static final Duration PROMPT = Duration.ofSeconds(9);

    private static Group all(Pmix pmix, String id) {
        return pmix.groups().construct(Jobs.all(pmix, id).timeout(BOUND).build());
    }

    private static ProcId last(Pmix pmix) {
        return pmix.job().members().getLast();
    }

    private static boolean isLast(Pmix pmix) {
        return pmix.self().equals(last(pmix));
    }

    private static List<ProcId> rest(Pmix pmix) {
        return pmix.job().members().subList(0, pmix.job().size() - 1);
    }

    private static void awaitRest(Pmix pmix, Group group) throws InterruptedException {
        Jobs.await("the last rank has gone", () -> group.size() == pmix.job().size() - 1);
        assertThat(group.members()).isEqualTo(rest(pmix));
        assertThat(group.rank()).isEqualTo(pmix.self().rank());
    }

    /** Those who remain use the group, end it, and make another of the same id. */
    private static void goOn(Pmix pmix, Group group) {
        group.fence(BOUND);
        assertThat(group.fenceAsync(BOUND)).succeedsWithin(BOUND);
        group.destruct(BOUND);
        assertThat(group.state()).isEqualTo(Group.State.DESTRUCTED);
        Group again = pmix.groups()
                .construct(GroupRequest.named(group.id())
                        .members(rest(pmix))
                        .timeout(BOUND)
                        .build());
        again.fence(BOUND);
        again.destruct(BOUND);
    }

    // --- events ------------------------------------------------------------------------------------------------------

    private static void listeners(Pmix pmix, RankContext context) throws Exception {
        Group group = all(pmix, "it-events");
        assertThat(group.state()).isEqualTo(Group.State.ACTIVE);
        assertThat(group.leader()).isEmpty();
        int size = pmix.job().size();
        ProcId victim = pmix.job().member(size - 2);
        BlockingQueue<GroupEvent> seen = new LinkedBlockingQueue<>();
        List<GroupEvent> none = new ArrayList<>();
        CountDownLatch slow = new CountDownLatch(1);
        BlockingQueue<GroupEvent> slowly = new LinkedBlockingQueue<>();
        Group.Subscription ended = group.onChange(none::add);
        ended.close();
        ended.close();
        group.onChange(event -> {
            throw new IllegalStateException("a listener of the test");
        });
        group.onChange(event -> {
            // Holds up its own events alone, and may use PMIx.
            try {
                slow.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            slowly.add(event);
        });
        group.onChange(event -> {
            assertThat(group.members().size())
                    .isLessThanOrEqualTo(event.members().size());
            pmix.job().hostname(0);
            seen.add(event);
        });
        group.fence(BOUND);
        if (isLast(pmix)) {
            group.close();
            assertThat(group.state()).isEqualTo(Group.State.LEFT);
            assertThatIllegalStateException().isThrownBy(() -> group.onChange(seen::add));
            // Stays, so that it is a departure and no end.
            pmix.fence(FenceRequest.builder()
                    .members(List.of(pmix.job().member(0), last(pmix)))
                    .timeout(BOUND)
                    .build());
            assertThat(seen).isEmpty();
            return;
        }
        Members afterLeave = Members.of(rest(pmix));
        assertThat(seen.poll(10, TimeUnit.SECONDS))
                .isEqualTo(new GroupEvent.MemberLeft("it-events", last(pmix), afterLeave));
        assertThat(seen.poll(10, TimeUnit.SECONDS))
                .isEqualTo(new GroupEvent.MembershipUpdated("it-events", afterLeave));
        group.fence(BOUND);
        if (pmix.self().equals(victim)) {
            context.killSelf();
        }
        Members afterDeath = afterLeave.difference(List.of(victim));
        assertThat(seen.poll(10, TimeUnit.SECONDS))
                .isEqualTo(new GroupEvent.MemberFailed("it-events", victim, afterDeath));
        assertThat(seen.poll(10, TimeUnit.SECONDS))
                .isEqualTo(new GroupEvent.MembershipUpdated("it-events", afterDeath));
        assertThatThrownBy(() -> group.destruct(BOUND)).isInstanceOf(PmixException.MemberLost.class);
        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo(new GroupEvent.Destructed("it-events", afterDeath));
        slow.countDown();
        Jobs.await("the slow one has caught up", () -> slowly.size() == 5);
        assertThat(slowly.stream().map(GroupEvent::members))
                .containsExactly(afterLeave, afterLeave, afterDeath, afterDeath, afterDeath);
        assertThat(none).isEmpty();
        assertThat(seen).isEmpty();
        if (pmix.self().rank() == 0) {
            pmix.fence(FenceRequest.builder()
                    .members(List.of(pmix.self(), last(pmix)))
                    .timeout(BOUND)
                    .build());
        }
    }

    @Conforms("groups-10")
    @PmixTest(ranks = 4, killed = 2)
    void listenersOnOneNode(Pmix pmix, RankContext context) throws Exception {
        listeners(pmix, context);
    }

    @Conforms("groups-10")
    @PmixTest(ranks = 3, nodes = 3, killed = 1)
    void listenersEachAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        listeners(pmix, context);
    }

    @Conforms("groups-10")
    @PmixTest(ranks = 6, nodes = 3, killed = 4)
    void listenersOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        listeners(pmix, context);
    }

    // "each group member will (if registered) receive a PMIX_GROUP_MEMBERSHIP_UPDATE event updating the group
    // membership"
    private static void membershipUpdate(Pmix pmix) throws Exception {
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        pmix.events().on(Statuses.GROUP_MEMBERSHIP_UPDATE).register(event -> {
            seen.add(event);
            return EventOutcome.noAction();
        });
        Group group = all(pmix, "it-update");
        Event event = seen.poll(10, TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        assertThat(event.detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
            assertThat(change.kind()).isEqualTo(GroupChanged.Kind.MEMBERSHIP_UPDATED);
            assertThat(change.group()).isEqualTo("it-update");
            assertThat(change.members()).isEqualTo(group.members());
            assertThat(change.proc()).isEmpty();
        });
        group.destruct(BOUND);
        assertThat(seen).isEmpty();
    }

    @Conforms("construct-18")
    @PmixTest(ranks = 3)
    void membershipUpdateOnOneNode(Pmix pmix) throws Exception {
        membershipUpdate(pmix);
    }

    @Conforms("construct-18")
    @PmixTest(ranks = 3, nodes = 3)
    void membershipUpdateOnThreeNodes(Pmix pmix) throws Exception {
        membershipUpdate(pmix);
    }

    // --- leave -------------------------------------------------------------------------------------------------------

    // "Other members are notified via the PMIX_GROUP_LEFT event … This leaves the remaining members free to continue
    // group operations."
    private static void leave(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-leave");
        group.fence(BOUND);
        if (isLast(pmix)) {
            group.close();
            assertThatIllegalStateException().isThrownBy(group::fence);
            assertThat(pmix.groups().active()).isEmpty();
        } else {
            awaitRest(pmix, group);
            goOn(pmix, group);
        }
        pmix.fence();
    }

    @Conforms({"groups-9", "groups-10", "groups-11", "groups-13", "leave-1", "leave-5"})
    @PmixTest(ranks = 4)
    void leaveOnOneNode(Pmix pmix) throws Exception {
        leave(pmix);
    }

    @Conforms({"groups-9", "groups-10", "groups-11", "groups-13", "leave-1", "leave-5"})
    @PmixTest(ranks = 3, nodes = 3)
    void leaveAloneOnItsNode(Pmix pmix) throws Exception {
        leave(pmix);
    }

    @Conforms({"groups-9", "groups-10", "groups-11", "groups-13", "leave-1", "leave-5"})
    @PmixTest(ranks = 6, nodes = 3)
    void leaveOnThreeNodes(Pmix pmix) throws Exception {
        leave(pmix);
    }

    // "All PMIx-based collectives such as PMIx_Fence in action across the group will automatically be adjusted if the
    // collective was called with the PMIX_GROUP_FT_COLLECTIVE attribute (default is false) - otherwise, the standard
    // error return behavior for that collective will be executed."
    private static void leaveDuringAFence(Pmix pmix, boolean faultTolerant) throws Exception {
        Group group = all(pmix, "it-leave");
        group.fence(BOUND);
        if (isLast(pmix)) {
            Thread.sleep(500);
            group.close();
        } else {
            if (faultTolerant && pmix.self().rank() == 1) {
                awaitRest(pmix, group);
                Thread.sleep(1500);
            }
            FenceRequest.Builder request = FenceRequest.builder().group(group).timeout(BOUND);
            long begin = System.nanoTime();
            CompletableFuture<Void> fence =
                    pmix.fenceAsync(faultTolerant ? request.faultTolerant().build() : request.build());
            if (faultTolerant) {
                assertThat(fence).succeedsWithin(PROMPT);
            } else {
                assertThat(fence)
                        .failsWithin(PROMPT)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(
                                PmixException.MemberLost.class,
                                lost -> assertThat(lost.lost()).containsExactly(last(pmix)));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
            awaitRest(pmix, group);
            goOn(pmix, group);
        }
        pmix.fence();
    }

    @Conforms("leave-4")
    @PmixTest(ranks = 4)
    void leaveDuringAFenceOnOneNode(Pmix pmix) throws Exception {
        leaveDuringAFence(pmix, false);
    }

    @Conforms("leave-4")
    @PmixTest(ranks = 3, nodes = 3)
    void leaveDuringAFenceAloneOnItsNode(Pmix pmix) throws Exception {
        leaveDuringAFence(pmix, false);
    }

    @Conforms("leave-4")
    @PmixTest(ranks = 6, nodes = 3)
    void leaveDuringAFenceOnThreeNodes(Pmix pmix) throws Exception {
        leaveDuringAFence(pmix, false);
    }

    @Conforms("leave-3")
    @PmixTest(ranks = 4)
    void leaveDuringAFaultTolerantFenceOnOneNode(Pmix pmix) throws Exception {
        leaveDuringAFence(pmix, true);
    }

    @Conforms("leave-3")
    @PmixTest(ranks = 3, nodes = 3)
    void leaveDuringAFaultTolerantFenceAloneOnItsNode(Pmix pmix) throws Exception {
        leaveDuringAFence(pmix, true);
    }

    @Conforms("leave-3")
    @PmixTest(ranks = 6, nodes = 3)
    void leaveDuringAFaultTolerantFenceOnThreeNodes(Pmix pmix) throws Exception {
        leaveDuringAFence(pmix, true);
    }

    /** The server still has a fence that was given up, and knows the next of the same processes for the same one. */
    private static void afterAFenceThatWasGivenUp(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-given-up");
        group.fence(BOUND);
        if (isLast(pmix)) {
            Thread.sleep(500);
            group.close();
        } else {
            assertThatThrownBy(() -> group.fence(BOUND)).isInstanceOf(PmixException.MemberLost.class);
            group.destruct(BOUND);
        }
        long begin = System.nanoTime();
        Group next = all(pmix, "it-given-up-next");
        for (int i = 0; i < 5; i++) {
            next.fence(BOUND);
        }
        next.destruct(BOUND);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
        pmix.fence();
    }

    @PmixTest(ranks = 4)
    void afterAFenceThatWasGivenUpOnOneNode(Pmix pmix) throws Exception {
        afterAFenceThatWasGivenUp(pmix);
    }

    @PmixTest(ranks = 3, nodes = 3)
    void afterAFenceThatWasGivenUpOnThreeNodes(Pmix pmix) throws Exception {
        afterAFenceThatWasGivenUp(pmix);
    }

    /** One that leaves while it waits itself is told so. */
    private static void leaveInOwnFence(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-own");
        if (isLast(pmix)) {
            CompletableFuture<Void> fence = group.fenceAsync(BOUND);
            group.close();
            assertThat(fence)
                    .failsWithin(PROMPT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            lost -> assertThat(lost.lost()).containsExactly(pmix.self()));
        } else {
            awaitRest(pmix, group);
            goOn(pmix, group);
        }
        pmix.fence();
    }

    @PmixTest(ranks = 4)
    void leaveInOwnFenceOnOneNode(Pmix pmix) throws Exception {
        leaveInOwnFence(pmix);
    }

    @PmixTest(ranks = 3, nodes = 3)
    void leaveInOwnFenceOnThreeNodes(Pmix pmix) throws Exception {
        leaveInOwnFence(pmix);
    }

    /** Those who are left have all called: to them the destruct is a success, whenever they called. */
    private static void leaveDuringADestruct(Pmix pmix) throws Exception {
        // About a second later the others meet without libpmix.
        for (int late : new int[] {0, 300, 1060, 1100, 1140, 1500}) {
            Group group = all(pmix, "it-destruct-" + late);
            pmix.fence();
            if (isLast(pmix)) {
                Thread.sleep(100);
                group.close();
            } else {
                if (pmix.self().rank() == 1) {
                    Thread.sleep(late);
                }
                long begin = System.nanoTime();
                if (pmix.self().rank() == 0) {
                    assertThat(group.destructAsync(BOUND)).succeedsWithin(BOUND);
                } else {
                    group.destruct(BOUND);
                }
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
                assertThat(group.state()).isEqualTo(Group.State.DESTRUCTED);
            }
            pmix.fence();
        }
    }

    @PmixTest(ranks = 4)
    void leaveDuringADestructOnOneNode(Pmix pmix) throws Exception {
        leaveDuringADestruct(pmix);
    }

    @PmixTest(ranks = 3, nodes = 3)
    void leaveDuringADestructAloneOnItsNode(Pmix pmix) throws Exception {
        leaveDuringADestruct(pmix);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void leaveDuringADestructOnThreeNodes(Pmix pmix) throws Exception {
        leaveDuringADestruct(pmix);
    }

    /** The last one has nobody left to tell. */
    private static void allLeave(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-all-leave");
        Jobs.await(
                "those of higher ranks have left",
                () -> group.size() == pmix.self().rank() + 1);
        group.close();
        group.close();
        assertThat(pmix.groups().active()).isEmpty();
        pmix.fence();
    }

    @PmixTest(ranks = 4)
    void allLeaveOnOneNode(Pmix pmix) throws Exception {
        allLeave(pmix);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void allLeaveOnThreeNodes(Pmix pmix) throws Exception {
        allLeave(pmix);
    }

    /** The departure of one who leaves at once may arrive before the answer to the construct of another. */
    private static void leaveAtOnce(Pmix pmix) throws Exception {
        for (int i = 0; i < 30; i++) {
            Group group = all(pmix, "it-at-once-" + i);
            if (pmix.self().rank() == i % pmix.job().size()) {
                group.close();
            } else {
                Jobs.await("one has left", () -> group.size() == pmix.job().size() - 1);
                group.destruct(BOUND);
            }
        }
        pmix.fence();
    }

    @PmixTest(ranks = 4)
    void leaveAtOnceOnOneNode(Pmix pmix) throws Exception {
        leaveAtOnce(pmix);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void leaveAtOnceOnThreeNodes(Pmix pmix) throws Exception {
        leaveAtOnce(pmix);
    }

    /** What members of an earlier group of the same id sent does not shrink the next. */
    private static void leaveAndMakeAgain(Pmix pmix) {
        for (int i = 0; i < 15; i++) {
            Group group = all(pmix, "it-again");
            assertThat(group.members()).isEqualTo(pmix.job().members());
            group.fence(BOUND);
            assertThat(group.size()).isEqualTo(pmix.job().size());
            // Nobody leaves before all have seen it.
            pmix.fence();
            if (i % 5 == 4) {
                group.destruct(BOUND);
            } else {
                group.close();
            }
        }
        pmix.fence();
    }

    @PmixTest(ranks = 4)
    void leaveAndMakeAgainOnOneNode(Pmix pmix) {
        leaveAndMakeAgain(pmix);
    }

    @PmixTest(ranks = 6, nodes = 3)
    void leaveAndMakeAgainOnThreeNodes(Pmix pmix) {
        leaveAndMakeAgain(pmix);
    }

    // "Processes in a group under construction are not allowed to leave the group until group construction is
    // complete."
    private static void leaveWhileUnderConstruction(Pmix pmix) throws Exception {
        if (isLast(pmix)) {
            Thread.sleep(1000);
            all(pmix, "it-pending").fence(BOUND);
        } else {
            CompletableFuture<Group> pending = pmix.groups()
                    .constructAsync(Jobs.all(pmix, "it-pending").timeout(BOUND).build());
            // There is nothing yet that could be left.
            assertThat(pmix.groups().active()).isEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> all(pmix, "it-pending"))
                    .withMessageContaining("is constructing");
            pending.get(15, TimeUnit.SECONDS).fence(BOUND);
        }
        pmix.fence();
    }

    @Conforms("construct-19")
    @PmixTest(ranks = 3)
    void leaveWhileUnderConstructionOnOneNode(Pmix pmix) throws Exception {
        leaveWhileUnderConstruction(pmix);
    }

    @Conforms("construct-19")
    @PmixTest(ranks = 3, nodes = 3)
    void leaveWhileUnderConstructionOnThreeNodes(Pmix pmix) throws Exception {
        leaveWhileUnderConstruction(pmix);
    }

    // --- close -------------------------------------------------------------------------------------------------------

    /** The end of the session leaves what is open. */
    private static void endOfTheSession(RankContext context) throws Exception {
        boolean goes = context.rank() == context.size() - 1;
        List<Group> groups = new ArrayList<>();
        long begin;
        try (Pmix pmix = Pmix.init()) {
            for (int i = 0; i < 100; i++) {
                groups.add(all(pmix, "it-open-" + i));
            }
            if (!goes) {
                for (Group group : groups) {
                    awaitRest(pmix, group);
                }
                for (Group group : groups) {
                    group.destruct(BOUND);
                }
            }
            begin = System.nanoTime();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(BOUND);
        assertThat(groups.getLast().state()).isEqualTo(goes ? Group.State.LEFT : Group.State.DESTRUCTED);
    }

    @PmixTest(ranks = 3)
    void endOfTheSessionOnOneNode(RankContext context) throws Exception {
        endOfTheSession(context);
    }

    @PmixTest(ranks = 3, nodes = 3)
    void endOfTheSessionOnThreeNodes(RankContext context) throws Exception {
        endOfTheSession(context);
    }
}
