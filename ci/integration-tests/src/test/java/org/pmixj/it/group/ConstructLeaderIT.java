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
import org.pmixj.FenceRequest;
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
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** RFC 0033, {@code PMIx_Group_construct}: members that fail before they have called it, with a leader and without. */
// Among the longest: begins first.
@Order(1)
class ConstructLeaderIT {
    private static final int VICTIM = 2;
    private static final int ABORTING = 2;

    private static GroupRequest.Builder request(Pmix pmix, List<ProcId> members) {
        return GroupRequest.named("it-construct").members(members);
    }

    /** One rank dies once all others have called the construct that follows. */
    private static void dies(Pmix pmix, RankContext context, int victim) throws InterruptedException {
        pmix.fence();
        new Departure(pmix, context, "it-construct", pmix.job().members(), victim).dieWhileOthersWait("construct");
    }

    private static List<ProcId> without(List<ProcId> all, int... ranks) {
        List<ProcId> rest = new ArrayList<>(all);
        for (int rank : ranks) {
            rest.removeIf(proc -> proc.rank() == rank);
        }
        return rest;
    }

    private static void goOn(Pmix pmix, Group group, List<ProcId> expected) {
        assertThat(group.members()).isEqualTo(expected);
        group.fence();
        group.destruct();
        Jobs.useGroup(pmix, "it-construct", expected);
    }

    private static GroupChanged failed(Event event) {
        GroupChanged change = (GroupChanged) event.detail();
        assertThat(change.group()).isEqualTo("it-construct");
        return change;
    }

    // --- with a leader -----------------------------------------------------------------------------------------------

    /** "If a process provides this attribute, then failure notification … will go only to that one process." */
    private static void leaderGoesOn(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        List<ProcId> rest = without(all, VICTIM);
        try (Seen failed = new Seen(pmix.events().on(Statuses.GROUP_INVITE_FAILED))) {
            dies(pmix, context, VICTIM);
            GroupRequest request = request(pmix, all)
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
            Group group = context.rank() == 1
                    ? Await.result(pmix.groups().constructAsync(request))
                    : pmix.groups().construct(request);
            assertThat(group.leader()).hasValue(all.get(0));
            if (context.rank() == 0) {
                Event event = failed.next();
                assertThat(failed(event).proc()).hasValue(all.get(VICTIM));
                assertThat(event.attributes().get(Keys.PROC_TERM_STATUS)).hasValue(Statuses.ERR_PROC_ABORTED_BY_SIG);
                assertThat(event.attributes()).noneMatch(info -> info.key().contains("pmixj."));
            }
            assertThat(group.members()).isEqualTo(rest);
            group.fence();
            assertThat(failed.events).isEmpty();
            goOn(pmix, group, rest);
        }
    }

    @Tag("row:construct-7")
    @Tag("row:construct-14")
    @Tag("row:construct-15")
    @Tag("row:construct-16")
    @Tag("row:construct-17")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void leaderGoesOnWithoutAMember(Pmix pmix, RankContext context) throws Exception {
        leaderGoesOn(pmix, context);
    }

    // --- a leader that declares itself -------------------------------------------------------------------------------

    private static void declaredLeaderGoesOn(Pmix pmix, RankContext context, int... declaring) throws Exception {
        List<ProcId> all = pmix.job().members();
        List<ProcId> rest = without(all, VICTIM);
        boolean declares = IntStream.of(declaring).anyMatch(rank -> rank == context.rank());
        try (Seen failed = new Seen(pmix.events().on(Statuses.GROUP_INVITE_FAILED))) {
            dies(pmix, context, VICTIM);
            GroupRequest.Builder request = request(pmix, all);
            Group group = pmix.groups()
                    .construct(
                            declares
                                    ? request.leader()
                                            .policy(LeaderPolicy.goOn())
                                            .build()
                                    : request.build());
            assertThat(group.leader()).hasValue(all.get(0));
            if (context.rank() == 0) {
                assertThat(failed(failed.next()).proc()).hasValue(all.get(VICTIM));
            }
            group.fence();
            assertThat(failed.events).isEmpty();
            goOn(pmix, group, rest);
        }
    }

