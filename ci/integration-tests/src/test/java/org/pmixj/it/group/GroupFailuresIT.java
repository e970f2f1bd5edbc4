// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * Members that die: before a construct, a fence or a destruct and while it is under way. The survivors are notified, see
 * the same membership, and go on. Each test has two deaths, one after the other: that of a rank whose node has another
 * member, and then that of a rank which is alone on its node where there are three.
 */
// Among the longest: begins first.
@Order(1)
class GroupFailuresIT {
    private static final int SHARES_ITS_NODE = 4;
    private static final int ALONE = 2;

    /** The rank that calls after the death. */
    private static final int LATE = 1;

    private interface Scenario {
        void run(Death death) throws Exception;
    }

    private static void twice(Pmix pmix, RankContext context, Scenario scenario) throws Exception {
        List<ProcId> members = pmix.job().members();
        for (int victim : new int[] {SHARES_ITS_NODE, ALONE}) {
            Death death = new Death(pmix, context, members, victim);
            scenario.run(death);
            members = death.survivors();
        }
    }

    /** One of some processes dies. */
    private record Death(Pmix pmix, RankContext context, List<ProcId> members, int victim) {
        ProcId lost() {
            return pmix.job().member(victim);
        }

        List<ProcId> survivors() {
            List<ProcId> rest = new ArrayList<>(members);
            rest.remove(lost());
            return rest;
        }

        boolean isVictim() {
            return context.rank() == victim;
        }

        boolean isLate() {
            return context.rank() == LATE;
        }

        /** A name that is not that of the other death's. */
        String named(String name) {
            return name + "-" + victim;
        }

        GroupRequest.Builder request(String id) {
            return GroupRequest.named(named(id)).members(members).timeout(LIMIT);
        }

        Group construct(String id) {
            return pmix.groups().construct(request(id).build());
        }

        /** Announces, to be called just before a call, that this process waits in it. */
        void announce(String call) {
            UnderWay.announceCall(pmix, context, named(call), call);
        }

        /** Announces that this process is in the second attempt, which is the one without the victim. */
        void announceAgain(String call) {
            UnderWay.announceSecondCall(pmix, context, named(call + "-again"), call);
        }

        /** Waits until all survivors have announced something. */
        void awaitAll(String point) throws InterruptedException {
            context.await(named(point), ranks(false));
        }

        /** Waits until all survivors but the late one have announced something. */
        void awaitOthers(String point) throws InterruptedException {
            context.await(named(point), ranks(true));
        }

        private int[] ranks(boolean withoutLate) {
            return survivors().stream()
                    .mapToInt(ProcId::rank)
                    .filter(rank -> !withoutLate || rank != LATE)
                    .toArray();
        }

        void awaitNotice() throws InterruptedException {
            Await.until("the death is known", () -> UnderWay.isKnownDead(lost()));
        }

        void isOfThis(PmixException.MemberLost failure) {
            assertThat(failure.lost()).isEqualTo(List.of(lost()));
        }

        void isReduced(Group group) throws InterruptedException {
            Await.until("the group is smaller", () -> group.size() == members.size() - 1);
            assertThat(group.members()).isEqualTo(survivors());
            assertThat(group.rank()).isEqualTo(survivors().indexOf(pmix.self()));
        }

        /** The survivors use the rest of the group, and then its id. */
        void goesOn(Group group) throws InterruptedException {
            isReduced(group);
            group.fence(CollectiveOptions.within(LIMIT));
            group.fenceAsync(CollectiveOptions.within(LIMIT)).join();
            assertThatThrownBy(() -> group.destruct(CollectiveOptions.within(LIMIT)))
                    .isInstanceOfSatisfying(PmixException.MemberLost.class, this::isOfThis);
            assertThat(group.isActive()).isFalse();
            formsAnother();
        }

        void formsAnother() throws InterruptedException {
            Await.until("the id is free", () -> pmix.groups().active().isEmpty());
            Group again = pmix.groups()
                    .construct(GroupRequest.named(named("it-fail-2"))
                            .members(survivors())
                            .timeout(LIMIT)
                            .build());
            again.fence(CollectiveOptions.within(LIMIT));
            again.destruct(CollectiveOptions.within(LIMIT));
        }
    }

    // --- before a collective -----------------------------------------------------------------------------------------

    private static void diesBeforeAFence(Death death) throws Exception {
        Group group = death.construct("it-fail");
        group.fence();
        if (death.isVictim()) {
            death.context().killSelf();
        }
        death.goesOn(group);
    }

