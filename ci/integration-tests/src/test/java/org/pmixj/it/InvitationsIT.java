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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.JoinOptions;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** RFC 0033, {@code PMIx_Group_invite} and {@code PMIx_Group_join}, while everybody lives. */
class InvitationsIT {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);

    /** A process that is invited, and keeps the invitations. */
    private static final class Inbox implements AutoCloseable {
        final BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
        private final Registration registration;

        Inbox(Pmix pmix, Reply reply) {
            registration = pmix.groups().onInvitation(invitation -> {
                invitations.add(invitation);
                if (reply == Reply.DECLINE) {
                    // One that is over is not handed out: the others are to see it first.
                    Thread.sleep(300);
                }
                return reply;
            });
        }

        Invitation next() throws InterruptedException {
            Invitation invitation = invitations.poll(20, TimeUnit.SECONDS);
            assertThat(invitation).isNotNull();
            return invitation;
        }

        @Override
        public void close() {
            registration.close();
        }
    }

    private static InviteRequest.Builder all(Pmix pmix, String id) {
        return InviteRequest.named(id).invite(pmix.job().members()).timeout(BOUND);
    }

    private static PmixException failureOf(Invitation invitation) throws Exception {
        return failureOf(invitation.outcome());
    }

    private static PmixException failureOf(CompletableFuture<?> future) throws Exception {
        try {
            Object value = future.get(30, TimeUnit.SECONDS);
            throw new AssertionError("not a failure: " + value);
        } catch (ExecutionException e) {
            return (PmixException) e.getCause();
        }
    }

    private static Group groupOf(CompletableFuture<Group> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    // --- everybody accepts -------------------------------------------------------------------------------------------

    private static void everybodyAccepts(Pmix pmix, RankContext context) throws Exception {
        pmix.put(Scope.GLOBAL, NUMBER, pmix.self().rank() * 7);
        pmix.commit();
        Group group;
        try (Inbox inbox = new Inbox(pmix, Reply.ACCEPT);
                Seen complete = new Seen(pmix.events().on(Statuses.GROUP_CONSTRUCT_COMPLETE))) {
            pmix.fence();
            if (context.rank() == 0) {
                group = pmix.groups()
                        .invite(all(pmix, "it-invite").assignContextId().build());
            } else {
                Invitation invitation = inbox.next();
                assertThat(invitation.groupId()).isEqualTo("it-invite");
                assertThat(invitation.leader()).isEqualTo(pmix.job().member(0));
                assertThat(invitation.participants()).isEqualTo(pmix.job().members());
                group = groupOf(invitation.outcome());
                assertThat(invitation.isOpen()).isFalse();
                assertThatIllegalStateException().isThrownBy(invitation::accept);
                assertThatIllegalStateException().isThrownBy(invitation::decline);
            }
            // "… a PMIX_GROUP_CONSTRUCT_COMPLETE event … distributed to all participants along with the final group
            // membership."
            Event event = complete.next();
            assertThat(event.source()).hasValue(pmix.job().member(0));
            assertThat(event.detail()).isInstanceOfSatisfying(GroupChanged.class, change -> {
                assertThat(change.group()).isEqualTo("it-invite");
                assertThat(change.members()).isEqualTo(pmix.job().members());
                assertThat(change.contextId()).isEqualTo(group.contextId());
            });
        }
        assertThat(group.id()).isEqualTo("it-invite");
        assertThat(group.members()).isEqualTo(pmix.job().members());
        assertThat(group.rank()).isEqualTo(pmix.self().rank());
        assertThat(group.contextId()).isPresent();
        for (ProcId member : group.members()) {
            assertThat(pmix.get(member, NUMBER)).isEqualTo(member.rank() * 7);
        }
        group.fence();
        group.destruct();
        assertThat(pmix.groups().active()).isEmpty();
    }

    @Conforms({
        "groups-6",
        "groups-7",
        "invite-1",
        "invite-2",
        "invite-4",
        "invite-5",
        "invite-7",
        "invite-8",
        "invite-17",
        "join-1",
        "members-9"
    })
    @PmixTest(ranks = 4)
    void everybodyAcceptsOnOneNode(Pmix pmix, RankContext context) throws Exception {
        everybodyAccepts(pmix, context);
    }

    @Conforms({
        "groups-6",
        "groups-7",
        "invite-1",
        "invite-2",
        "invite-4",
        "invite-5",
        "invite-7",
        "invite-8",
        "invite-17",
        "join-1",
        "members-9"
    })
    @PmixTest(ranks = 6, nodes = 3)
    void everybodyAcceptsOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        everybodyAccepts(pmix, context);
    }

    // --- some do not -------------------------------------------------------------------------------------------------

    /** The last rank declines; what becomes of it. */
    private static void oneDeclines(Pmix pmix, RankContext context) throws Exception {
        ProcId last = pmix.job().member(context.size() - 1);
        boolean declines = pmix.self().equals(last);
        List<ProcId> rest = new ArrayList<>(pmix.job().members());
        rest.remove(last);
        try (Inbox inbox = new Inbox(pmix, declines ? Reply.DECLINE : Reply.ACCEPT)) {
            pmix.fence();
            // All have to come.
            if (context.rank() == 0) {
                try (Seen declined = new Seen(pmix.events().on(Statuses.GROUP_INVITE_DECLINED))) {
                    assertThatThrownBy(
                                    () -> pmix.groups().invite(all(pmix, "it-a").build()))
                            .isInstanceOfSatisfying(
                                    PmixException.Aborted.class,
                                    aborted -> assertThat(aborted.by()).hasValue(last));
                    Event event = declined.next();
                    assertThat(event.source()).hasValue(last);
                    assertThat(((GroupChanged) event.detail()).group()).isEqualTo("it-a");
                }
            } else {
                PmixException failure = failureOf(inbox.next());
                assertThat(failure)
                        .isInstanceOfSatisfying(
                                PmixException.Aborted.class,
                                aborted -> assertThat(aborted.by())
                                        .hasValue(
                                                declines
                                                        ? pmix.self()
                                                        : pmix.job().member(0)));
            }
            assertThat(pmix.groups().active()).isEmpty();
            pmix.fence();
            // Whoever does not come is left out.
            goesOnWithout(pmix, context, inbox, rest, LeaderPolicy.goOn(), declines);
            pmix.fence();
            goesOnWithout(pmix, context, inbox, rest, answer -> LeaderDecision.goOn(), declines);
        }
    }

    private static void goesOnWithout(
            Pmix pmix, RankContext context, Inbox inbox, List<ProcId> rest, LeaderPolicy policy, boolean declines)
            throws Exception {
        if (declines) {
            assertThat(failureOf(inbox.next())).isInstanceOf(PmixException.Aborted.class);
            return;
        }
        Group group = context.rank() == 0
                ? pmix.groups().invite(all(pmix, "it-b").policy(policy).build())
                : groupOf(inbox.next().outcome());
        assertThat(group.members()).isEqualTo(rest);
        group.fence();
        group.destruct();
    }

    @Conforms({"groups-7", "invite-5", "invite-10", "invite-11", "invite-13", "join-5"})
    @PmixTest(ranks = 4)
    void oneDeclinesOnOneNode(Pmix pmix, RankContext context) throws Exception {
        oneDeclines(pmix, context);
    }

    @Conforms({"groups-7", "invite-5", "invite-10", "invite-11", "invite-13", "join-5"})
    @PmixTest(ranks = 6, nodes = 3)
    void oneDeclinesOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        oneDeclines(pmix, context);
    }

    /** The last rank does not answer; what becomes of it. */
    private static void oneIsSilent(Pmix pmix, RankContext context) throws Exception {
        ProcId last = pmix.job().member(context.size() - 1);
        boolean silent = pmix.self().equals(last);
        List<ProcId> rest = new ArrayList<>(pmix.job().members());
        rest.remove(last);
        try (Inbox inbox = new Inbox(pmix, silent ? Reply.LATER : Reply.ACCEPT)) {
            pmix.fence();
            // All have to come.
            if (context.rank() == 0) {
                try (Seen failed = new Seen(pmix.events().on(Statuses.GROUP_INVITE_FAILED));
                        Seen aborted = new Seen(pmix.events().on(Statuses.GROUP_CONSTRUCT_ABORT))) {
                    InviteRequest request =
                            all(pmix, "it-a").timeout(Duration.ofSeconds(1)).build();
                    assertThatThrownBy(() -> pmix.groups().invite(request))
                            .isInstanceOf(PmixException.Timeout.class)
                            .hasMessageContaining(last.toString());
                    assertThat(((GroupChanged) failed.next().detail()).proc()).hasValue(last);
                    assertThat(((GroupChanged) aborted.next().detail()).group()).isEqualTo("it-a");
                }
            } else {
                Invitation invitation = inbox.next();
                PmixException failure = failureOf(invitation);
                assertThat(failure)
                        .isInstanceOfSatisfying(
                                PmixException.Aborted.class,
                                aborted -> assertThat(aborted.by())
                                        .hasValue(pmix.job().member(0)));
                assertThat(invitation.isOpen()).isFalse();
                if (silent) {
                    // A late answer ends as the construction did.
                    assertThat(failureOf(invitation.acceptAsync())).isSameAs(failure);
                    assertThatThrownBy(invitation::accept).isInstanceOf(PmixException.Aborted.class);
                    invitation.decline();
                }
            }
            pmix.fence();
            // Whoever does not come is left out, and told so.
            InviteRequest request = all(pmix, "it-b")
                    .answerWithin(Duration.ofSeconds(3))
                    .policy(LeaderPolicy.goOn())
                    .build();
            if (silent) {
                assertThat(failureOf(inbox.next())).isInstanceOf(PmixException.Aborted.class);
            } else {
                Group group = context.rank() == 0
                        ? pmix.groups().invite(request)
                        : groupOf(inbox.next().outcome());
                assertThat(group.members()).isEqualTo(rest);
                group.fence();
                group.destruct();
            }
            pmix.fence();
        }
        assertThat(pmix.groups().invitations()).isEmpty();
    }

    @Conforms({"groups-14", "invite-12", "invite-15", "invite-16"})
    @PmixTest(ranks = 4)
    void oneIsSilentOnOneNode(Pmix pmix, RankContext context) throws Exception {
        oneIsSilent(pmix, context);
    }

    @Conforms({"groups-14", "invite-12", "invite-15", "invite-16"})
    @PmixTest(ranks = 6, nodes = 3)
    void oneIsSilentOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        oneIsSilent(pmix, context);
    }

    /** Rank 1 declines and rank 2 is silent; the last two take their places. */
    private static void replacements(Pmix pmix, RankContext context) throws Exception {
        int size = context.size();
        ProcId spareOne = pmix.job().member(size - 2);
        ProcId spareTwo = pmix.job().member(size - 1);
        List<ProcId> expected = new ArrayList<>(pmix.job().members().subList(0, size - 2));
        expected.set(1, spareOne);
        expected.set(2, spareTwo);
        Reply reply = context.rank() == 1 ? Reply.DECLINE : context.rank() == 2 ? Reply.LATER : Reply.ACCEPT;
        try (Inbox inbox = new Inbox(pmix, reply)) {
            pmix.fence();
            Group group = null;
            if (context.rank() == 0) {
                BlockingQueue<LeaderPolicy.Answer> answers = new LinkedBlockingQueue<>();
                LeaderPolicy policy = answer -> {
                    answers.add(answer);
                    return switch (answer.kind()) {
                        case ACCEPTED -> LeaderDecision.goOn();
                        case DECLINED -> LeaderDecision.replace(spareOne);
                        case SILENT -> LeaderDecision.replace(spareTwo);
                        case FAILED -> LeaderDecision.abort();
                    };
                };
                group = pmix.groups()
                        .invite(InviteRequest.named("it-replace")
                                .invite(pmix.job().members().subList(0, size - 2))
                                .answerWithin(Duration.ofSeconds(3))
                                .policy(policy)
                                .timeout(BOUND)
                                .build());
                assertThat(answers).hasSize(size - 1);
                assertThat(answers)
                        .anySatisfy(answer -> {
                            assertThat(answer.kind()).isEqualTo(LeaderPolicy.Kind.DECLINED);
                            assertThat(answer.proc()).isEqualTo(pmix.job().member(1));
                            assertThat(answer.group()).isEqualTo("it-replace");
                            assertThat(answer.accepted()).contains(pmix.self());
                        })
                        .anySatisfy(answer -> {
                            assertThat(answer.kind()).isEqualTo(LeaderPolicy.Kind.SILENT);
                            assertThat(answer.proc()).isEqualTo(pmix.job().member(2));
                        });
            } else if (reply == Reply.ACCEPT) {
                Invitation invitation = inbox.next();
                group = groupOf(invitation.outcome());
            } else {
                assertThat(failureOf(inbox.next())).isInstanceOf(PmixException.Aborted.class);
            }
            if (group != null) {
                assertThat(group.members()).isEqualTo(expected);
                group.fence();
                group.destruct();
            }
            pmix.fence();
        }
    }

    @Conforms({"invite-9", "invite-13"})
    @PmixTest(ranks = 5)
    void replacementsOnOneNode(Pmix pmix, RankContext context) throws Exception {
        replacements(pmix, context);
    }

    @Conforms({"invite-9", "invite-13"})
    @PmixTest(ranks = 6, nodes = 3)
    void replacementsOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        replacements(pmix, context);
    }

    /** Replacements that cannot be, and a policy that fails. */
    private static void impossibleDecisions(Pmix pmix, RankContext context) throws Exception {
        List<LeaderPolicy> policies = List.of(
                answer -> LeaderDecision.replace(pmix.self()),
                answer -> LeaderDecision.replace(ProcId.all(pmix.self().nspace())),
                answer -> LeaderDecision.replace(pmix.job().member(2)),
                answer -> LeaderDecision.replace(new ProcId(pmix.self().nspace(), 99)),
                answer -> LeaderDecision.replace(new ProcId("it-nowhere", 0)),
                answer -> LeaderDecision.abort("enough"),
                answer -> {
                    throw new IllegalArgumentException("of the test");
                },
                answer -> null);
        try (Inbox inbox = new Inbox(pmix, context.rank() == 1 ? Reply.DECLINE : Reply.LATER)) {
            for (LeaderPolicy policy : policies) {
                pmix.fence();
                if (context.rank() == 0) {
                    LeaderPolicy whenDeclined = answer ->
                            answer.kind() == LeaderPolicy.Kind.DECLINED ? policy.decide(answer) : LeaderDecision.goOn();
                    assertThatThrownBy(() -> pmix.groups()
                                    .invite(all(pmix, "it-c")
                                            .policy(whenDeclined)
                                            .build()))
                            .isInstanceOf(PmixException.class)
                            .isNotInstanceOf(PmixException.Timeout.class);
                } else {
                    assertThat(failureOf(inbox.next())).isInstanceOf(PmixException.Aborted.class);
                }
                assertThat(pmix.groups().active()).isEmpty();
            }
            pmix.fence();
        }
    }

    @Conforms({"invite-10", "invite-25"})
    @PmixTest(ranks = 3)
    void impossibleDecisionsOnOneNode(Pmix pmix, RankContext context) throws Exception {
        impossibleDecisions(pmix, context);
    }

    @Conforms({"invite-10", "invite-25"})
    @PmixTest(ranks = 3, nodes = 3)
    void impossibleDecisionsOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        impossibleDecisions(pmix, context);
    }

    // --- several at once ---------------------------------------------------------------------------------------------

    /**
     * Each rank invites all others to several groups at once; every process declines some of them and is slow with
     * others. Each invitation has its own answers.
     */
    private static void severalAtOnce(Pmix pmix, RankContext context) throws Exception {
        int each = 4;
        int size = context.size();
        List<CompletableFuture<Group>> invited = new CopyOnWriteArrayList<>();
        List<String> declined = new CopyOnWriteArrayList<>();
        try (Registration _ = pmix.groups().onInvitation(invitation -> {
            String[] parts = invitation.groupId().split("-");
            int of = Integer.parseInt(parts[2]);
            int number = Integer.parseInt(parts[3]);
            if (declines(pmix.self().rank(), of, number)) {
                declined.add(invitation.groupId());
                return Reply.DECLINE;
            }
            if (number % 2 == 0) {
                Thread.sleep(20L * number);
            }
            invited.add(invitation.acceptAsync());
            return Reply.LATER;
        })) {
            pmix.fence();
            List<CompletableFuture<Group>> mine = new ArrayList<>();
            for (int number = 0; number < each; number++) {
                mine.add(pmix.groups()
                        .inviteAsync(all(pmix, "it-many-" + context.rank() + "-" + number)
                                .policy(LeaderPolicy.goOn())
                                .build()));
            }
            List<Group> groups = new ArrayList<>();
            for (CompletableFuture<Group> future : mine) {
                groups.add(groupOf(future));
            }
            Jobs.await("all have been answered", () -> invited.size() + declined.size() == each * (size - 1));
            for (CompletableFuture<Group> future : invited) {
                groups.add(groupOf(future));
            }
            for (Group group : groups) {
                String[] parts = group.id().split("-");
                int of = Integer.parseInt(parts[2]);
                int number = Integer.parseInt(parts[3]);
                List<ProcId> expected = new ArrayList<>();
                expected.add(pmix.job().member(of));
                for (int rank = 0; rank < size; rank++) {
                    if (rank != of && !declines(rank, of, number)) {
                        expected.add(pmix.job().member(rank));
                    }
                }
                assertThat(group.members()).as(group.id()).isEqualTo(expected);
            }
            List<CompletableFuture<Void>> ends = new ArrayList<>();
            for (Group group : groups) {
                ends.add(group.destructAsync(BOUND));
            }
            for (CompletableFuture<Void> end : ends) {
                end.get(30, TimeUnit.SECONDS);
            }
            pmix.fence();
        }
    }

    private static boolean declines(int rank, int of, int number) {
        return (rank + of + number) % 3 == 0 && rank != of;
    }

    @Conforms({"join-4", "join-7"})
    @PmixTest(ranks = 4)
    void severalAtOnceOnOneNode(Pmix pmix, RankContext context) throws Exception {
        severalAtOnce(pmix, context);
    }

    @Conforms({"join-4", "join-7"})
    @PmixTest(ranks = 6, nodes = 3)
    void severalAtOnceOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        severalAtOnce(pmix, context);
    }

    // --- the end before the end --------------------------------------------------------------------------------------

    /** The leader cancels, is interrupted, or sends the event of an abort; a joiner gives up. */
    private static void givenUp(Pmix pmix, RankContext context) throws Exception {
        try (Inbox inbox = new Inbox(pmix, Reply.LATER)) {
            for (int row = 0; row < 3; row++) {
                pmix.fence();
                if (context.rank() == 0) {
                    CompletableFuture<Group> future =
                            pmix.groups().inviteAsync(all(pmix, "it-up").build());
                    Thread.sleep(300);
                    if (row == 0) {
                        future.cancel(true);
                    } else if (row == 1) {
                        pmix.events()
                                .notify(Statuses.GROUP_CONSTRUCT_ABORT)
                                .toNamespace()
                                .with(Keys.GROUP_ID, "it-up")
                                .send();
                        assertThat(failureOf(future)).isInstanceOf(PmixException.Aborted.class);
                    } else {
                        future.cancel(true);
                        CompletableFuture<Group> other =
                                pmix.groups().inviteAsync(all(pmix, "it-up").build());
                        Thread inviting = new Thread(
                                () -> pmix.groups().invite(all(pmix, "it-up-2").build()));
                        inviting.setUncaughtExceptionHandler((_, _) -> {});
                        inviting.start();
                        Thread.sleep(300);
                        inviting.interrupt();
                        inviting.join();
                        other.cancel(true);
                    }
                } else {
                    Invitation invitation = inbox.next();
                    CompletableFuture<Group> joined = context.rank() == 1 ? invitation.acceptAsync() : null;
                    assertThat(failureOf(invitation))
                            .isInstanceOfSatisfying(
                                    PmixException.Aborted.class,
                                    aborted -> assertThat(aborted.by())
                                            .hasValue(pmix.job().member(0)));
                    if (joined != null) {
                        assertThat(failureOf(joined)).isInstanceOf(PmixException.Aborted.class);
                    }
                    if (row == 2) {
                        failureOf(inbox.next());
                        failureOf(inbox.next());
                    }
                }
                pmix.fence();
                assertThat(pmix.groups().active()).isEmpty();
            }
            joinersGiveUp(pmix, context, inbox);
        }
    }

    private static void joinersGiveUp(Pmix pmix, RankContext context, Inbox inbox) throws Exception {
        pmix.fence();
        if (context.rank() == 0) {
            // One takes back what it had said, by its bound or by a cancel; that is as if it declined.
            assertThatThrownBy(() -> pmix.groups().invite(all(pmix, "it-back").build()))
                    .isInstanceOf(PmixException.Aborted.class);
        } else {
            Invitation invitation = inbox.next();
            if (context.rank() == 1) {
                CompletableFuture<Group> future = invitation.acceptAsync(
                        JoinOptions.builder().timeout(Duration.ofMillis(500)).build());
                assertThat(failureOf(future)).isInstanceOf(PmixException.Timeout.class);
                assertThatIllegalStateException().isThrownBy(invitation::decline);
            }
            failureOf(invitation);
        }
        pmix.fence();
    }

    @Conforms({"invite-26", "invite-27", "join-8", "join-14", "join-15"})
    @PmixTest(ranks = 3)
    void givenUpOnOneNode(Pmix pmix, RankContext context) throws Exception {
        givenUp(pmix, context);
    }

    @Conforms({"invite-26", "invite-27", "join-8", "join-14", "join-15"})
    @PmixTest(ranks = 3, nodes = 3)
    void givenUpOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        givenUp(pmix, context);
    }

    // --- who listens when --------------------------------------------------------------------------------------------

    /** A process that begins to listen when it has been invited is invited; one that closes its session is out. */
    private static void lateListeners(Pmix pmix, RankContext context) throws Exception {
        pmix.fence();
        Group group;
        if (context.rank() == 0) {
            group = pmix.groups().invite(all(pmix, "it-late").build());
        } else {
            Thread.sleep(500);
            try (Inbox inbox = new Inbox(pmix, Reply.LATER)) {
                Invitation invitation = inbox.next();
                assertThat(pmix.groups().invitations()).containsExactly(invitation);
                // Those who come later are asked too.
                try (Inbox second = new Inbox(pmix, Reply.ACCEPT)) {
                    assertThat(second.next()).isSameAs(invitation);
                    group = groupOf(invitation.outcome());
                }
            }
        }
        assertThat(group.members()).isEqualTo(pmix.job().members());
        group.destruct();
    }

    @Conforms({"invite-3", "join-2"})
    @PmixTest(ranks = 3)
    void lateListenersOnOneNode(Pmix pmix, RankContext context) throws Exception {
        lateListeners(pmix, context);
    }

    @Conforms({"invite-3", "join-2"})
    @PmixTest(ranks = 3, nodes = 3)
    void lateListenersOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        lateListeners(pmix, context);
    }
}