    /** "If a process provides this attribute": the others have not. */
    @Tag("row:construct-30")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void leaderThatOnlyItDeclares(Pmix pmix, RankContext context) throws Exception {
        declaredLeaderGoesOn(pmix, context, 0);
    }

    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void theFirstOfTwoThatDeclare(Pmix pmix, RankContext context) throws Exception {
        declaredLeaderGoesOn(pmix, context, 0, 3);
    }

    /** The others have failed before the leader calls. */
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void leaderThatNobodyFollows(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        pmix.fence();
        Departure death = new Departure(pmix, context, "it-construct", all, VICTIM);
        if (context.rank() == 0) {
            context.await("failed", 1, 3);
            GroupRequest request = request(pmix, all)
                    .leader()
                    .policy(LeaderPolicy.goOn())
                    .timeout(Duration.ofSeconds(4))
                    .build();
            assertThatThrownBy(() -> pmix.groups().construct(request)).isInstanceOf(PmixException.class);
            assertThat(pmix.groups().active()).isEmpty();
        } else {
            death.dieWhileOthersWait("construct", 0);
            assertThatThrownBy(() -> pmix.groups().construct(request(pmix, all).build()))
                    .isInstanceOf(PmixException.MemberLost.class);
            context.reached("failed");
        }
        pmix.fence(FenceRequest.builder().members(without(all, VICTIM)).build());
        // The servers may still wait for a construct of the first id.
        Jobs.useGroup(pmix, "it-another", without(all, VICTIM));
    }

    // --- a leader that aborts ----------------------------------------------------------------------------------------

    private static void leaderAborts(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        // From its first group on a process notices deaths.
        pmix.groups().construct(Jobs.all(pmix, "it-first").build()).destruct();
        pmix.fence();
        Departure death = new Departure(pmix, context, "it-construct", all, VICTIM);
        if (death.isLate()) {
            // The leader has decided.
            context.await("aborted", 0);
        } else {
            death.dieWhileOthersWait("construct", Departure.LATE);
        }
        GroupRequest request = request(pmix, all).leader(all.get(0)).build();
        if (context.rank() == 0) {
            assertThatThrownBy(() -> pmix.groups().construct(request))
                    .isInstanceOfSatisfying(PmixException.MemberLost.class, death::assertNamed);
            context.reached("aborted");
        } else {
            assertThatThrownBy(() -> pmix.groups().construct(request))
                    .isInstanceOfSatisfying(
                            PmixException.Aborted.class,
                            aborted -> assertThat(aborted.by()).hasValue(all.get(0)));
        }
        assertThat(pmix.groups().active()).isEmpty();
        // The leader is there until all have heard of it.
        pmix.fence(FenceRequest.builder().members(without(all, VICTIM)).build());
    }

    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void leaderAbortsForAMember(Pmix pmix, RankContext context) throws Exception {
        leaderAborts(pmix, context);
    }

    /** "… e.g., to invite an alternative member to the group". */
    private static void leaderReplaces(Pmix pmix, RankContext context) throws Exception {
        int spare = context.size() - 1;
        List<ProcId> all = pmix.job().members();
        List<ProcId> members = all.subList(0, spare);
        List<ProcId> expected = new ArrayList<>(members);
        expected.set(VICTIM, all.get(spare));
        CompletableFuture<Group> invited = new CompletableFuture<>();
        try (Registration _ = pmix.groups().onInvitation(invitation -> {
            invitation.outcome().thenAccept(invited::complete);
            return Reply.ACCEPT;
        })) {
            pmix.fence();
            Group group;
            if (context.rank() == spare) {
                group = Await.result(invited);
            } else {
                new Departure(pmix, context, "it-construct", members, VICTIM).dieWhileOthersWait("construct");
                group = pmix.groups()
                        .construct(request(pmix, members)
                                .leader(all.get(0))
                                .policy(answer -> answer.kind() == LeaderPolicy.Kind.ACCEPTED
                                        ? LeaderDecision.goOn()
                                        : LeaderDecision.replace(all.get(spare)))
                                .assignContextId()
                                .build());
            }
            assertThat(group.contextId()).isPresent();
            goOn(pmix, group, expected);
        }
    }

    @Tag("row:construct-16")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void leaderReplacesAMember(Pmix pmix, RankContext context) throws Exception {
        leaderReplaces(pmix, context);
    }

