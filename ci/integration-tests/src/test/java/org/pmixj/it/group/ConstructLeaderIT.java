// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** RFC 0033, {@code PMIx_Group_construct}: members that fail before they have called it, with a leader and without. */
// Among the longest: begins first.
@Order(1)
class ConstructLeaderIT {
    private static final int VICTIM = 2;
    private static final int ABORTING = 2;

    private static String id(SubJob job) {
        return job.id("it-construct");
    }

    private static GroupRequest.Builder request(SubJob job) {
        return GroupRequest.named(id(job)).members(job.members());
    }

    /** One rank dies once all others have called the construct that follows. */
    private static void dies(SubJob job, int victim) throws InterruptedException {
        job.fence();
        Departure.of(job, victim).dieWhileOthersWait("construct");
    }

    private static void goOn(SubJob job, Group group, List<ProcId> expected) {
        assertThat(group.members()).isEqualTo(expected);
        group.fence();
        group.destruct();
        Jobs.useGroup(job.pmix(), id(job), expected);
    }

    private static GroupChanged failed(SubJob job, Event event) {
        GroupChanged change = (GroupChanged) event.detail();
        assertThat(change.group()).isEqualTo(id(job));
        return change;
    }

    // --- with a leader -----------------------------------------------------------------------------------------------

