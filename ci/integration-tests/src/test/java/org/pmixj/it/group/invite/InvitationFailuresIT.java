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
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
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

    private static InviteRequest.Builder all(Pmix pmix, String id) {
        return InviteRequest.named(id).members(pmix.job().members());
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
    private static void announceAnswers(Pmix pmix, RankContext context) {
        announceAnswers(pmix, context, Statuses.GROUP_INVITE_ACCEPTED, "accepted-");
        announceAnswers(pmix, context, Statuses.GROUP_INVITE_DECLINED, "out-");
        announceAnswers(pmix, context, Statuses.GROUP_INVITE_FAILED, "out-");
    }

    private static void announceAnswers(Pmix pmix, RankContext context, PmixStatus code, String point) {
        pmix.events().on(code).register(event -> {
            GroupChanged change = (GroupChanged) event.detail();
            context.reached(
                    point + change.proc().or(event::source).orElseThrow().rank());
            return EventOutcome.noAction();
        });
    }

    /** Waits until rank 1 has been invited, and the leader knows that those from rank {@code first} on have accepted. */
    private static void awaitAcceptances(RankContext context, int first) throws InterruptedException {
        context.await("invited", 1);
        for (int rank = first; rank < context.size(); rank++) {
            context.await("accepted-" + rank, 0);
        }
    }

    /** The group works for those who are in it, and another can be formed. */
    private static void goOn(Pmix pmix, Group group, List<ProcId> expected) {
        assertThat(group.members()).isEqualTo(expected);
        assertThat(group.rank()).isEqualTo(expected.indexOf(pmix.self()));
        group.fence();
        group.destruct();
        Jobs.useGroup(pmix, "it-other", expected);
    }

    // --- an invited process ------------------------------------------------------------------------------------------

    private record Case(Ends how, boolean afterAccepting) {}

    private static void invitedFails(Pmix pmix, RankContext context, Case row, LeaderPolicy policy, boolean goesOn)
            throws Exception {
        List<ProcId> rest = new ArrayList<>(pmix.job().members());
        ProcId victim = rest.remove(VICTIM);
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        pmix.fence();
        if (context.rank() == VICTIM) {
            Invitation invitation = Await.next(invitations);
            if (row.afterAccepting()) {
                var _ = invitation.acceptAsync();
                context.await("accepted-" + VICTIM, 0);
            }
            // A handler is not asked about an invitation that was aborted before.
            int[] others = rest.stream()
                    .mapToInt(ProcId::rank)
                    .filter(rank -> rank != 0)
                    .toArray();
            context.await("has-invitation", others);
            row.how().end(pmix, context);
            return;
        }
        long begin = System.nanoTime();
        if (context.rank() == 0) {
            announceAnswers(pmix, context);
            if (goesOn) {
                goOn(
                        pmix,
                        pmix.groups()
                                .invite(all(pmix, "it-invited").policy(policy).build()),
                        rest);
            } else {
                assertThatThrownBy(() -> pmix.groups()
                                .invite(all(pmix, "it-invited").policy(policy).build()))
                        .isInstanceOfAny(PmixException.MemberLost.class, PmixException.Aborted.class)
                        .hasMessageContaining(victim.toString());
                Jobs.useGroup(pmix, "it-other", rest);
            }
        } else {
            Invitation invitation = Await.next(invitations);
            context.reached("has-invitation");
            if (row.afterAccepting() && context.rank() == 1) {
                // The construction must not be complete before the leader knows of the victim's end.
                context.await("out-" + VICTIM, 0);
            }
            if (goesOn) {
                goOn(pmix, invitation.accept(), rest);
            } else {
                if (invitation.isOpen()) {
                    var _ = invitation.acceptAsync();
                }
                assertThat(failureOf(invitation)).isInstanceOf(PmixException.Aborted.class);
                Jobs.useGroup(pmix, "it-other", rest);
            }
        }
        // It is the end of the victim that decides, and not that the time is over.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
    }

    private static void invitedFails(Pmix pmix, RankContext context, Case row) throws Exception {
        invitedFails(pmix, context, row, LeaderPolicy.goOn(), true);
    }

    private static void invitedFailsAll(Pmix pmix, RankContext context, Case row) throws Exception {
        invitedFails(pmix, context, row, LeaderPolicy.all(), false);
    }

    @Tag("row:invite-16")
    @Tag("row:join-6")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = VICTIM)
    void killedBeforeAnswering(Pmix pmix, RankContext context) throws Exception {
        invitedFails(pmix, context, new Case(Ends.KILLED, false));
    }

    @PmixTest(ranks = 6, nodes = 3, killed = VICTIM)
    void killedAfterAcceptingOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        invitedFails(pmix, context, new Case(Ends.KILLED, true));
    }

    @PmixTest(ranks = 4, exits = VICTIM)
    void exitedAfterAcceptingOnOneNode(Pmix pmix, RankContext context) throws Exception {
        invitedFailsAll(pmix, context, new Case(Ends.EXITED, true));
    }

    @PmixTest(ranks = 3, nodes = 3, exits = VICTIM)
    void exitedBeforeAnsweringAloneOnItsNode(Pmix pmix, RankContext context) throws Exception {
        invitedFailsAll(pmix, context, new Case(Ends.EXITED, false));
    }

    @PmixTest(ranks = 4)
    void closedAfterAcceptingOnOneNode(Pmix pmix, RankContext context) throws Exception {
        invitedFails(pmix, context, new Case(Ends.CLOSED, true));
    }

    @PmixTest(ranks = 4, nodes = 3)
    void closedBeforeAnsweringOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        invitedFailsAll(pmix, context, new Case(Ends.CLOSED, false));
    }

    /** The victim has ended in good order before it is invited, of which PRRTE notifies nobody. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void endedLongBefore(Pmix pmix, RankContext context) throws Exception {
        if (context.rank() == VICTIM) {
            return;
        }
        List<ProcId> rest = pmix.job().members().subList(0, VICTIM);
        ProcId victim = pmix.job().member(VICTIM);
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        if (context.rank() == 0) {
            Await.until(
                    "the victim has ended",
                    () -> pmix.queries().processTable(victim.nspace()).stream()
                            .anyMatch(process -> process.proc().equals(victim)
                                    && process.state().isEnded()));
            List<LeaderPolicy.Kind> kinds = new CopyOnWriteArrayList<>();
            Group group = pmix.groups()
                    .invite(all(pmix, "it-ended")
                            .policy(answer -> {
                                kinds.add(answer.kind());
                                return LeaderDecision.goOn();
                            })
                            .build());
            assertThat(kinds).containsExactlyInAnyOrder(LeaderPolicy.Kind.ACCEPTED, LeaderPolicy.Kind.FAILED);
            goOn(pmix, group, rest);
        } else {
            goOn(pmix, Await.next(invitations).accept(), rest);
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
    private static void leaderFails(Pmix pmix, RankContext context, Ends how, Choices choices, Outcome outcome)
            throws Exception {
        ProcId leader = pmix.job().member(0);
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        try (Seen failed = new Seen(pmix.events().on(Statuses.GROUP_LEADER_FAILED))) {
            pmix.fence();
            if (context.rank() == 0) {
                announceAnswers(pmix, context);
                Duration bound = how == Ends.SILENT ? BOUND_OF_A_SILENT_LEADER : LIMIT;
                var future = pmix.groups()
                        .inviteAsync(all(pmix, "it-led").timeout(bound).build());
                awaitAcceptances(context, 2);
                how.end(pmix, context);
                if (how == Ends.SILENT) {
                    // It was away, and learns what has become of its group.
                    assertThatThrownBy(() -> Await.result(future)).hasCauseInstanceOf(PmixException.class);
                }
                return;
            }
            Invitation invitation = Await.next(invitations);
            context.reached("invited");
            if (context.rank() > 1) {
                var _ = invitation.acceptAsync(AcceptOptions.builder()
                        .whenLeaderFails(choices.of(context.rank()))
                        .build());
            }
            Event event = failed.next();
            assertThat(event.detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                assertThat(change.group()).isEqualTo("it-led");
                assertThat(change.proc()).hasValue(leader);
            });
            outcome.of(invitation);
            context.reached(Ends.OVER);
        }
    }

    /** Rank 2 and those after it offer to take over; rank 2 it is, and it finishes the construction. */
    private static void takenOver(Pmix pmix, RankContext context, Ends how) throws Exception {
        List<ProcId> expected = new ArrayList<>(pmix.job().members());
        expected.remove(0);
        ProcId chosen = expected.remove(1);
        expected.add(0, chosen);
        try (Seen selected = new Seen(pmix.events().on(Statuses.GROUP_LEADER_SELECTED))) {
            leaderFails(pmix, context, how, SECOND_TAKES_OVER, invitation -> {
                GroupChanged change = (GroupChanged) selected.next().detail();
                assertThat(change.proc()).hasValue(chosen);
                assertThat(change.status()).isEmpty();
                assertThat(change.group()).isEqualTo("it-led");
                Await.until("the leader is known", () -> invitation.leader().equals(chosen));
                Group group = context.rank() == 1
                        ? invitation.accept()
                        : invitation.outcome().get(120, TimeUnit.SECONDS);
                goOn(pmix, group, expected);
                assertThat(selected.events).isEmpty();
            });
        }
    }

    @Tag("row:invite-19")
    @Tag("row:invite-20")
    @Tag("row:invite-21")
    @Tag("row:invite-22")
    @Tag("row:join-9")
    @Tag("row:join-10")
    @Tag("row:join-11")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = 0)
    void takenOverFromAKilledLeader(Pmix pmix, RankContext context) throws Exception {
        takenOver(pmix, context, Ends.KILLED);
    }

    @Tag("row:invite-19")
    @Tag("row:invite-20")
    @Tag("row:invite-21")
    @Tag("row:invite-22")
    @Tag("row:join-9")
    @Tag("row:join-10")
    @Tag("row:join-11")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            exits = 0)
    void takenOverFromALeaderThatExited(Pmix pmix, RankContext context) throws Exception {
        takenOver(pmix, context, Ends.EXITED);
    }

    @Tag("row:invite-19")
    @Tag("row:invite-20")
    @Tag("row:invite-21")
    @Tag("row:invite-22")
    @Tag("row:join-9")
    @Tag("row:join-10")
    @Tag("row:join-11")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void takenOverFromASilentLeader(Pmix pmix, RankContext context) throws Exception {
        takenOver(pmix, context, Ends.SILENT);
    }

    /** An invited process has failed before the leader, which goes on without it: the new leader is asked, too. */
    private static void invitedAndLeaderFail(Pmix pmix, RankContext context, boolean goesOn) throws Exception {
        List<ProcId> all = pmix.job().members();
        ProcId victim = all.get(4);
        List<ProcId> rest = List.of(all.get(2), all.get(1), all.get(3));
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        pmix.fence();
        if (context.rank() == 0) {
            announceAnswers(pmix, context);
            var _ = pmix.groups()
                    .inviteAsync(all(pmix, "it-led").policy(LeaderPolicy.goOn()).build());
            for (String point : List.of("accepted-2", "accepted-3", "out-4")) {
                context.await(point, 0);
            }
            context.await("invited", 1);
            context.killSelf();
        }
        Invitation invitation = Await.next(invitations);
        context.reached("invited");
        if (context.rank() == 4) {
            context.await("invited", 1, 2, 3);
            context.killSelf();
        }
        Queue<LeaderPolicy.Answer> asked = new ConcurrentLinkedQueue<>();
        LeaderPolicy recording = answer -> {
            asked.add(answer);
            return LeaderDecision.goOn();
        };
        AcceptOptions options = AcceptOptions.builder()
                .whenLeaderFails(LeaderFailurePolicy.takeOver())
                .policy(goesOn ? recording : LeaderPolicy.all())
                .build();
        if (context.rank() == 1) {
            Await.until("another leads", () -> !invitation.leader().equals(all.get(0)) || !invitation.isOpen());
        }
        if (context.rank() > 1 || invitation.isOpen()) {
            var _ = invitation.acceptAsync(options);
        }
        if (goesOn) {
            Group group = invitation.outcome().get(120, TimeUnit.SECONDS);
            assertThat(group.members()).containsExactlyInAnyOrderElementsOf(rest);
            // On a busy machine it need not be rank 2.
            if (group.leader().equals(Optional.of(pmix.self()))) {
                assertThat(asked)
                        .anyMatch(answer -> answer.kind() == LeaderPolicy.Kind.FAILED
                                && answer.proc().equals(victim));
            }
            goOn(pmix, group, group.members());
        } else {
            assertThat(failureOf(invitation))
                    .isInstanceOfAny(PmixException.MemberLost.class, PmixException.Aborted.class)
                    .hasMessageContaining(victim.toString());
            Jobs.useGroup(pmix, "it-other", rest);
        }
    }

    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {0, 4})
    void theNewLeaderIsAskedAboutAnInvitedProcess(Pmix pmix, RankContext context) throws Exception {
        invitedAndLeaderFail(pmix, context, true);
    }

    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {0, 4})
    void theNewLeaderAbortsForAnInvitedProcess(Pmix pmix, RankContext context) throws Exception {
        invitedAndLeaderFail(pmix, context, false);
    }

    /** One process chooses to abort: all end, and learn which process aborted. */
    private static void aborted(Pmix pmix, RankContext context, Ends how) throws Exception {
        List<ProcId> rest = pmix.job().members().subList(1, context.size());
        Choices choices = new Choices(LeaderFailurePolicy.follow(), LeaderFailurePolicy.takeOver(), failure -> {
            assertThat(failure.group()).isEqualTo("it-led");
            assertThat(failure.leader()).isEqualTo(pmix.job().member(0));
            assertThat(failure.silent()).isFalse();
            assertThat(failure.others()).isEqualTo(rest);
            return LeaderFailurePolicy.Choice.ABORT;
        });
        try (Seen aborted = new Seen(pmix.events().on(Statuses.GROUP_CONSTRUCT_ABORT))) {
            leaderFails(pmix, context, how, choices, invitation -> {
                assertThat(failureOf(invitation))
                        .isInstanceOf(PmixException.Aborted.class)
                        .hasMessageContaining(pmix.job().member(3).toString());
                assertThat(((GroupChanged) aborted.next().detail()).group()).isEqualTo("it-led");
                assertThat(invitation.isOpen()).isFalse();
                Jobs.useGroup(pmix, "it-other", rest);
                assertThat(aborted.events).isEmpty();
            });
        }
    }

    @Tag("row:invite-24")
    @Tag("row:join-13")
    @Tag("row:join-7")
    @PmixTest(ranks = 4, killed = 0)
    void abortedByAParticipantOnOneNode(Pmix pmix, RankContext context) throws Exception {
        aborted(pmix, context, Ends.KILLED);
    }

    @Tag("row:invite-24")
    @Tag("row:join-13")
    @Tag("row:join-7")
    @PmixTest(ranks = 5, nodes = 3, exits = 0)
    void abortedByAParticipantOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        aborted(pmix, context, Ends.EXITED);
    }

    /** Nobody takes over, and one has a policy that fails: the construction has failed for all. */
    @Tag("row:invite-23")
    @Tag("row:join-12")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = 0)
    void nobodyTakesOver(Pmix pmix, RankContext context) throws Exception {
        ProcId leader = pmix.job().member(0);
        Choices choices = new Choices(LeaderFailurePolicy.follow(), failure -> {
            throw new IllegalArgumentException("of the test");
        });
        Seen selected = new Seen(pmix.events().on(Statuses.GROUP_LEADER_SELECTED));
        leaderFails(pmix, context, Ends.KILLED, choices, invitation -> {
            assertThat(selected.next().detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                assertThat(change.proc()).isEmpty();
                assertThat(change.status()).hasValue(Statuses.GROUP_LEADER_FAILED);
            });
            assertThat(failureOf(invitation)).isInstanceOfSatisfying(PmixException.MemberLost.class, lost -> {
                assertThat(lost.lost()).isEqualTo(List.of(leader));
                assertThat(lost.status()).isEqualTo(Statuses.GROUP_LEADER_FAILED);
            });
            Jobs.useGroup(pmix, "it-other", pmix.job().members().subList(1, context.size()));
        });
        selected.close();
    }

    /** The leader that has taken over fails too, and the next one takes over. */
    @PmixTest(
            ranks = 5,
            nodes = {1, 3},
            killed = {0, 2})
    void takenOverTwice(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> expected = new ArrayList<>(pmix.job().members());
        expected.remove(2);
        expected.remove(0);
        ProcId last = expected.remove(1);
        expected.add(0, last);
        leaderFails(pmix, context, Ends.KILLED, SECOND_TAKES_OVER, invitation -> {
            Await.until(
                    "rank 2 leads", () -> invitation.leader().equals(pmix.job().member(2)));
            context.reached("rank-2-leads");
            if (context.rank() == 2) {
                for (int other = 1; other < context.size(); other++) {
                    context.await("rank-2-leads", other);
                }
                context.killSelf();
            }
            Await.until(
                    "rank 3 leads", () -> invitation.leader().equals(pmix.job().member(3)));
            Group group = context.rank() == 1
                    ? invitation.accept()
                    : invitation.outcome().get(120, TimeUnit.SECONDS);
            goOn(pmix, group, expected);
        });
    }

    /** The first of the participants is killed together with the leader. */
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            killed = {0, 1})
    void twoAtOnce(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        pmix.fence();
        if (context.rank() == 0) {
            announceAnswers(pmix, context);
            var _ = pmix.groups().inviteAsync(all(pmix, "it-led").build());
            awaitAcceptances(context, 2);
            context.killSelf();
        }
        Invitation invitation = Await.next(invitations);
        if (context.rank() == 1) {
            context.reached("invited");
            awaitAcceptances(context, 2);
            context.killSelf();
        }
        Group group = invitation.accept(AcceptOptions.builder()
                .whenLeaderFails(LeaderFailurePolicy.takeOver())
                .policy(LeaderPolicy.goOn())
                .build());
        goOn(pmix, group, pmix.job().members().subList(2, context.size()));
    }

    /** A leader that closes its session aborts what it leads. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void leaderCloses(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        pmix.fence();
        if (context.rank() == 0) {
            announceAnswers(pmix, context);
            var future = pmix.groups().inviteAsync(all(pmix, "it-led").build());
            awaitAcceptances(context, 2);
            pmix.close();
            assertThatThrownBy(() -> Await.result(future)).hasCauseInstanceOf(PmixException.class);
            return;
        }
        Invitation invitation = Await.next(invitations);
        context.reached("invited");
        if (context.rank() > 1) {
            var _ = invitation.acceptAsync();
        }
        assertThat(failureOf(invitation))
                .isInstanceOfSatisfying(
                        PmixException.Aborted.class,
                        aborted -> assertThat(aborted.by()).hasValue(pmix.job().member(0)));
        Jobs.useGroup(pmix, "it-other", pmix.job().members().subList(1, context.size()));
    }
}