    @Conforms({"construct-12", "destruct-6"})
    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {SHARES_ITS_NODE, ALONE})
    void beforeAFence(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, GroupFailuresIT::diesBeforeAFence);
    }

    // --- in a fence --------------------------------------------------------------------------------------------------

    private static void diesInAFence(Death death) throws Exception {
        Group group = death.construct("it-fail");
        group.fence();
        if (death.isVictim()) {
            death.awaitAll("fence");
            death.context().killSelf();
        }
        death.announce("fence");
        if (death.context().rank() == 0) {
            CompletableFuture<Void> fence = group.fenceAsync(CollectiveOptions.within(LIMIT));
            assertThat(fence)
                    .failsWithin(LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(PmixException.MemberLost.class, death::isOfThis);
        } else {
            assertThatThrownBy(() -> group.fence(CollectiveOptions.within(LIMIT)))
                    .isInstanceOfSatisfying(PmixException.MemberLost.class, death::isOfThis);
        }
        death.goesOn(group);
    }

    @Smoke
    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {SHARES_ITS_NODE, ALONE})
    void inAFence(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, GroupFailuresIT::diesInAFence);
    }

    // --- in a fault-tolerant fence -----------------------------------------------------------------------------------

    private static void diesInAFaultTolerantFence(Death death) throws Exception {
        Group group = death.construct("it-fail");
        group.fence();
        if (death.isVictim()) {
            death.awaitOthers("fence");
            death.context().killSelf();
        }
        if (death.isLate()) {
            death.isReduced(group);
            death.awaitOthers("fence-again");
        } else {
            death.announce("fence");
            death.announceAgain("fence");
        }
        FenceRequest request = FenceRequest.builder()
                .group(group)
                .faultTolerant()
                .timeout(LIMIT)
                .build();
        if (death.context().rank() == 0) {
            assertThat(death.pmix().fenceAsync(request)).succeedsWithin(LIMIT);
        } else {
            death.pmix().fence(request);
        }
        death.goesOn(group);
    }

    @Conforms("construct-12")
    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {SHARES_ITS_NODE, ALONE})
    void inAFaultTolerantFence(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, GroupFailuresIT::diesInAFaultTolerantFence);
    }

    // --- in a destruct -----------------------------------------------------------------------------------------------

    private static void diesInADestruct(Death death) throws Exception {
        Group group = death.construct("it-fail");
        group.fence();
        if (death.isVictim()) {
            death.awaitOthers("destruct");
            death.context().killSelf();
        }
        if (death.isLate()) {
            death.isReduced(group);
            death.awaitOthers("destruct-again");
        } else {
            death.announce("destruct");
            death.announceAgain("destruct");
        }
        assertThatThrownBy(() -> group.destruct(CollectiveOptions.within(LIMIT)))
                .isInstanceOf(PmixException.MemberLost.class);
        assertThat(group.isActive()).isFalse();
        death.formsAnother();
    }

    @Conforms("destruct-6")
    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {SHARES_ITS_NODE, ALONE})
    void inADestruct(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, GroupFailuresIT::diesInADestruct);
    }

    // --- with notification -------------------------------------------------------------------------------------------

    private static void diesWithNotification(Death death) throws Exception {
        try (Seen seen =
                new Seen(death.pmix().events().on(Statuses.GROUP_MEMBER_FAILED, Statuses.GROUP_MEMBERSHIP_UPDATE))) {
            Group group = death.pmix()
                    .groups()
                    .construct(death.request("it-notify").notifyTermination().build());
            group.fence();
            if (death.isVictim()) {
                death.awaitAll("destruct");
                death.context().killSelf();
            }
            death.announce("destruct");
            // The event serves in place of the error.
            group.destruct(CollectiveOptions.within(LIMIT));
            Event constructed = next(seen, group.id());
            assertThat(constructed.code()).isEqualTo(Statuses.GROUP_MEMBERSHIP_UPDATE);
            assertThat(constructed.detail())
                    .isInstanceOfSatisfying(
                            GroupChanged.class,
                            change -> assertThat(change.members()).isEqualTo(death.members()));
            for (GroupChanged.Kind kind :
                    List.of(GroupChanged.Kind.MEMBER_FAILED, GroupChanged.Kind.MEMBERSHIP_UPDATED)) {
                assertThat(next(seen, group.id()).detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                    assertThat(change.kind()).isEqualTo(kind);
                    assertThat(change.group()).isEqualTo(group.id());
                    assertThat(change.proc()).hasValue(death.lost());
                    assertThat(change.members()).isEqualTo(death.survivors());
                });
            }
            assertThat(seen.events).noneMatch(event -> isOf(event, group.id()));
        }
    }

    /** The next event of a group. That of the first death has ended, but may notify the second one too. */
    private static Event next(Seen seen, String group) throws InterruptedException {
        Event event;
        do {
            event = Await.next(seen.events);
        } while (!isOf(event, group));
        return event;
    }

    private static boolean isOf(Event event, String group) {
        return event.detail() instanceof GroupChanged change && change.group().equals(group);
    }

    @Conforms({"construct-11", "destruct-7", "destruct-8"})
    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {SHARES_ITS_NODE, ALONE})
    void notified(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, GroupFailuresIT::diesWithNotification);
    }

    // --- before and in a construct -----------------------------------------------------------------------------------

    /** From its first group on, a process is notified of deaths. The late one calls when it was notified. */
    private static void diesInAConstruct(Death death) throws Exception {
        death.construct("it-first").destruct(CollectiveOptions.within(LIMIT));
        if (death.isVictim()) {
            death.awaitOthers("construct");
            death.context().killSelf();
        }
        if (death.isLate()) {
            death.awaitNotice();
        } else {
            death.announce("construct");
        }
    }

    private static void isLostInAConstruct(Death death) throws Exception {
        diesInAConstruct(death);
        assertThatThrownBy(() -> death.construct("it-made"))
                .isInstanceOfSatisfying(PmixException.MemberLost.class, death::isOfThis);
        death.formsAnother();
    }

    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {SHARES_ITS_NODE, ALONE})
    void inAConstruct(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, GroupFailuresIT::isLostInAConstruct);
    }

    private static void isLeftOutOfAConstruct(Death death) throws Exception {
        diesInAConstruct(death);
        Group group = Await.result(death.pmix()
                .groups()
                .constructAsync(death.request("it-made").faultTolerant().build()));
        assertThat(group.members()).isEqualTo(death.survivors());
        group.fence(CollectiveOptions.within(LIMIT));
        // The dead one was never a member.
        group.destruct(CollectiveOptions.within(LIMIT));
        death.formsAnother();
    }

    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {SHARES_ITS_NODE, ALONE})
    void inAFaultTolerantConstruct(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, GroupFailuresIT::isLeftOutOfAConstruct);
    }
}
