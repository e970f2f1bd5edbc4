// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.SubJob;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * Members that die: before a construct, a fence or a destruct and while it is under way. The survivors are notified, see
 * the same membership, and go on. On three nodes some are alone among the members on their node, and some are not; the
 * cells of {@link GroupFaultMatrixIT} have each of both.
 */
// Among the longest: begins first.
@Order(1)
class GroupFailuresIT {
    /** The one that dies, in each scenario. */
    private static final int VICTIM = 2;

    /** Those among whom one dies. */
    private static final int MEMBERS = 4;

    /** The survivors use the rest of the group, end it, and construct another. */
    private static void goOn(Departure death, Group group) throws InterruptedException {
        death.awaitRest(group);
        group.fence();
        group.fenceAsync().join();
        death.assertFails(() -> group.destruct());
        assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
        constructAnother(death);
    }

    private static void constructAnother(Departure death) throws InterruptedException {
        Await.until("the group is gone", () -> death.pmix().groups().active().isEmpty());
        death.useRest(death.id() + "-2");
    }

    // --- before a collective -----------------------------------------------------------------------------------------

    private static void diesBeforeAFence(Departure death) throws Exception {
        Group group = death.construct();
        group.fence();
        if (death.isLeaver()) {
            death.context().killSelf();
        }
        goOn(death, group);
    }

    // --- in a fence --------------------------------------------------------------------------------------------------

    private static void diesInAFence(Departure death) throws Exception {
        Group group = death.construct();
        group.fence();
        death.dieWhileOthersWait("fence");
        if (death.context().rank() == 0) {
            death.assertFails(group.fenceAsync());
        } else {
            death.assertFails(() -> group.fence());
        }
        goOn(death, group);
    }

    // --- in a fault-tolerant fence -----------------------------------------------------------------------------------

    private static void diesInAFaultTolerantFence(Departure death) throws Exception {
        Group group = death.construct();
        group.fence();
        if (death.isLeaver()) {
            death.await("fence", Departure.LATE);
            death.context().killSelf();
        }
        death.callLate(group, "fence");
        FenceRequest request = FenceRequest.of(group).withFaultTolerance();
        if (death.context().rank() == 0) {
            assertThat(death.pmix().fenceAsync(request)).succeedsWithin(LIMIT);
        } else {
            death.pmix().fence(request);
        }
        goOn(death, group);
    }

    // --- in a destruct -----------------------------------------------------------------------------------------------

    private static void diesInADestruct(Departure death) throws Exception {
        Group group = death.construct();
        group.fence();
        if (death.isLeaver()) {
            death.await("destruct", Departure.LATE);
            death.context().killSelf();
        }
        death.callLate(group, "destruct");
        assertThatThrownBy(group::destruct).isInstanceOf(PmixException.MemberLost.class);
        assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
        constructAnother(death);
    }

    private static void diesInADestructOfAFaultTolerantGroup(Departure death) throws Exception {
        Group group =
                death.pmix().groups().construct(death.request().faultTolerant().build());
        group.fence();
        death.dieWhileOthersWait("destruct");
        group.destruct();
        assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
        constructAnother(death);
    }

    // --- with notification -------------------------------------------------------------------------------------------