    /** "If a process provides this attribute, then failure notification … will go only to that one process." */
    private static void leaderGoesOn(SubJob job) throws Exception {
        List<ProcId> all = job.members();
        List<ProcId> rest = job.without(VICTIM);
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_INVITE_FAILED))) {
            dies(job, VICTIM);
            GroupRequest request = request(job)
                    .leader(all.get(0))
                    .policy(answer -> {
                        assertThat(answer.kind()).isNotEqualTo(LeaderPolicy.Kind.DECLINED);
                        if (answer.kind() == LeaderPolicy.Kind.FAILED) {
                            assertThat(answer.status()).hasValue(Statuses.ERR_PROC_ABORTED_BY_SIG);
                            assertThat(answer.exitCode()).hasValue(128 + 9);
                        } else {
                            assertThat(answer.status()).isEmpty();
                        }
                        return LeaderDecision.goOn();
                    })
                    .notifyTermination()
                    .build();
            Group group = job.rank() == 1
                    ? Await.result(job.pmix().groups().constructAsync(request))
                    : job.pmix().groups().construct(request);
            assertThat(group.leader()).hasValue(all.get(0));
            if (job.rank() == 0) {
                Event event = failed.next();
                assertThat(failed(job, event).proc()).hasValue(all.get(VICTIM));
                assertThat(event.attributes().get(Keys.PROC_TERM_STATUS)).hasValue(Statuses.ERR_PROC_ABORTED_BY_SIG);
                assertThat(event.attributes()).noneMatch(info -> info.key().contains("pmixj."));
            }
            assertThat(group.members()).isEqualTo(rest);
            group.fence();
            assertThat(failed.events).isEmpty();
            goOn(job, group, rest);
        }
    }

    // --- a leader that declares itself -------------------------------------------------------------------------------

    private static void declaredLeaderGoesOn(SubJob job, int... declaring) throws Exception {
        List<ProcId> all = job.members();
        List<ProcId> rest = job.without(VICTIM);
        boolean declares = IntStream.of(declaring).anyMatch(rank -> rank == job.rank());
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_INVITE_FAILED))) {
            dies(job, VICTIM);
            GroupRequest.Builder request = request(job);
            Group group = job.pmix()
                    .groups()
                    .construct(
                            declares
                                    ? request.leader()
                                            .policy(LeaderPolicy.goOn())
                                            .build()
                                    : request.build());
            assertThat(group.leader()).hasValue(all.get(0));
            if (job.rank() == 0) {
                assertThat(failed(job, failed.next()).proc()).hasValue(all.get(VICTIM));
            }
            group.fence();
            assertThat(failed.events).isEmpty();
            goOn(job, group, rest);
        }
    }

    /** The others have failed before the leader calls. */
    private static void nobodyFollows(SubJob job) throws Exception {
        List<ProcId> all = job.members();
        job.fence();
        Departure death = Departure.of(job, VICTIM);
        if (job.rank() == 0) {
            job.await("failed", 1, 3);
            death.awaitNotice();
            GroupRequest request = request(job)
                    .leader()
                    .policy(LeaderPolicy.goOn())
                    .timeout(Duration.ofSeconds(4))
                    .build();
            try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_INVITE_FAILED))) {
                assertThatThrownBy(() -> job.pmix().groups().construct(request)).isInstanceOf(PmixException.class);
                // Each once, also who had failed before this process declared that it leads.
                List<ProcId> reported = new ArrayList<>();
                for (Event event : failed.events) {
                    reported.add(failed(job, event).proc().orElseThrow());
                }
                assertThat(reported).contains(all.get(VICTIM)).doesNotHaveDuplicates();
            }
            assertThat(job.pmix().groups().active()).isEmpty();
        } else {
            death.dieWhileOthersWait("construct", 0);
            assertThatThrownBy(() -> job.pmix().groups().construct(request(job).build()))
                    .isInstanceOf(PmixException.MemberLost.class);
            job.reached("failed");
        }
        job.fence(VICTIM);
        // The servers may still wait for a construct of the first id.
        Jobs.useGroup(job.pmix(), job.id("it-another"), job.without(VICTIM));
    }

    // --- a leader that aborts ----------------------------------------------------------------------------------------

    private static void leaderAbortsForAMember(SubJob job) throws Exception {
        List<ProcId> all = job.members();
        // From its first group on a process notices deaths.
        Jobs.useGroup(job.pmix(), job.id("it-first"), job.members());
        job.fence();
        Departure death = Departure.of(job, VICTIM);
        if (death.isLate()) {
            // The leader has decided.
            job.await("aborted", 0);
        } else {
            death.dieWhileOthersWait("construct", Departure.LATE);
        }
        GroupRequest request = request(job).leader(all.get(0)).build();
        if (job.rank() == 0) {
            assertThatThrownBy(() -> job.pmix().groups().construct(request))
                    .isInstanceOfSatisfying(PmixException.MemberLost.class, death::assertNamed);
            job.reached("aborted");
        } else {
            assertThatThrownBy(() -> job.pmix().groups().construct(request))
                    .isInstanceOfSatisfying(
                            PmixException.Aborted.class,
                            aborted -> assertThat(aborted.by()).hasValue(all.get(0)));
        }
        assertThat(job.pmix().groups().active()).isEmpty();
        // The leader is there until all have heard of it.
        job.fence(VICTIM);
    }

    /** "… e.g., to invite an alternative member to the group". */
    private static void leaderReplacesAMember(SubJob job) throws Exception {
        int spare = job.size() - 1;
        List<ProcId> all = job.members();
        List<ProcId> members = all.subList(0, spare);
        List<ProcId> expected = new ArrayList<>(members);
        expected.set(VICTIM, all.get(spare));
        CompletableFuture<Group> invited = new CompletableFuture<>();
        try (Registration _ = job.pmix().groups().onInvitation(invitation -> {
            invitation.outcome().thenAccept(invited::complete);
            return Reply.ACCEPT;
        })) {
            job.fence();
            Group group;
            if (job.rank() == spare) {
                group = Await.result(invited);
            } else {
                new Departure(job.pmix(), job, id(job), members, VICTIM).dieWhileOthersWait("construct");
                group = job.pmix()
                        .groups()
                        .construct(GroupRequest.named(id(job))
                                .members(members)
                                .leader(all.get(0))
                                .policy(answer -> answer.kind() == LeaderPolicy.Kind.ACCEPTED
                                        ? LeaderDecision.goOn()
                                        : LeaderDecision.replace(all.get(spare)))
                                .assignContextId()
                                .build());
            }
            assertThat(group.contextId()).isPresent();
            assertThat(group.missing()).isEmpty();
            goOn(job, group, expected);
        }
    }

    /** Everybody lives: a leader changes nothing. */
    @PmixTest(ranks = 4, nodes = 2)
    void nothingToDecide(Pmix pmix) {
        List<ProcId> all = pmix.job().members();
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-decided").leader(all.get(1)).build());
        assertThat(group.leader()).hasValue(all.get(1));
        assertThat(group.members()).isEqualTo(all);
        group.fence();
        group.destruct();
        List<ProcId> half = all.indexOf(pmix.self()) < 2 ? all.subList(0, 2) : all.subList(2, 4);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.named("it-half")
                                .members(half)
                                .leader(new ProcId(pmix.self().nspace(), 9))
                                .build()))
                .withMessageContaining("leader");
    }

    // --- the leader fails --------------------------------------------------------------------------------------------

    private static void leaderFails(SubJob job, Ends how) throws Exception {
        List<ProcId> all = job.members();
        List<ProcId> expected = job.without(0, 1);
        expected.add(0, all.get(1));
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_FAILED));
                Seen selected = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_SELECTED))) {
            job.fence();
            if (job.rank() == 0) {
                job.await("construct");
                how.end(job.pmix(), job);
            }
            UnderWay.announceCall(job.pmix(), job, "construct");
            Group group = job.pmix()
                    .groups()
                    .construct(request(job)
                            .leader(all.get(0))
                            .whenLeaderFails(LeaderFailurePolicy.takeOver())
                            .policy(LeaderPolicy.goOn())
                            .build());
            assertThat(failed(job, failed.next()).proc()).hasValue(all.get(0));
            assertThat(failed(job, selected.next()).proc()).hasValue(all.get(1));
            assertThat(group.leader()).hasValue(all.get(1));
            goOn(job, group, expected);
        }
    }

    /** "Failure of the leader at any time": also of a complete group, in which nobody takes its place. */
    private static void leaderFailsAfterwards(SubJob job) throws Exception {
        ProcId leader = job.member(0);
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_FAILED));
                Seen selected = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_SELECTED))) {
            Group group =
                    job.pmix().groups().construct(request(job).leader(leader).build());
            group.fence();
            if (job.rank() == 0) {
                job.killSelf();
            }
            GroupChanged change = failed(job, failed.next());
            assertThat(change.proc()).hasValue(leader);
            assertThat(change.members()).isEqualTo(job.without(0));
            assertThat(group.leader()).isEmpty();
            group.fence();
            assertThatThrownBy(group::destruct)
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            lost -> assertThat(lost.lost()).containsExactly(leader));
            assertThat(failed.events).isEmpty();
            assertThat(selected.events).isEmpty();
        }
    }

    /** Another member has failed before the leader: the new one is asked about it, and decides. */
    private static void leaderAndMemberFail(SubJob job, boolean goesOn) throws Exception {
        int other = job.size() - 1;
        List<ProcId> all = job.members();
        Jobs.useGroup(job.pmix(), job.id("it-first"), job.members());
        if (job.rank() == other) {
            job.killSelf();
        }
        Await.until("the member has failed", () -> UnderWay.isDead(all.get(other)));
        job.fence(other);
        if (job.rank() == 0) {
            job.await("construct", 1, 2, 3);
            job.killSelf();
        }
        UnderWay.announceCall(job.pmix(), job, "construct");
        Queue<LeaderPolicy.Answer> asked = new ConcurrentLinkedQueue<>();
        GroupRequest request = request(job)
                .leader(all.get(0))
                .whenLeaderFails(LeaderFailurePolicy.takeOver())
                .policy(answer -> {
                    asked.add(answer);
                    return goesOn || answer.kind() == LeaderPolicy.Kind.ACCEPTED
                            ? LeaderDecision.goOn()
                            : LeaderDecision.abort("of the test");
                })
                .build();
        if (goesOn) {
            List<ProcId> expected = job.without(0, other);
            goOn(job, job.pmix().groups().construct(request), expected);
        } else {
            assertThatThrownBy(() -> job.pmix().groups().construct(request)).isInstanceOf(PmixException.Aborted.class);
        }
        if (job.rank() == 1) {
            assertThat(asked)
                    .anyMatch(answer -> answer.kind() == LeaderPolicy.Kind.FAILED
                            && answer.proc().equals(all.get(other)));
        }
        // The leader is there until all have heard of it.
        job.fence(0, other);
    }

    /** "Any participant that returns PMIX_GROUP_CONSTRUCT_ABORT … will cause the construct process to abort." */
    private static void participantAborts(SubJob job) throws Exception {
        dies(job, 0);
        assertAborted(job);
    }

    private static void assertAborted(SubJob job) throws InterruptedException {
        List<ProcId> all = job.members();
        Seen aborts = new Seen(job.pmix().events().on(Statuses.GROUP_CONSTRUCT_ABORT));
        GroupRequest request = request(job)
                .leader(all.get(0))
                .whenLeaderFails(job.rank() == ABORTING ? LeaderFailurePolicy.abort() : LeaderFailurePolicy.takeOver())
                .build();
        if (job.rank() == 1) {
            assertThat(job.pmix().groups().constructAsync(request))
                    .failsWithin(LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            PmixException.Aborted.class,
                            aborted -> assertThat(aborted.status()).isEqualTo(Statuses.GROUP_CONSTRUCT_ABORT));
        } else {
            assertThatThrownBy(() -> job.pmix().groups().construct(request))
                    .isInstanceOfSatisfying(
                            PmixException.Aborted.class,
                            aborted -> assertThat(aborted.status()).isEqualTo(Statuses.GROUP_CONSTRUCT_ABORT));
        }
        assertThat(job.pmix().groups().active()).isEmpty();
        failed(job, aborts.next());
        job.fence(0);
        assertThat(aborts.events).isEmpty();
        aborts.close();
    }

    /** The leader dies while the others are about to call, or have just done so. */
    private static void participantAbortsWhoeverCallsWhen(SubJob job) throws Exception {
        job.fence();
        if (job.rank() == 0) {
            job.killSelf();
        }
        assertAborted(job);
        Jobs.useGroup(job.pmix(), id(job), job.without(0));
    }

    /** It has called, but is so slow that the others elect another leader before it notices the failure. */
    private static void slowParticipantAborts(SubJob job) throws Exception {
        try (Seen selected = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_SELECTED))) {
            job.fence();
            if (job.rank() == 0) {
                job.await("construct");
                job.await("stopped", ABORTING);
                job.killSelf();
            }
            UnderWay.announceCall(job.pmix(), job, "construct");
            if (job.rank() == ABORTING) {
                Ends.stopWhile(job, "construct", "selected", 1);
            } else if (job.rank() == 1) {
                Thread.startVirtualThread(() -> announceSelected(job, selected));
            }
            assertAborted(job);
        }
    }

    private static void announceSelected(SubJob job, Seen selected) {
        try {
            selected.next();
            job.reached("selected");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Nobody wants to lead. */
    private static void noLeaderIsSelected(SubJob job) throws Exception {
        ProcId leader = job.member(0);
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_FAILED));
                Seen selected = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_SELECTED));
                Seen aborted = new Seen(job.pmix().events().on(Statuses.GROUP_CONSTRUCT_ABORT))) {
            dies(job, 0);
            GroupRequest request = request(job)
                    .leader(leader)
                    .whenLeaderFails(LeaderFailurePolicy.follow())
                    .build();
            assertThatThrownBy(() -> job.pmix().groups().construct(request))
                    .isInstanceOfSatisfying(PmixException.MemberLost.class, lost -> {
                        assertThat(lost.lost()).isEqualTo(List.of(leader));
                        assertThat(lost.status()).isEqualTo(Statuses.GROUP_LEADER_FAILED);
                    });
            assertThat(failed(job, failed.next()).proc()).hasValue(leader);
            // "If no leader was selected …": the event names none, and has an error value.
            GroupChanged nobody = failed(job, selected.next());
            assertThat(nobody.proc()).isEmpty();
            assertThat(nobody.status()).hasValue(Statuses.GROUP_LEADER_FAILED);
            assertThat(aborted.events).isEmpty();
        }
    }

    // --- without one -------------------------------------------------------------------------------------------------

    /** "In the absence of a declared leader, failure events go to all participants." */
    private static void everybodyIsTold(SubJob job) throws Exception {
        List<ProcId> all = job.members();
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_INVITE_FAILED))) {
            dies(job, VICTIM);
            assertThatThrownBy(() -> job.pmix().groups().construct(request(job).build()))
                    .isInstanceOf(PmixException.MemberLost.class);
            assertThat(failed(job, failed.next()).proc()).hasValue(all.get(VICTIM));
        }
    }

    // --- the jobs ----------------------------------------------------------------------------------------------------

    /** Shows sentences of the specification. On three nodes the ranks 2, 5 and 8 are alone on theirs among those of a scenario. */
    @Tag("row:construct-7")
    @Tag("row:construct-8")
    @Tag("row:construct-9")
    @Tag("row:construct-14")
    @Tag("row:construct-15")
    @Tag("row:construct-16")
    @Tag("row:construct-17")
    @Tag("row:construct-21")
    @Tag("row:construct-22")
    @Tag("row:construct-23")
    @Tag("row:construct-24")
    @Tag("row:construct-25")
    @Tag("row:construct-26")
    @Tag("row:construct-27")
    @Tag("row:construct-28")
    @Tag("row:construct-30")
    @PmixTest(
            ranks = 9,
            nodes = {1, 3},
            killed = {2, 3, 4, 5, 6, 7, 8},
            timeLimit = 300)
    void membersAndLeadersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(ConstructLeaderIT::everybodyIsTold, 0, 1, 2, 3);
        scenarios.run(ConstructLeaderIT::leaderGoesOn, 0, 1, 4, 3);
        scenarios.run(job -> declaredLeaderGoesOn(job, 0), 0, 1, 5, 3);
        scenarios.run(job -> leaderFails(job, Ends.KILLED), 6, 0, 1, 3);
        scenarios.run(ConstructLeaderIT::participantAborts, 7, 0, 1, 3);
        scenarios.run(ConstructLeaderIT::noLeaderIsSelected, 8, 0, 1, 3);
        scenarios.run(ConstructLeaderIT::leaderFailsAfterwards, 3, 0, 1);
    }

    @Tag("row:construct-16")
    @PmixTest(
            ranks = 10,
            nodes = 3,
            killed = {2, 4, 5, 7, 8, 9},
            exits = 6,
            timeLimit = 300)
    void onThreeNodes(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(ConstructLeaderIT::leaderAbortsForAMember, 0, 1, 2, 3);
        scenarios.run(ConstructLeaderIT::leaderReplacesAMember, 0, 1, 4, 3);
        scenarios.run(ConstructLeaderIT::nobodyFollows, 0, 1, 5, 3);
        scenarios.run(job -> leaderFails(job, Ends.EXITED), 6, 0, 1, 3);
        scenarios.run(ConstructLeaderIT::slowParticipantAborts, 7, 0, 1, 3);
        scenarios.run(job -> leaderAndMemberFail(job, true), 8, 0, 1, 3, 9);
    }

    @Smoke
    @Tag("row:construct-26")
    @PmixTest(
            ranks = 7,
            killed = {2, 4, 5, 6})
    void onOneNode(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(job -> declaredLeaderGoesOn(job, 0, 3), 0, 1, 2, 3);
        scenarios.run(ConstructLeaderIT::participantAbortsWhoeverCallsWhen, 4, 0, 1, 3);
        scenarios.run(job -> leaderAndMemberFail(job, false), 5, 0, 1, 3, 6);
    }
}