    /** Everybody lives: a leader changes nothing. */
    @PmixTest(ranks = 4, nodes = 2)
    void nothingToDecide(Pmix pmix, RankContext context) {
        List<ProcId> all = pmix.job().members();
        Group group =
                pmix.groups().construct(request(pmix, all).leader(all.get(1)).build());
        assertThat(group.leader()).hasValue(all.get(1));
        goOn(pmix, group, all);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(request(
                                        pmix,
                                        all.subList(0, 2).contains(pmix.self()) ? all.subList(0, 2) : all.subList(2, 4))
                                .leader(new ProcId(pmix.self().nspace(), 9))
                                .build()))
                .withMessageContaining("leader");
    }

    // --- the leader fails --------------------------------------------------------------------------------------------

    private static void leaderFails(Pmix pmix, RankContext context, Ends how) throws Exception {
        List<ProcId> all = pmix.job().members();
        List<ProcId> expected = without(all, 0, 1);
        expected.add(0, all.get(1));
        try (Seen failed = new Seen(pmix.events().on(Statuses.GROUP_LEADER_FAILED));
                Seen selected = new Seen(pmix.events().on(Statuses.GROUP_LEADER_SELECTED))) {
            pmix.fence();
            if (context.rank() == 0) {
                context.await("construct");
                how.end(pmix, context);
            }
            UnderWay.announceCall(pmix, context, "construct");
            Group group = pmix.groups()
                    .construct(request(pmix, all)
                            .leader(all.get(0))
                            .whenLeaderFails(LeaderFailurePolicy.takeOver())
                            .policy(LeaderPolicy.goOn())
                            .build());
            assertThat(failed(failed.next()).proc()).hasValue(all.get(0));
            assertThat(failed(selected.next()).proc()).hasValue(all.get(1));
            assertThat(group.leader()).hasValue(all.get(1));
            goOn(pmix, group, expected);
        }
    }

    @Tag("row:construct-8")
    @Tag("row:construct-21")
    @Tag("row:construct-22")
    @Tag("row:construct-23")
    @Tag("row:construct-24")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = 0)
    void leaderIsKilled(Pmix pmix, RankContext context) throws Exception {
        leaderFails(pmix, context, Ends.KILLED);
    }

    @Tag("row:construct-8")
    @Tag("row:construct-21")
    @Tag("row:construct-22")
    @Tag("row:construct-23")
    @Tag("row:construct-24")
    @PmixTest(ranks = 4, nodes = 3, exits = 0)
    void leaderExitsOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        leaderFails(pmix, context, Ends.EXITED);
    }

    /** Another member has failed before the leader: the new one is asked about it, and decides. */
    private static void leaderAndMemberFail(Pmix pmix, RankContext context, boolean goesOn) throws Exception {
        int other = context.size() - 1;
        List<ProcId> all = pmix.job().members();
        pmix.groups().construct(Jobs.all(pmix, "it-first").build()).destruct();
        if (context.rank() == other) {
            context.killSelf();
        }
        Await.until("the member has failed", () -> UnderWay.isDead(all.get(other)));
        pmix.fence(FenceRequest.builder().members(without(all, other)).build());
        if (context.rank() == 0) {
            context.await("construct", 1, 2, 3);
            context.killSelf();
        }
        UnderWay.announceCall(pmix, context, "construct");
        Queue<LeaderPolicy.Answer> asked = new ConcurrentLinkedQueue<>();
        GroupRequest request = request(pmix, all)
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
            List<ProcId> expected = without(all, 0, other);
            goOn(pmix, pmix.groups().construct(request), expected);
        } else {
            assertThatThrownBy(() -> pmix.groups().construct(request)).isInstanceOf(PmixException.Aborted.class);
        }
        if (context.rank() == 1) {
            assertThat(asked)
                    .anyMatch(answer -> answer.kind() == LeaderPolicy.Kind.FAILED
                            && answer.proc().equals(all.get(other)));
        }
        // The leader is there until all have heard of it.
        pmix.fence(FenceRequest.builder().members(without(all, 0, other)).build());
    }

    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {0, 4})
    void theNewLeaderIsAskedAboutAMember(Pmix pmix, RankContext context) throws Exception {
        leaderAndMemberFail(pmix, context, true);
    }

    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {0, 4})
    void theNewLeaderAbortsForAMember(Pmix pmix, RankContext context) throws Exception {
        leaderAndMemberFail(pmix, context, false);
    }

    /** "Any participant that returns PMIX_GROUP_CONSTRUCT_ABORT … will cause the construct process to abort." */
    private static void participantAborts(Pmix pmix, RankContext context) throws Exception {
        dies(pmix, context, 0);
        assertAborted(pmix, context);
    }

    private static void assertAborted(Pmix pmix, RankContext context) throws InterruptedException {
        List<ProcId> all = pmix.job().members();
        Seen aborts = new Seen(pmix.events().on(Statuses.GROUP_CONSTRUCT_ABORT));
        GroupRequest request = request(pmix, all)
                .leader(all.get(0))
                .whenLeaderFails(
                        context.rank() == ABORTING ? LeaderFailurePolicy.abort() : LeaderFailurePolicy.takeOver())
                .build();
        if (context.rank() == 1) {
            assertThat(pmix.groups().constructAsync(request))
                    .failsWithin(LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            PmixException.Aborted.class,
                            aborted -> assertThat(aborted.status()).isEqualTo(Statuses.GROUP_CONSTRUCT_ABORT));
        } else {
            assertThatThrownBy(() -> pmix.groups().construct(request))
                    .isInstanceOfSatisfying(
                            PmixException.Aborted.class,
                            aborted -> assertThat(aborted.status()).isEqualTo(Statuses.GROUP_CONSTRUCT_ABORT));
        }
        assertThat(pmix.groups().active()).isEmpty();
        failed(aborts.next());
        pmix.fence(FenceRequest.builder().members(without(all, 0)).build());
        assertThat(aborts.events).isEmpty();
        aborts.close();
    }

    @Tag("row:construct-26")
    @Tag("row:construct-27")
    @Tag("row:construct-28")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = 0)
    void aParticipantAborts(Pmix pmix, RankContext context) throws Exception {
        participantAborts(pmix, context);
    }

    /** The leader dies while the others are about to call, or have just done so. */
    @Tag("row:construct-26")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = 0)
    void aParticipantAbortsWhoeverCallsWhen(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        if (context.rank() == 0) {
            context.killSelf();
        }
        assertAborted(pmix, context);
        Jobs.useGroup(pmix, "it-construct", without(pmix.job().members(), 0));
    }

    /** It has called, but is so slow that the others elect another leader before it notices the failure. */
    @Smoke
    @Tag("row:construct-26")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = 0)
    void slowParticipantAborts(Pmix pmix, RankContext context) throws Exception {
        try (Seen selected = new Seen(pmix.events().on(Statuses.GROUP_LEADER_SELECTED))) {
            pmix.fence();
            if (context.rank() == 0) {
                context.await("construct");
                context.await("stopped", ABORTING);
                context.killSelf();
            }
            UnderWay.announceCall(pmix, context, "construct");
            if (context.rank() == ABORTING) {
                Ends.stopWhile(context, "construct", "selected", 1);
            } else if (context.rank() == 1) {
                Thread.startVirtualThread(() -> announceSelected(context, selected));
            }
            assertAborted(pmix, context);
        }
    }

    private static void announceSelected(RankContext context, Seen selected) {
        try {
            selected.next();
            context.reached("selected");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // --- without one -------------------------------------------------------------------------------------------------

    /** "In the absence of a declared leader, failure events go to all participants." */
    private static void everybodyIsTold(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        try (Seen failed = new Seen(pmix.events().on(Statuses.GROUP_INVITE_FAILED))) {
            dies(pmix, context, VICTIM);
            assertThatThrownBy(() -> pmix.groups().construct(request(pmix, all).build()))
                    .isInstanceOf(PmixException.MemberLost.class);
            assertThat(failed(failed.next()).proc()).hasValue(all.get(VICTIM));
        }
    }

    @Tag("row:construct-9")
    @Tag("row:construct-14")
    @Tag("row:construct-15")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void everybodyIsNotified(Pmix pmix, RankContext context) throws Exception {
        everybodyIsTold(pmix, context);
    }
}
