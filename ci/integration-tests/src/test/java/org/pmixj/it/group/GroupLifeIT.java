// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Info;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * The life of a group: its events, and members that leave. Where one member leaves, it is first a rank whose node has
 * another member, and then one that is alone on its node where there are three.
 */
// Among the longest: begins first.
@Order(1)
class GroupLifeIT {
    private static final int SHARES_ITS_NODE = 3;
    private static final int ALONE = 2;

    private static void twice(Pmix pmix, RankContext context, String name, Departure.Scenario scenario)
            throws Exception {
        for (int leaver : new int[] {SHARES_ITS_NODE, ALONE}) {
            scenario.run(new Departure(pmix, context, name, pmix.job().members(), leaver));
            pmix.fence();
        }
    }

    /** Those who remain use the group, end it, and construct another of the same id. */
    private static void goOn(Departure departure, Group group) throws InterruptedException {
        departure.awaitRest(group);
        group.fence();
        assertThat(group.fenceAsync()).succeedsWithin(LIMIT);
        group.destruct();
        assertThat(group.state()).isEqualTo(Group.State.DESTRUCTED);
        departure.useRest(group.id());
    }

    private static Group all(Pmix pmix, String id) {
        return pmix.groups().construct(Jobs.all(pmix, id).build());
    }

    // --- events ------------------------------------------------------------------------------------------------------

    /** Rank 3 leaves, and then rank 2 dies. */
    @Tag("row:groups-10")
    @PmixTest(ranks = 4, nodes = 3, killed = ALONE)
    void listeners(Pmix pmix, RankContext context) throws Exception {
        Group group = all(pmix, "it-events");
        assertThat(group.state()).isEqualTo(Group.State.ACTIVE);
        assertThat(group.leader()).isEmpty();
        ProcId leaver = pmix.job().member(SHARES_ITS_NODE);
        ProcId victim = pmix.job().member(ALONE);
        List<ProcId> firstAndLeaver = List.of(pmix.job().member(0), leaver);
        BlockingQueue<GroupEvent> seen = new LinkedBlockingQueue<>();
        List<GroupEvent> none = new ArrayList<>();
        CountDownLatch slow = new CountDownLatch(1);
        BlockingQueue<GroupEvent> slowly = new LinkedBlockingQueue<>();
        Registration ended = group.onChange(none::add);
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
        group.fence();
        assertThat(group.awaitSize(4, LIMIT)).isEqualTo(group.members());
        assertThatExceptionOfType(PmixException.Timeout.class)
                .isThrownBy(() -> group.awaitSize(3, Duration.ofMillis(50)))
                .withMessageContaining("awaitSize of group 'it-events' timed out after 50 ms");
        assertThatIllegalArgumentException().isThrownBy(() -> group.awaitSize(0, LIMIT));
        assertThatIllegalArgumentException().isThrownBy(() -> group.awaitSize(1, Duration.ZERO));
        group.fence();
        if (pmix.self().equals(leaver)) {
            Thread waiter = Thread.currentThread();
            CompletableFuture<?> leave = CompletableFuture.runAsync(() -> {
                Await.awaitOrInterrupt(
                        () -> Await.until("it waits", () -> waiter.getState() == Thread.State.TIMED_WAITING));
                group.close();
            });
            assertThatIllegalStateException()
                    .isThrownBy(() -> group.awaitSize(1, LIMIT))
                    .withMessageContaining("no longer a member");
            Await.result(leave);
            assertThat(group.state()).isEqualTo(Group.State.LEFT);
            assertThatIllegalStateException().isThrownBy(() -> group.onChange(seen::add));
            // Stays, so that it is a departure and no end.
            pmix.fence(FenceRequest.of(firstAndLeaver));
            assertThat(seen).isEmpty();
            return;
        }
        Members afterLeave = Members.of(pmix.job().members()).difference(List.of(leaver));
        assertThat(group.awaitSize(3, LIMIT)).isEqualTo(afterLeave);
        assertThat(Await.next(seen)).isEqualTo(new GroupEvent.MemberLeft("it-events", leaver, afterLeave));
        assertThat(Await.next(seen)).isEqualTo(new GroupEvent.MembershipUpdated("it-events", afterLeave));
        group.fence();
        if (pmix.self().equals(victim)) {
            context.killSelf();
        }
        Members afterDeath = afterLeave.difference(List.of(victim));
        assertThat(group.awaitSize(2, LIMIT)).isEqualTo(afterDeath);
        assertThat(Await.next(seen)).isEqualTo(new GroupEvent.MemberFailed("it-events", victim, afterDeath));
        assertThat(Await.next(seen)).isEqualTo(new GroupEvent.MembershipUpdated("it-events", afterDeath));
        assertThatThrownBy(group::destruct).isInstanceOf(PmixException.MemberLost.class);
        assertThat(Await.next(seen)).isEqualTo(new GroupEvent.Destructed("it-events", afterDeath));
        slow.countDown();
        Await.until("the slow one has caught up", () -> slowly.size() == 5);
        assertThat(slowly.stream().map(GroupEvent::members))
                .containsExactly(afterLeave, afterLeave, afterDeath, afterDeath, afterDeath);
        assertThat(none).isEmpty();
        assertThat(seen).isEmpty();
        if (context.rank() == 0) {
            pmix.fence(FenceRequest.of(firstAndLeaver));
        }
    }