    private static void diesWithNotification(Departure death) throws Exception {
        try (Seen seen = new Seen(
                        death.pmix().events().on(Statuses.GROUP_MEMBER_FAILED, Statuses.GROUP_MEMBERSHIP_UPDATE));
                Seen failures = new Seen(death.pmix().events().on(Statuses.GROUP_MEMBER_FAILED))) {
            // "The default is false."
            Group plain = death.pmix()
                    .groups()
                    .construct(GroupRequest.named(death.id() + "-plain")
                            .members(death.members())
                            .build());
            Group group = death.pmix()
                    .groups()
                    .construct(death.request().notifyTermination().build());
            group.fence();
            death.dieWhileOthersWait("destruct");
            // The event serves in place of the error.
            group.destruct();
            Event constructed = next(seen, group.id());
            assertThat(constructed.code()).isEqualTo(Statuses.GROUP_MEMBERSHIP_UPDATE);
            assertThat(constructed.detail())
                    .isInstanceOfSatisfying(
                            GroupChanged.class,
                            change -> assertThat(change.members()).isEqualTo(death.members()));
            for (GroupChanged.Kind kind :
                    List.of(GroupChanged.Kind.MEMBER_FAILED, GroupChanged.Kind.MEMBERSHIP_UPDATED)) {
                Event event = next(seen, group.id());
                if (kind == GroupChanged.Kind.MEMBER_FAILED) {
                    assertThat(event.attributes().get(Keys.PROC_TERM_STATUS))
                            .hasValue(Statuses.ERR_PROC_ABORTED_BY_SIG);
                    // A host that was asked before it has reported the end gives no exit code.
                    assertThat(event.attributes().get(Keys.EXIT_CODE).orElse(128 + 9))
                            .isEqualTo(128 + 9);
                }
                assertThat(event.attributes()).noneMatch(info -> info.key().contains("pmixj."));
                assertThat(event.detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                    assertThat(change.kind()).isEqualTo(kind);
                    assertThat(change.group()).isEqualTo(group.id());
                    assertThat(change.proc()).hasValue(death.departed());
                    assertThat(change.members()).isEqualTo(death.rest());
                });
            }
            assertThat(seen.events).noneMatch(event -> isOf(event, group.id()));
            death.awaitRest(plain);
            death.assertFails(() -> plain.destruct());
            Await.until(
                    "the failure is reported",
                    () -> failures.events.stream().anyMatch(event -> isOf(event, group.id())));
            assertThat(failures.events).noneMatch(event -> isOf(event, plain.id()));
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

    // --- before and in a construct -----------------------------------------------------------------------------------

    /** From its first group on, a process is notified of deaths. The late one calls when it was notified. */
    private static void diesInAConstruct(Departure death) throws Exception {
        Group first = death.pmix()
                .groups()
                .construct(GroupRequest.named(death.id() + "-first")
                        .members(death.members())
                        .build());
        first.destruct();
        if (death.isLeaver()) {
            death.await("construct", Departure.LATE);
            death.context().killSelf();
        }
        if (death.isLate()) {
            death.awaitNotice();
        } else {
            death.announce("construct");
        }
    }

    /**
     * Others use the id on the same nodes, where libpmix may not have ended the construct that has failed. Then one of them
     * takes the place of the dead one.
     */
    private static void diesInAStrictConstruct(SubJob job) throws Exception {
        List<ProcId> first = job.members().subList(0, MEMBERS);
        Departure death = new Departure(job.pmix(), job, job.id("it-dies"), first, VICTIM);
        if (job.rank() < MEMBERS) {
            diesInAConstruct(death);
            death.assertFails(() -> death.construct());
            death.useRest(death.id());
            job.reached("failed");
        } else {
            job.await("failed", 0, 1, 3);
            Jobs.useGroup(job.pmix(), death.id(), job.members().subList(MEMBERS, job.size()));
            job.reached("used");
        }
        job.await("used", MEMBERS, MEMBERS + 1);
        List<ProcId> next = new ArrayList<>(death.rest());
        next.add(job.member(MEMBERS));
        if (next.contains(job.pmix().self())) {
            Jobs.useGroup(job.pmix(), death.id(), next);
        }
        if (job.rank() < MEMBERS) {
            constructAnother(death);
        }
    }

    private static void diesBeforeAConstruct(Departure death) throws Exception {
        diesBeforeAFence(death);
        // libpmix is not asked.
        if (!death.isLeaver()) {
            death.assertFails(() -> death.construct());
        }
    }

    private static Scenarios.Scenario replaced(Departure.Scenario scenario, boolean tolerant) {
        return job ->
                Departure.replaced(job, scenario, VICTIM, request -> tolerant ? request.faultTolerant() : request);
    }

    private static void diesInAFaultTolerantConstruct(Departure death) throws Exception {
        diesInAConstruct(death);
        Group group = Await.result(death.pmix()
                .groups()
                .constructAsync(death.request().faultTolerant().build()));
        assertThat(group.members()).isEqualTo(death.rest());
        group.fence();
        // The dead one was never a member.
        group.destruct();
    }

    // --- the job -----------------------------------------------------------------------------------------------------

    /** On three nodes the ranks 2, 5 and 8 are alone among the members of their scenario. */
    @Tag("row:construct-11")
    @Tag("row:construct-12")
    @Tag("row:destruct-6")
    @Tag("row:destruct-7")
    @Tag("row:destruct-8")
    @PmixTest(
            ranks = 11,
            nodes = {1, 3},
            killed = {2, 4, 5, 6, 7, 8, 9, 10},
            timeLimit = 300)
    void membersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(job -> Departure.replacedBySpawned(job, GroupFailuresIT::diesInAFence, VICTIM), 0, 1, 2, 3);
        scenarios.run(replaced(GroupFailuresIT::diesBeforeAConstruct, false), 0, 1, 4, 3, 10);
        scenarios.run(GroupFailuresIT::diesInAStrictConstruct, 0, 1, 5, 3, 6, 7);
        scenarios.run(replaced(GroupFailuresIT::diesInAFaultTolerantConstruct, true), 0, 1, 6, 3, 10);
        scenarios.departs(GroupFailuresIT::diesInAFaultTolerantFence, VICTIM, 0, 1, 7, 3);
        scenarios.departs(GroupFailuresIT::diesInADestruct, VICTIM, 0, 1, 8, 3);
        scenarios.departs(GroupFailuresIT::diesInADestructOfAFaultTolerantGroup, VICTIM, 0, 1, 9, 3);
        scenarios.departs(GroupFailuresIT::diesWithNotification, VICTIM, 0, 1, 10, 3);
    }
}
