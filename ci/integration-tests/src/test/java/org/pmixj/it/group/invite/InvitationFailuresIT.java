// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.invite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.SubJob;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * RFC 0033, {@code PMIx_Group_invite} and {@code PMIx_Group_join}, while somebody fails: an invited process before and
 * after it has answered, and the leader.
 */
// Among the longest: begins first.
@Order(1)
class InvitationFailuresIT {
    /** Long enough for the others to accept, and for the leader to be stopped, before it is over. */
    private static final Duration BOUND_OF_A_SILENT_LEADER = Duration.ofSeconds(8);

    private static final int VICTIM = 2;

    private static String id(SubJob job) {
        return job.id("it-invited");
    }

    private static InviteRequest.Builder all(SubJob job) {
        return InviteRequest.named(id(job)).members(job.members());
    }

    private static Throwable failureOf(Invitation invitation) throws Exception {
        try {
            Group group = invitation.outcome().get(120, TimeUnit.SECONDS);
            throw new AssertionError("not a failure: " + group);
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    /**
     * Announces, in the leader, whose answer it has received: "accepted-RANK", or "out-RANK" for a process that has
     * declined or failed.
     */
    private static void announceAnswers(SubJob job) {
        announceAnswers(job, Statuses.GROUP_INVITE_ACCEPTED, "accepted-");
        announceAnswers(job, Statuses.GROUP_INVITE_DECLINED, "out-");
        announceAnswers(job, Statuses.GROUP_INVITE_FAILED, "out-");
    }

    private static void announceAnswers(SubJob job, PmixStatus code, String point) {
        job.pmix().events().on(code).register(event -> {
            GroupChanged change = (GroupChanged) event.detail();
            job.reached(point + job.rankOf(change.proc().or(event::source).orElseThrow()));
            return EventOutcome.noAction();
        });
    }

    /** Waits until rank 1 has been invited, and the leader knows that those from rank {@code first} on have accepted. */
    private static void awaitAcceptances(SubJob job, int first) throws InterruptedException {
        job.await("invited", 1);
        for (int rank = first; rank < job.size(); rank++) {
            job.await("accepted-" + rank, 0);
        }
    }

    /** The group works for those who are in it, and another can be formed. */
    private static void goOn(SubJob job, Group group, List<ProcId> expected) {
        assertThat(group.members()).isEqualTo(expected);
        assertThat(group.rank()).isEqualTo(expected.indexOf(job.pmix().self()));
        group.fence();
        group.destruct();
        Jobs.useGroup(job.pmix(), job.id("it-other"), expected);
    }

    // --- an invited process ------------------------------------------------------------------------------------------

    private record Case(Ends how, boolean afterAccepting) {}

    private static void invitedFails(SubJob job, Case row, LeaderPolicy policy, boolean goesOn) throws Exception {
        List<ProcId> rest = new ArrayList<>(job.members());
        ProcId victim = rest.remove(VICTIM);
        BlockingQueue<Invitation> invitations = Jobs.inbox(job.pmix());
        job.fence();
        if (job.rank() == VICTIM) {
            Invitation invitation = Await.next(invitations);
            if (row.afterAccepting()) {
                var _ = invitation.acceptAsync();
                job.await("accepted-" + VICTIM, 0);
            }
            // A handler is not asked about an invitation that was aborted before.
            int[] others = rest.stream()
                    .mapToInt(job::rankOf)
                    .filter(rank -> rank != 0)
                    .toArray();
            job.await("has-invitation", others);
            row.how().end(job.pmix(), job);
            return;
        }
        long begin = System.nanoTime();
        if (job.rank() == 0) {
            announceAnswers(job);
            if (goesOn) {
                goOn(job, job.pmix().groups().invite(all(job).policy(policy).build()), rest);
            } else {
                assertThatThrownBy(() -> job.pmix()
                                .groups()
                                .invite(all(job).policy(policy).build()))
                        .isInstanceOfAny(PmixException.MemberLost.class, PmixException.Aborted.class)
                        .hasMessageContaining(victim.toString());
                Jobs.useGroup(job.pmix(), job.id("it-other"), rest);
            }
        } else {
            Invitation invitation = Await.next(invitations);
            job.reached("has-invitation");
            if (row.afterAccepting() && job.rank() == 1) {
                // The construction must not be complete before the leader knows of the victim's end.
                job.await("out-" + VICTIM, 0);
            }
            if (goesOn) {
                goOn(job, invitation.accept(), rest);
            } else {
                if (invitation.isOpen()) {
                    var _ = invitation.acceptAsync();
                }
                assertThat(failureOf(invitation)).isInstanceOf(PmixException.Aborted.class);
                Jobs.useGroup(job.pmix(), job.id("it-other"), rest);
            }
        }
        // It is the end of the victim that decides, and not that the time is over.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
    }

    private static void invitedFails(SubJob job, Case row) throws Exception {
        invitedFails(job, row, LeaderPolicy.goOn(), true);
    }

    private static void invitedFailsAll(SubJob job, Case row) throws Exception {
        invitedFails(job, row, LeaderPolicy.all(), false);
    }

    /** The victim has ended in good order before it is invited, of which PRRTE notifies nobody. */
    private static void endedLongBefore(SubJob job) throws Exception {
        if (job.rank() == VICTIM) {
            return;
        }
        List<ProcId> rest = job.members().subList(0, VICTIM);
        ProcId victim = job.member(VICTIM);
        BlockingQueue<Invitation> invitations = Jobs.inbox(job.pmix());
        if (job.rank() == 0) {
            Await.until(
                    "the victim has ended",
                    () -> job.pmix().queries().processTable(victim.nspace()).stream()
                            .anyMatch(process -> process.proc().equals(victim)
                                    && process.state().isEnded()));
            List<LeaderPolicy.Kind> kinds = new CopyOnWriteArrayList<>();
            Group group = job.pmix()
                    .groups()
                    .invite(all(job).policy(answer -> {
                                kinds.add(answer.kind());
                                return LeaderDecision.goOn();
                            })
                            .build());
            assertThat(kinds).containsExactlyInAnyOrder(LeaderPolicy.Kind.ACCEPTED, LeaderPolicy.Kind.FAILED);
            goOn(job, group, rest);
        } else {
            goOn(job, Await.next(invitations).accept(), rest);
        }
    }

    /** The leader's handlers are notified of a member that dies before it answers. */
    private static void leaderIsNotified(SubJob job) throws Exception {
        CompletableFuture<Invitation> invited = new CompletableFuture<>();
        job.pmix().groups().onInvitation(invitation -> {
            invited.complete(invitation);
            return job.rank() == 2 ? Reply.LATER : Reply.ACCEPT;
        });
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_INVITE_FAILED))) {
            job.fence();
            ProcId victim = job.member(2);
            if (job.rank() == 0) {
                assertThatThrownBy(() -> job.pmix().groups().invite(all(job).build()))
                        .isInstanceOf(PmixException.class)
                        .hasMessageContaining(victim.toString());
                assertThat(failed.next().detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                    assertThat(change.group()).isEqualTo(id(job));
                    assertThat(change.proc()).hasValue(victim);
                });
                assertThat(failed.events).isEmpty();
            } else {
                Invitation invitation = Await.result(invited);
                if (job.rank() == 2) {
                    // Whoever was not invited before it dies may never be.
                    job.await("invited", 1, 3);
                    job.killSelf();
                }
                job.reached("invited");
                assertThatThrownBy(() -> Await.result(invitation.outcome()))
                        .hasCauseInstanceOf(PmixException.Aborted.class);
                assertThat(failed.events).isEmpty();
            }
        }
    }

    // --- the leader --------------------------------------------------------------------------------------------------

    /** The choice of each rank, from rank 1 on. */
    private record Choices(LeaderFailurePolicy... of) {
        LeaderFailurePolicy of(int rank) {
            return of[Math.min(rank, of.length) - 1];
        }
    }

    private static final Choices SECOND_TAKES_OVER =
            new Choices(LeaderFailurePolicy.follow(), LeaderFailurePolicy.takeOver(), LeaderFailurePolicy.takeOver());

    private interface Outcome {
        void of(Invitation invitation) throws Exception;
    }

    /** The leader fails when all but rank 1 have accepted. */
    private static void leaderFails(SubJob job, Ends how, Choices choices, Outcome outcome) throws Exception {
        ProcId leader = job.member(0);
        BlockingQueue<Invitation> invitations = Jobs.inbox(job.pmix());
        try (Seen failed = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_FAILED))) {
            job.fence();
            if (job.rank() == 0) {
                announceAnswers(job);
                Duration bound = how == Ends.SILENT ? BOUND_OF_A_SILENT_LEADER : LIMIT;
                var future =
                        job.pmix().groups().inviteAsync(all(job).timeout(bound).build());
                awaitAcceptances(job, 2);
                how.end(job.pmix(), job);
                if (how == Ends.SILENT) {
                    // It was away, and learns what has become of its group.
                    assertThatThrownBy(() -> Await.result(future)).hasCauseInstanceOf(PmixException.class);
                }
                return;
            }
            Invitation invitation = Await.next(invitations);
            job.reached("invited");
            if (job.rank() > 1) {
                var _ = invitation
                        .with(AcceptOptions.defaults().whenLeaderFails(choices.of(job.rank())))
                        .acceptAsync();
            }
            Event event = failed.next();
            assertThat(event.detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                assertThat(change.group()).isEqualTo(id(job));
                assertThat(change.proc()).hasValue(leader);
            });
            outcome.of(invitation);
            job.reached(Ends.OVER);
        }
    }

    /** Rank 2 and those after it offer to take over; rank 2 it is, and it finishes the construction. */
    private static void takenOver(SubJob job, Ends how) throws Exception {
        List<ProcId> expected = new ArrayList<>(job.members());
        expected.remove(0);
        ProcId chosen = expected.remove(1);
        expected.add(0, chosen);
        try (Seen selected = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_SELECTED))) {
            leaderFails(job, how, SECOND_TAKES_OVER, invitation -> {
                GroupChanged change = (GroupChanged) selected.next().detail();
                assertThat(change.proc()).hasValue(chosen);
                assertThat(change.status()).isEmpty();
                assertThat(change.group()).isEqualTo(id(job));
                Await.until("the leader is known", () -> invitation.leader().equals(chosen));
                Group group = job.rank() == 1
                        ? invitation.accept()
                        : invitation.outcome().get(120, TimeUnit.SECONDS);
                goOn(job, group, expected);
                assertThat(selected.events).isEmpty();
            });
        }
    }

    /** An invited process has failed before the leader, which goes on without it: the new leader is asked, too. */
    private static void invitedAndLeaderFail(SubJob job, boolean goesOn) throws Exception {
        List<ProcId> all = job.members();
        ProcId victim = all.get(4);
        List<ProcId> rest = List.of(all.get(2), all.get(1), all.get(3));
        BlockingQueue<Invitation> invitations = Jobs.inbox(job.pmix());
        job.fence();
        if (job.rank() == 0) {
            announceAnswers(job);
            var _ = job.pmix()
                    .groups()
                    .inviteAsync(all(job).policy(LeaderPolicy.goOn()).build());
            for (String point : List.of("accepted-2", "accepted-3", "out-4")) {
                job.await(point, 0);
            }
            job.await("invited", 1);
            job.killSelf();
        }
        Invitation invitation = Await.next(invitations);
        job.reached("invited");
        if (job.rank() == 4) {
            job.await("invited", 1, 2, 3);
            job.killSelf();
        }
        Queue<LeaderPolicy.Answer> asked = new ConcurrentLinkedQueue<>();
        LeaderPolicy recording = answer -> {
            asked.add(answer);
            return LeaderDecision.goOn();
        };
        AcceptOptions options = AcceptOptions.defaults()
                .whenLeaderFails(LeaderFailurePolicy.takeOver())
                .withPolicy(goesOn ? recording : LeaderPolicy.all());
        if (job.rank() == 1) {
            Await.until("another leads", () -> !invitation.leader().equals(all.get(0)) || !invitation.isOpen());
        }
        if (job.rank() > 1 || invitation.isOpen()) {
            var _ = invitation.with(options).acceptAsync();
        }
        if (goesOn) {
            Group group = invitation.outcome().get(120, TimeUnit.SECONDS);
            assertThat(group.members()).containsExactlyInAnyOrderElementsOf(rest);
            // On a busy machine it need not be rank 2.
            if (group.leader().equals(Optional.of(job.pmix().self()))) {
                assertThat(asked)
                        .anyMatch(answer -> answer.kind() == LeaderPolicy.Kind.FAILED
                                && answer.proc().equals(victim));
            }
            goOn(job, group, group.members());
        } else {
            assertThat(failureOf(invitation))
                    .isInstanceOfAny(PmixException.MemberLost.class, PmixException.Aborted.class)
                    .hasMessageContaining(victim.toString());
            Jobs.useGroup(job.pmix(), job.id("it-other"), rest);
        }
    }

    /** One process chooses to abort: all end, and learn which process aborted. */
    private static void aborted(SubJob job, Ends how) throws Exception {
        List<ProcId> rest = job.without(0);
        Choices choices = new Choices(LeaderFailurePolicy.follow(), LeaderFailurePolicy.takeOver(), failure -> {
            assertThat(failure.group()).isEqualTo(id(job));
            assertThat(failure.leader()).isEqualTo(job.member(0));
            assertThat(failure.silent()).isFalse();
            assertThat(failure.others()).isEqualTo(rest);
            return LeaderFailurePolicy.Choice.ABORT;
        });
        try (Seen aborted = new Seen(job.pmix().events().on(Statuses.GROUP_CONSTRUCT_ABORT))) {
            leaderFails(job, how, choices, invitation -> {
                assertThat(failureOf(invitation))
                        .isInstanceOf(PmixException.Aborted.class)
                        .hasMessageContaining(job.member(3).toString());
                assertThat(((GroupChanged) aborted.next().detail()).group()).isEqualTo(id(job));
                assertThat(invitation.isOpen()).isFalse();
                Jobs.useGroup(job.pmix(), job.id("it-other"), rest);
                assertThat(aborted.events).isEmpty();
            });
        }
    }

    /** Nobody takes over, and one has a policy that fails: the construction has failed for all. */
    private static void nobodyTakesOver(SubJob job) throws Exception {
        ProcId leader = job.member(0);
        Choices choices = new Choices(LeaderFailurePolicy.follow(), failure -> {
            throw new IllegalArgumentException("of the test");
        });
        Seen selected = new Seen(job.pmix().events().on(Statuses.GROUP_LEADER_SELECTED));
        leaderFails(job, Ends.KILLED, choices, invitation -> {
            assertThat(selected.next().detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                assertThat(change.proc()).isEmpty();
                assertThat(change.status()).hasValue(Statuses.GROUP_LEADER_FAILED);
            });
            assertThat(failureOf(invitation)).isInstanceOfSatisfying(PmixException.MemberLost.class, lost -> {
                assertThat(lost.lost()).isEqualTo(List.of(leader));
                assertThat(lost.status()).isEqualTo(Statuses.GROUP_LEADER_FAILED);
            });
            Jobs.useGroup(job.pmix(), job.id("it-other"), job.without(0));
        });
        selected.close();
    }

    /** The leader that has taken over fails too, and the next one takes over. */
    private static void takenOverTwice(SubJob job) throws Exception {
        List<ProcId> expected = new ArrayList<>(job.members());
        expected.remove(2);
        expected.remove(0);
        ProcId last = expected.remove(1);
        expected.add(0, last);
        leaderFails(job, Ends.KILLED, SECOND_TAKES_OVER, invitation -> {
            Await.until("rank 2 leads", () -> invitation.leader().equals(job.member(2)));
            job.reached("rank-2-leads");
            if (job.rank() == 2) {
                for (int other = 1; other < job.size(); other++) {
                    job.await("rank-2-leads", other);
                }
                job.killSelf();
            }
            Await.until("rank 3 leads", () -> invitation.leader().equals(job.member(3)));
            Group group =
                    job.rank() == 1 ? invitation.accept() : invitation.outcome().get(120, TimeUnit.SECONDS);
            goOn(job, group, expected);
        });
    }

    /** The first of the participants is killed together with the leader. */
    private static void twoAtOnce(SubJob job) throws Exception {
        BlockingQueue<Invitation> invitations = Jobs.inbox(job.pmix());
        job.fence();
        if (job.rank() == 0) {
            announceAnswers(job);
            var _ = job.pmix().groups().inviteAsync(all(job).build());
            awaitAcceptances(job, 2);
            job.killSelf();
        }
        Invitation invitation = Await.next(invitations);
        if (job.rank() == 1) {
            job.reached("invited");
            awaitAcceptances(job, 2);
            job.killSelf();
        }
        Group group = invitation
                .with(AcceptOptions.defaults()
                        .whenLeaderFails(LeaderFailurePolicy.takeOver())
                        .withPolicy(LeaderPolicy.goOn()))
                .accept();
        goOn(job, group, job.members().subList(2, job.size()));
    }

    /** A leader that closes its session aborts what it leads. */
    private static void leaderCloses(SubJob job) throws Exception {
        BlockingQueue<Invitation> invitations = Jobs.inbox(job.pmix());
        job.fence();
        if (job.rank() == 0) {
            announceAnswers(job);
            var future = job.pmix().groups().inviteAsync(all(job).build());
            awaitAcceptances(job, 2);
            job.close();
            assertThatThrownBy(() -> Await.result(future)).hasCauseInstanceOf(PmixException.class);
            return;
        }
        Invitation invitation = Await.next(invitations);
        job.reached("invited");
        if (job.rank() > 1) {
            var _ = invitation.acceptAsync();
        }
        assertThat(failureOf(invitation))
                .isInstanceOfSatisfying(
                        PmixException.Aborted.class,
                        aborted -> assertThat(aborted.by()).hasValue(job.member(0)));
        Jobs.useGroup(job.pmix(), job.id("it-other"), job.without(0));
    }

    // --- the jobs ----------------------------------------------------------------------------------------------------

    /** Shows sentences of the specification, and ranks that are silent or end in good order. */
    @Tag("row:invite-12")
    @Tag("row:invite-16")
    @Tag("row:invite-19")
    @Tag("row:invite-20")
    @Tag("row:invite-21")
    @Tag("row:invite-22")
    @Tag("row:invite-23")
    @Tag("row:invite-24")
    @Tag("row:join-6")
    @Tag("row:join-7")
    @Tag("row:join-9")
    @Tag("row:join-10")
    @Tag("row:join-11")
    @Tag("row:join-12")
    @Tag("row:join-13")
    @PmixTest(
            ranks = 10,
            nodes = {1, 3},
            killed = {2, 4, 5, 6, 7},
            timeLimit = 300)
    void invitedAndLeadersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(InvitationFailuresIT::leaderIsNotified, 0, 1, 2, 3);
        scenarios.run(job -> takenOver(job, Ends.SILENT), 0, 1, 4, 3);
        scenarios.run(job -> invitedFails(job, new Case(Ends.KILLED, false)), 0, 1, 4, 3);
        scenarios.run(job -> takenOver(job, Ends.KILLED), 5, 0, 1, 3);
        scenarios.run(job -> aborted(job, Ends.KILLED), 6, 0, 1, 3);
        scenarios.run(InvitationFailuresIT::nobodyTakesOver, 7, 0, 1, 3);
        if (pmix.capabilities().libraryVersion().isAtLeast(7, 0)) {
            // Before, no table of the host says that a process has ended in good order: orderly-end-unreported.
            scenarios.run(InvitationFailuresIT::endedLongBefore, 0, 1, 8);
        }
        scenarios.run(InvitationFailuresIT::leaderCloses, 9, 0, 1);
    }

    @PmixTest(
            ranks = 11,
            nodes = 3,
            killed = {4, 7, 8, 9, 10},
            exits = {2, 6},
            timeLimit = 300)
    void onThreeNodes(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(job -> invitedFailsAll(job, new Case(Ends.EXITED, false)), 0, 1, 2);
        scenarios.run(job -> invitedFails(job, new Case(Ends.KILLED, true)), 0, 1, 4, 3);
        scenarios.run(job -> invitedFailsAll(job, new Case(Ends.CLOSED, false)), 0, 1, 5, 3);
        scenarios.run(job -> takenOver(job, Ends.EXITED), 6, 0, 1, 3);
        scenarios.run(job -> invitedAndLeaderFail(job, true), 7, 0, 1, 3, 8);
        scenarios.run(InvitationFailuresIT::takenOverTwice, 9, 0, 10, 1, 3);
    }

    @PmixTest(
            ranks = 9,
            killed = {5, 6, 7, 8},
            exits = 2,
            timeLimit = 300)
    void onOneNode(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(job -> invitedFailsAll(job, new Case(Ends.EXITED, true)), 0, 1, 2, 3);
        scenarios.run(job -> invitedFails(job, new Case(Ends.CLOSED, true)), 0, 1, 4, 3);
        scenarios.run(job -> invitedAndLeaderFail(job, false), 5, 0, 1, 3, 6);
        scenarios.run(InvitationFailuresIT::twoAtOnce, 7, 8, 0, 1);
    }
}