    // --- construct ---------------------------------------------------------------------------------------------------

    // "each group member will (if registered) receive a PMIX_GROUP_MEMBERSHIP_UPDATE event updating the group
    // membership"
    private static void membershipUpdate(Pmix pmix) throws Exception {
        try (Seen seen = new Seen(pmix.events().on(Statuses.GROUP_MEMBERSHIP_UPDATE))) {
            Group group = all(pmix, "it-update");
            Event event = Await.next(seen.events);
            assertThat(event).isNotNull();
            assertThat(event.detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                assertThat(change.kind()).isEqualTo(GroupChanged.Kind.MEMBERSHIP_UPDATED);
                assertThat(change.group()).isEqualTo("it-update");
                assertThat(change.members()).isEqualTo(group.members());
                assertThat(change.proc()).isEmpty();
            });
            group.destruct();
            assertThat(seen.events).isEmpty();
        }
    }

    // The leaders know of each other no more than that there are two, and the third process is added: the membership is
    // a change for each of them.
    private static void membershipUpdateOfLeadersAndAdded(Pmix pmix) throws Exception {
        ProcId added = pmix.job().member(2);
        GroupRequest.Builder request = pmix.self().equals(added)
                ? GroupRequest.added("it-update-added")
                : GroupRequest.named("it-update-added").bootstrap(2).addMembers(added);
        try (Seen seen = new Seen(pmix.events().on(Statuses.GROUP_MEMBERSHIP_UPDATE))) {
            Group group = pmix.groups().construct(request.build());
            assertThat(group.members())
                    .containsExactlyInAnyOrderElementsOf(pmix.job().members());
            GroupChanged change = (GroupChanged) seen.next().detail();
            assertThat(change.group()).isEqualTo("it-update-added");
            assertThat(change.members()).isEqualTo(group.members());
            group.destruct();
            assertThat(seen.events).isEmpty();
        }
    }

    // "Processes in a group under construction are not allowed to leave the group until group construction is
    // complete."
    private static void leaveWhileUnderConstruction(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 2) {
            context.await("looked");
            all(pmix, "it-pending").fence();
        } else {
            CompletableFuture<Group> pending =
                    pmix.groups().constructAsync(Jobs.all(pmix, "it-pending").build());
            // There is nothing yet that could be left.
            assertThat(pmix.groups().active()).isEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> all(pmix, "it-pending"))
                    .withMessageContaining("is constructing");
            context.reached("looked");
            Await.result(pending).fence();
        }
        pmix.fence();
    }

    @Tag("row:construct-18")
    @Tag("row:construct-19")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void construct(Pmix pmix, RankContext context) throws Exception {
        membershipUpdate(pmix);
        membershipUpdateOfLeadersAndAdded(pmix);
        leaveWhileUnderConstruction(pmix, context);
    }

    // --- leave -------------------------------------------------------------------------------------------------------

    // "Other members are notified via the PMIX_GROUP_LEFT event … This leaves the remaining members free to continue
    // group operations."
    private static void leave(Departure departure) throws Exception {
        Group group = departure.construct();
        group.fence();
        if (departure.isLeaver()) {
            group.leave();
            group.close();
            assertThat(group.state()).isEqualTo(Group.State.LEFT);
            assertThatIllegalStateException().isThrownBy(group::fence);
            assertThatIllegalStateException().isThrownBy(group::leave);
            assertThatIllegalStateException().isThrownBy(group::leaveAsync);
            assertThat(departure.pmix().groups().active()).isEmpty();
        } else {
            goOn(departure, group);
        }
    }

    /** A member that leaves while its own call waits gets an exception that says so. */
    private static void leaveInOwnFence(Departure departure) throws Exception {
        Group group = departure.construct();
        if (departure.isLeaver()) {
            CompletableFuture<Void> fence = group.fenceAsync();
            UnderWay.awaitCall(departure.pmix(), "fence");
            group.close();
            departure.assertFails(fence);
        } else {
            goOn(departure, group);
        }
        meetAgain(departure, 1);
    }

    /**
     * Constructs another group of all members, and fences in it. A fence that was given up counts at the server for the
     * next one of the same members, which all call here.
     */
    private static void meetAgain(Departure departure, int fences) {
        Group next = all(departure.pmix(), departure.id() + "-next");
        for (int i = 0; i < fences; i++) {
            next.fence();
        }
        next.destruct();
    }

    /** The last member has nobody left to notify. */
    private static void allLeave(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-all-leave");
        Await.until(
                "those of higher ranks have left",
                () -> group.size() == pmix.self().rank() + 1);
        group.close();
        group.close();
        assertThat(pmix.groups().active()).isEmpty();
        pmix.fence();
    }

    @Smoke
    @Tag("row:groups-9")
    @Tag("row:groups-10")
    @Tag("row:groups-11")
    @Tag("row:groups-13")
    @Tag("row:leave-1")
    @Tag("row:leave-5")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void leave(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, "it-leave", GroupLifeIT::leave);
        twice(pmix, context, "it-own", GroupLifeIT::leaveInOwnFence);
        allLeave(pmix);
    }

    // "All PMIx-based collectives such as PMIx_Fence in action across the group will automatically be adjusted if the
    // collective was called with the PMIX_GROUP_FT_COLLECTIVE attribute (default is false) - otherwise, the standard
    // error return behavior for that collective will be executed."
    private static void leaveDuringAFence(Departure departure) throws Exception {
        Group group = departure.construct();
        group.fence();
        if (departure.isLeaver()) {
            departure.await("fence");
            group.close();
        } else {
            departure.announce("fence");
            departure.assertFails(departure.pmix().fenceAsync(FenceRequest.of(group)));
            goOn(departure, group);
        }
    }

    /** The server still has a fence that was given up, and knows the next of the same processes for the same one. */
    private static void afterAFenceThatWasGivenUp(Departure departure) throws Exception {
        Group group = departure.construct();
        group.fence();
        if (departure.isLeaver()) {
            departure.await("fence");
            group.close();
        } else {
            departure.announce("fence");
            assertThatThrownBy(group::fence).isInstanceOf(PmixException.MemberLost.class);
            group.destruct();
        }
        meetAgain(departure, 5);
    }

    @Tag("row:leave-4")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void leaveDuringAFence(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, "it-fence", GroupLifeIT::leaveDuringAFence);
        twice(pmix, context, "it-given-up", GroupLifeIT::afterAFenceThatWasGivenUp);
    }

    private static void leaveDuringAFaultTolerantFence(Departure departure) throws Exception {
        Group group = departure.construct();
        group.fence();
        if (departure.isLeaver()) {
            departure.await("fence", Departure.LATE);
            group.close();
            return;
        }
        departure.callLate(group, "fence");
        FenceRequest request = FenceRequest.of(group).withFaultTolerance();
        assertThat(departure.pmix().fenceAsync(request)).succeedsWithin(LIMIT);
        goOn(departure, group);
    }

    @Tag("row:leave-3")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void leaveDuringAFaultTolerantFence(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, "it-tolerant", GroupLifeIT::leaveDuringAFaultTolerantFence);
    }

    /** When the late one calls the destruct. */
    private enum Moment {
        /** Together with the others, before one leaves. */
        BEFORE,
        /** When it was notified that one has left. */
        NOTIFIED,
        /** About when the others stop waiting for libpmix. */
        DURING,
        /** When the others meet without libpmix. */
        AFTER
    }

    /** Those who are left have all called: to them the destruct is a success, whenever they called. */
    private static void leaveDuringADestruct(Departure departure, Moment moment, int late) throws Exception {
        Group group = departure.construct();
        departure.pmix().fence();
        if (departure.isLeaver()) {
            if (moment == Moment.BEFORE) {
                departure.await("destruct");
            } else {
                departure.await("destruct", Departure.LATE);
            }
            group.close();
        } else {
            if (!departure.isLate() || moment == Moment.BEFORE) {
                if (moment == Moment.AFTER) {
                    departure.announceBoth("destruct");
                } else {
                    departure.announce("destruct");
                }
            } else {
                departure.awaitRest(group);
                if (moment == Moment.AFTER) {
                    departure.awaitSecond("destruct");
                }
                // Before or after the others, which must make no difference.
                Thread.sleep(late);
            }
            if (departure.context().rank() == 0) {
                assertThat(group.destructAsync()).succeedsWithin(LIMIT);
            } else {
                group.destruct();
            }
            assertThat(group.state()).isEqualTo(Group.State.DESTRUCTED);
        }
        // At once, whether libpmix has answered or not, and also with the one that left.
        if (!departure.isLeaver()) {
            departure.useRest(departure.id());
        }
        departure.pmix().fence();
        Jobs.useGroup(departure.pmix(), departure.id(), departure.members());
    }

    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void leaveDuringADestruct(Pmix pmix, RankContext context) throws Exception {
        twice(pmix, context, "it-before", departure -> leaveDuringADestruct(departure, Moment.BEFORE, 0));
        twice(pmix, context, "it-notified", departure -> leaveDuringADestruct(departure, Moment.NOTIFIED, 0));
        for (int late : new int[] {280, 320}) {
            twice(pmix, context, "it-" + late, departure -> leaveDuringADestruct(departure, Moment.DURING, late));
        }
        twice(pmix, context, "it-after", departure -> leaveDuringADestruct(departure, Moment.AFTER, 0));
    }

    /** Rank 0 alone knows that libpmix may still have the id. Rank 1 has called before, the others call later. */
    private static void oneAvoidsTheId(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == 0) {
            context.await("early", 1);
            GroupTable.of(Session.current()).method.spend("it-avoided", LIMIT.toNanos());
            UnderWay.announceCall(pmix, context, "avoids", "construct");
        } else if (context.rank() == 1) {
            UnderWay.announceCall(pmix, context, "early", "construct");
        } else {
            context.await("avoids", 0);
        }
        Group group = all(pmix, "it-avoided");
        group.fence();
        // The last one waits for nobody, and all can use the id again.
        group.leave();
        pmix.fence();
        Jobs.useGroup(pmix, "it-avoided", pmix.job().members());
        pmix.fence();
    }

    /** Rank 3 constructs a group alone whose id libpmix of its node may still have, before it is notified of that. */
    private static void oneIsAlone(Pmix pmix, RankContext context) throws Exception {
        Members pair = Members.of(pmix.job().members()).include(0, 1);
        for (int i = 0; i < 30; i++) {
            String id = "it-alone-" + i;
            if (context.rank() < 2) {
                Group group = pmix.groups()
                        .construct(GroupRequest.named(id).members(pair).build());
                if (context.rank() == 0) {
                    group.destruct();
                    context.reached("ended " + i);
                } else {
                    group.leave();
                }
            } else if (context.rank() == 3) {
                context.await("ended " + i, 0);
                Jobs.useGroup(pmix, id, List.of(pmix.self()));
            }
            pmix.fence();
        }
    }

    /** The departure of one who leaves at once may arrive before the answer to the construct of another. */
    private static void leaveAtOnce(Pmix pmix) throws Exception {
        for (int i = 0; i < 30; i++) {
            Group group = all(pmix, "it-at-once-" + i);
            if (pmix.self().rank() == i % pmix.job().size()) {
                group.close();
            } else {
                Await.until("one has left", () -> group.size() == pmix.job().size() - 1);
                group.destruct();
            }
        }
        pmix.fence();
    }

    /** Events that members of an earlier group of the same id sent do not shrink the next. */
    private static void leaveAndConstructAgain(Pmix pmix) {
        for (int i = 0; i < 15; i++) {
            Group group = all(pmix, "it-again");
            assertThat(group.members()).isEqualTo(pmix.job().members());
            group.fence();
            assertThat(group.size()).isEqualTo(pmix.job().size());
            // Nobody leaves before all have seen it.
            pmix.fence();
            switch (i % 5) {
                case 4 -> group.destruct();
                case 3 -> assertThat(group.leaveAsync()).succeedsWithin(LIMIT);
                default -> group.leave();
            }
            // Nobody constructs before all have left: the host would take it for a member that leaves the next group.
            pmix.fence();
        }
    }

    /**
     * A member has left a group, and another one reports that libpmix does not end the group. The report may arrive
     * when the others have the next group of the same id, to which the first one does not belong.
     */
    private static void lateReportOfADestruct(Pmix pmix) {
        Members rest = Members.of(pmix.job().members()).include(0, 1, 3);
        if (pmix.self().rank() != ALONE) {
            Group group = pmix.groups()
                    .construct(
                            GroupRequest.named("it-late-report").members(rest).build());
            if (group.rank() == 0) {
                List<Info> report = List.of(GroupEvents.id(group.id()), InfoAccess.flag(WireKeys.GROUP_STUCK));
                Notice notice = Notice.to(List.of(rest.get(1)), PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), report)
                        .affecting(List.of(pmix.job().member(ALONE)));
                new NotifyCall(UnderWay.handle(), notice).run(LIMIT.toNanos());
            }
            group.fence();
            assertThat(group.destructAsync()).succeedsWithin(LIMIT);
        }
        pmix.fence();
    }

    @Tag("row:groups-9")
    @Tag("row:leave-5")
    @PmixTest(ranks = 4, nodes = 3)
    void leaveManyTimes(Pmix pmix, RankContext context) throws Exception {
        leaveAtOnce(pmix);
        leaveAndConstructAgain(pmix);
        lateReportOfADestruct(pmix);
        oneAvoidsTheId(pmix, context);
        oneIsAlone(pmix, context);
    }

    // --- close -------------------------------------------------------------------------------------------------------

    /** The end of the session leaves what is open. */
    @PmixTest(ranks = 3, nodes = 3)
    void endOfTheSession(RankContext context) throws Exception {
        List<Group> groups = new ArrayList<>();
        boolean leaves;
        try (Pmix pmix = Pmix.init()) {
            Departure departure =
                    new Departure(pmix, context, "it-open", pmix.job().members(), context.size() - 1);
            leaves = departure.isLeaver();
            for (int i = 0; i < 100; i++) {
                groups.add(all(pmix, "it-open-" + i));
            }
            if (!leaves) {
                for (Group group : groups) {
                    departure.awaitRest(group);
                }
                for (Group group : groups) {
                    group.destruct();
                }
            }
        }
        assertThat(groups.getLast().state()).isEqualTo(leaves ? Group.State.LEFT : Group.State.DESTRUCTED);
    }
}
