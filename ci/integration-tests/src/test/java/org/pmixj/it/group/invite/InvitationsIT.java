// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.invite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.Registration;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Groups;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** RFC 0033, {@code PMIx_Group_invite} and {@code PMIx_Group_join}, while everybody lives. */
// Among the longest: begins first.
@Order(1)
class InvitationsIT {
    /** Enough for all but the silent one to answer, even on a busy machine: the silent one is to be named, nobody else. */
    private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(5);

    private static final PmixStatus INVITED = new PmixStatus(-3555);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);

    /** A process that is invited, and keeps the invitations. It announces each of them: "asked-GROUP-NUMBER". */
    private static final class Inbox implements AutoCloseable {
        /** How often this process was invited to a group, by the group's id. */
        private static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();

        final BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
        private final Registration registration;

        /**
         * Listens.
         *
         * @param first the ranks that must be invited before this process answers; none needs to be
         */
        Inbox(Pmix pmix, RankContext context, Reply reply, int... first) {
            registration = pmix.groups().onInvitation(invitation -> {
                invitations.add(invitation);
                String id = invitation.groupId();
                int count = COUNTS.merge(id, 1, Integer::sum);
                context.reached(asked(id, count));
                if (first.length > 0) {
                    context.await(asked(id, count), first);
                }
                return reply;
            });
        }

        /** The point at which a process has been invited to a group for the Nth time. */
        static String asked(String group, int count) {
            return "asked-" + group + "-" + count;
        }

        Invitation next() throws InterruptedException {
            Invitation invitation = Await.next(invitations);
            return invitation;
        }

        @Override
        public void close() {
            registration.close();
        }
    }

    private static InviteRequest.Builder all(Pmix pmix, String id) {
        return InviteRequest.named(id).members(pmix.job().members());
    }

    private static PmixException failureOf(Invitation invitation) throws Exception {
        return failureOf(invitation.outcome());
    }

    private static PmixException failureOf(CompletableFuture<?> future) throws Exception {
        try {
            Object value = future.get(120, TimeUnit.SECONDS);
            throw new AssertionError("not a failure: " + value);
        } catch (ExecutionException e) {
            return (PmixException) e.getCause();
        }
    }

    private static Group groupOf(CompletableFuture<Group> future) throws Exception {
        return future.get(120, TimeUnit.SECONDS);
    }

    // --- everybody accepts -------------------------------------------------------------------------------------------

    private static void everybodyAccepts(Pmix pmix, RankContext context) throws Exception {
        pmix.put(Scope.GLOBAL, NUMBER, pmix.self().rank() * 7);
        pmix.commit();
        Group group;
        try (Inbox inbox = new Inbox(pmix, context, Reply.ACCEPT);
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

    // --- some do not -------------------------------------------------------------------------------------------------

    private static void goOnWithout(
            Pmix pmix, RankContext context, Inbox inbox, List<ProcId> rest, LeaderPolicy policy, boolean declines)
            throws Exception {
        if (declines) {
            assertThat(failureOf(inbox.next())).isInstanceOf(PmixException.Aborted.class);
            return;
        }
        // The host knows nothing of its job, which has perhaps ended.
        ProcId unknown = new ProcId("it-ended-job", 3);
        Group group = context.rank() == 0
                ? pmix.groups()
                        .invite(all(pmix, "it-b")
                                .members(unknown)
                                .policy(policy)
                                .build())
                : groupOf(inbox.next().outcome());
        assertThat(group.missing()).containsExactlyInAnyOrder(pmix.job().member(context.size() - 1), unknown);
        works(group, rest);
    }

    /** The last rank declines; what becomes of it. */
    private static void oneDeclines(Pmix pmix, RankContext context) throws Exception {
        ProcId last = pmix.job().member(context.size() - 1);
        boolean declines = pmix.self().equals(last);
        List<ProcId> rest = new ArrayList<>(pmix.job().members());
        rest.remove(last);
        // An invitation that is over is not handed out, so it is declined when all others have it.
        int[] first = IntStream.range(1, context.size()).toArray();
        try (Inbox inbox =
                declines ? new Inbox(pmix, context, Reply.DECLINE, first) : new Inbox(pmix, context, Reply.ACCEPT)) {
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
            goOnWithout(pmix, context, inbox, rest, LeaderPolicy.goOn(), declines);
            pmix.fence();
            goOnWithout(pmix, context, inbox, rest, answer -> LeaderDecision.goOn(), declines);
        }
    }

    private static void works(Group group, List<ProcId> members) {
        assertThat(group.members()).isEqualTo(members);
        group.fence();
        group.destruct();
    }

    /** The last rank does not answer; what becomes of it. */
    @Tag("row:groups-14")
    @Tag("row:invite-12")
    @Tag("row:invite-15")
    @Tag("row:invite-16")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void oneIsSilent(Pmix pmix, RankContext context) throws Exception {
        ProcId last = pmix.job().member(context.size() - 1);
        boolean silent = pmix.self().equals(last);
        List<ProcId> rest = new ArrayList<>(pmix.job().members());
        rest.remove(last);
        try (Inbox inbox = new Inbox(pmix, context, silent ? Reply.LATER : Reply.ACCEPT)) {
            pmix.fence();
            // Both at once: in the one all have to come; in the other, whoever does not is left out, and told so.
            if (context.rank() == 0) {
                CompletableFuture<Group> some = pmix.groups()
                        .inviteAsync(all(pmix, "it-some")
                                .answerWithin(TIME_TO_ANSWER)
                                .policy(LeaderPolicy.goOn())
                                .build());
                try (Seen failed = new Seen(pmix.events().on(Statuses.GROUP_INVITE_FAILED));
                        Seen aborted = new Seen(pmix.events().on(Statuses.GROUP_CONSTRUCT_ABORT))) {
                    InviteRequest request =
                            all(pmix, "it-all").timeout(TIME_TO_ANSWER).build();
                    assertThatThrownBy(() -> pmix.groups().invite(request))
                            .isInstanceOf(PmixException.Timeout.class)
                            .hasMessageContaining(last.toString());
                    assertThat(((GroupChanged) failed.next().detail()).proc()).hasValue(last);
                    assertThat(((GroupChanged) aborted.next().detail()).group()).isEqualTo("it-all");
                }
                works(groupOf(some), rest);
            } else {
                Map<String, Invitation> invitations = new HashMap<>();
                for (int i = 0; i < 2; i++) {
                    Invitation invitation = inbox.next();
                    invitations.put(invitation.groupId(), invitation);
                }
                Invitation toAll = invitations.get("it-all");
                PmixException failure = failureOf(toAll);
                assertThat(failure)
                        .isInstanceOfSatisfying(
                                PmixException.Aborted.class,
                                aborted -> assertThat(aborted.by())
                                        .hasValue(pmix.job().member(0)));
                assertThat(toAll.isOpen()).isFalse();
                Invitation toSome = invitations.get("it-some");
                if (silent) {
                    // A late answer ends as the construction did.
                    assertThat(failureOf(toAll.acceptAsync())).isSameAs(failure);
                    assertThatThrownBy(toAll::accept).isInstanceOf(PmixException.Aborted.class);
                    toAll.decline();
                    assertThat(failureOf(toSome)).isInstanceOf(PmixException.Aborted.class);
                } else {
                    works(groupOf(toSome.outcome()), rest);
                }
            }
            pmix.fence();
        }
        assertThat(pmix.groups().invitations()).isEmpty();
    }

    /** Rank 1 declines and rank 2 is silent; the last two take their places. */
    @Tag("row:invite-9")
    @Tag("row:invite-13")
    @PmixTest(
            ranks = 5,
            nodes = {1, 3})
    void replacements(Pmix pmix, RankContext context) throws Exception {
        int size = context.size();
        ProcId spareOne = pmix.job().member(size - 2);
        ProcId spareTwo = pmix.job().member(size - 1);
        List<ProcId> expected = new ArrayList<>(pmix.job().members().subList(0, size - 2));
        expected.set(1, spareOne);
        expected.set(2, spareTwo);
        Reply reply = context.rank() == 1 ? Reply.DECLINE : context.rank() == 2 ? Reply.LATER : Reply.ACCEPT;
        try (Inbox inbox = new Inbox(pmix, context, reply)) {
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
                                .members(pmix.job().members().subList(0, size - 2))
                                .answerWithin(TIME_TO_ANSWER)
                                .policy(policy)
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
                // No member is missing, whether it accepted before or came in the place of another one.
                assertThat(group.missing()).isEmpty();
                group.fence();
                group.destruct();
            }
            pmix.fence();
        }
    }

    private static final LeaderPolicy FAILS = answer -> {
        throw new IllegalArgumentException("of the test");
    };

    /** Replacements that cannot be, and a policy that fails. */
    private static void impossibleDecisions(Pmix pmix, RankContext context) throws Exception {
        List<LeaderPolicy> policies = List.of(
                answer -> LeaderDecision.replace(pmix.self()),
                answer -> LeaderDecision.replace(ProcId.all(pmix.self().nspace())),
                answer -> LeaderDecision.replace(pmix.job().member(2)),
                answer -> LeaderDecision.replace(new ProcId(pmix.self().nspace(), 99)),
                answer -> LeaderDecision.replace(new ProcId("it-nowhere", 0)),
                answer -> LeaderDecision.abort("enough"),
                FAILS,
                answer -> null);
        // As in oneDeclines: rank 2 is invited before rank 1 declines.
        try (Inbox inbox = context.rank() == 1
                ? new Inbox(pmix, context, Reply.DECLINE, 2)
                : new Inbox(pmix, context, Reply.LATER)) {
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
                            .isNotInstanceOf(PmixException.Timeout.class)
                            .satisfies(failure -> {
                                if (policy == FAILS) {
                                    assertThat(failure)
                                            .hasMessageEndingWith("'it-c' was aborted: the policy of its leader failed")
                                            .hasRootCauseMessage("of the test");
                                } else {
                                    assertThat(failure).hasNoCause();
                                }
                            });
                } else {
                    assertThat(failureOf(inbox.next())).isInstanceOf(PmixException.Aborted.class);
                }
                assertThat(pmix.groups().active()).isEmpty();
            }
            pmix.fence();
        }
    }

    // --- several at once ---------------------------------------------------------------------------------------------

    private static boolean declines(int rank, int of, int number) {
        return (rank + of + number) % 3 == 0 && rank != of;
    }

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
                // Slow, as the test is about: nothing is waited for.
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
            Await.until("all have been answered", () -> invited.size() + declined.size() == each * (size - 1));
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
                ends.add(group.destructAsync());
            }
            for (CompletableFuture<Void> end : ends) {
                end.get(120, TimeUnit.SECONDS);
            }
            pmix.fence();
        }
    }

    // --- the end before the end --------------------------------------------------------------------------------------

    private static void joinersGiveUp(Pmix pmix, RankContext context, Inbox inbox) throws Exception {
        pmix.fence();
        if (context.rank() == 0) {
            // One takes back what it had said, by its bound or by a cancel; that is as if it declined.
            assertThatThrownBy(() -> pmix.groups().invite(all(pmix, "it-back").build()))
                    .isInstanceOf(PmixException.Aborted.class);
        } else {
            Invitation invitation = inbox.next();
            if (context.rank() == 1) {
                // Rank 2 is invited before it is over.
                context.await(Inbox.asked("it-back", 1), 2);
                CompletableFuture<Group> future = invitation
                        .with(AcceptOptions.defaults().withTimeout(Duration.ofMillis(500)))
                        .acceptAsync();
                assertThat(failureOf(future)).isInstanceOf(PmixException.Timeout.class);
                assertThatIllegalStateException().isThrownBy(invitation::decline);
            }
            failureOf(invitation);
        }
        pmix.fence();
    }

    /** The leader cancels, is interrupted, or sends the event of an abort; a joiner gives up. */
    private static void givenUp(Pmix pmix, RankContext context) throws Exception {
        try (Inbox inbox = new Inbox(pmix, context, Reply.LATER);
                Seen accepted = new Seen(pmix.events().on(Statuses.GROUP_INVITE_ACCEPTED))) {
            for (int row = 0; row < 3; row++) {
                pmix.fence();
                if (context.rank() == 0) {
                    CompletableFuture<Group> future =
                            pmix.groups().inviteAsync(all(pmix, "it-up").build());
                    context.await(Inbox.asked("it-up", row + 1));
                    assertThat(accepted.next().source()).hasValue(pmix.job().member(1));
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
                        context.await(Inbox.asked("it-up", row + 2));
                        context.await(Inbox.asked("it-up-2", 1));
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

    /**
     * "The leader may elect to abort the procedure by … returning PMIX_GROUP_CONSTRUCT_ABORT from the handler assigned to
     * the PMIX_GROUP_INVITE_ACCEPTED or PMIX_GROUP_INVITE_DECLINED codes … Abort events will be sent to all invited
     * participants." Rank 1 accepts or declines when all have been invited; rank 2 does not answer.
     */
    private static void thePolicyAborts(Pmix pmix, RankContext context, LeaderPolicy.Kind because) throws Exception {
        String id = "it-abort-" + because;
        ProcId leader = pmix.job().member(0);
        Reply reply = because == LeaderPolicy.Kind.ACCEPTED ? Reply.ACCEPT : Reply.DECLINE;
        try (Inbox inbox = context.rank() == 1
                        ? new Inbox(pmix, context, reply, 2)
                        : new Inbox(pmix, context, Reply.LATER);
                Seen aborts = new Seen(pmix.events().on(Statuses.GROUP_CONSTRUCT_ABORT))) {
            pmix.fence();
            if (context.rank() == 0) {
                LeaderPolicy policy = answer ->
                        answer.kind() == because ? LeaderDecision.abort("that is enough") : LeaderDecision.goOn();
                assertThatThrownBy(() -> pmix.groups()
                                .invite(all(pmix, id).policy(policy).build()))
                        .hasMessageContaining("that is enough")
                        .isInstanceOfSatisfying(
                                PmixException.Aborted.class,
                                aborted -> assertThat(aborted.by()).hasValue(leader));
            } else {
                boolean declined = context.rank() == 1 && reply == Reply.DECLINE;
                assertThat(failureOf(inbox.next()))
                        .isInstanceOfSatisfying(
                                PmixException.Aborted.class,
                                aborted -> assertThat(aborted.by()).hasValue(declined ? pmix.self() : leader));
            }
            Event event = aborts.next();
            assertThat(event.source()).hasValue(leader);
            assertThat(((GroupChanged) event.detail()).group()).isEqualTo(id);
            assertThat(pmix.groups().active()).isEmpty();
            pmix.fence();
            assertThat(aborts.events).isEmpty();
        }
    }

    // --- who listens when --------------------------------------------------------------------------------------------

    /** A process that starts to listen after it was invited gets the invitation. One that closes its session is out. */
    private static void lateListeners(Pmix pmix, RankContext context) throws Exception {
        Group group;
        if (context.rank() == 0) {
            pmix.fence();
            CompletableFuture<Group> future =
                    pmix.groups().inviteAsync(all(pmix, "it-late").build());
            pmix.events().notify(INVITED).toNamespace().send();
            group = groupOf(future);
        } else {
            try (Seen invited = new Seen(pmix.events().on(INVITED))) {
                pmix.fence();
                // It is sent after the invitation, and takes the same way.
                invited.next();
            }
            try (Inbox inbox = new Inbox(pmix, context, Reply.LATER)) {
                Invitation invitation = inbox.next();
                assertThat(pmix.groups().invitations()).containsExactly(invitation);
                // Those who come later are asked too.
                try (Inbox second = new Inbox(pmix, context, Reply.ACCEPT)) {
                    assertThat(second.next()).isSameAs(invitation);
                    group = groupOf(invitation.outcome());
                }
            }
        }
        assertThat(group.members()).isEqualTo(pmix.job().members());
        group.destruct();
    }

    /** Those who are invited register no handler. */
    private static void awaited(Pmix pmix, RankContext context) throws Exception {
        Groups groups = pmix.groups();
        pmix.fence();
        for (boolean accepts : new boolean[] {true, false}) {
            if (context.rank() == 0) {
                CompletableFuture<Group> invited =
                        groups.inviteAsync(all(pmix, "it-awaited").build());
                if (accepts) {
                    works(groupOf(invited), pmix.job().members());
                } else {
                    assertThat(failureOf(invited)).isInstanceOf(PmixException.Aborted.class);
                }
            } else {
                Invitation invitation = groups.awaitInvitation(LIMIT);
                assertThat(invitation.groupId()).isEqualTo("it-awaited");
                // Until it is answered it is the next one.
                assertThat(groups.awaitInvitation(LIMIT)).isSameAs(invitation);
                if (accepts) {
                    works(invitation.accept(), pmix.job().members());
                } else {
                    // The first answer ends the invitation for those that have not received it.
                    context.reached("it-invited");
                    context.await("it-invited", 1, 2, 3);
                    invitation.decline();
                }
            }
            pmix.fence();
        }
        invitedAgain(pmix, context);
        assertThatExceptionOfType(PmixException.Timeout.class)
                .isThrownBy(() -> groups.awaitInvitation(Duration.ofMillis(50)))
                .withMessageContaining("the wait for an invitation timed out after 50 ms");
        assertThatIllegalArgumentException().isThrownBy(() -> groups.awaitInvitation(Duration.ZERO));
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(PmixException.Interrupted.class).isThrownBy(() -> groups.awaitInvitation(LIMIT));
        assertThat(Thread.interrupted()).isTrue();
        Pmix other = Pmix.init();
        Thread waiter = Thread.currentThread();
        CompletableFuture<?> closing = CompletableFuture.runAsync(() -> {
            Await.awaitOrInterrupt(
                    () -> Await.until("it waits", () -> waiter.getState() == Thread.State.TIMED_WAITING));
            other.close();
        });
        assertThatExceptionOfType(PmixException.Closed.class)
                .isThrownBy(() -> other.groups().awaitInvitation(LIMIT))
                .withMessageContaining("closed");
        Await.result(closing);
        pmix.fence();
    }

    /** The next group of an id reads no value that a member has exchanged in the one that it left. */
    private static void invitedAgain(Pmix pmix, RankContext context) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            int round = i;
            Group group = context.rank() == 0
                    ? pmix.groups().invite(all(pmix, "it-again").build())
                    : pmix.groups().awaitInvitation(LIMIT).accept();
            Map<ProcId, Integer> values = group.exchange(ValueType.INT32, 10 * round + context.rank());
            assertThat(values).hasSize(pmix.job().size());
            values.forEach((member, value) -> assertThat(value).isEqualTo(10 * round + member.rank()));
            // A member that leaves withdraws its value before long.
            Jobs.meet(context, "has-read-" + round);
            // Each leaves alone, and the next one begins at once.
            group.leave();
        }
        pmix.fence();
    }

    // --- the jobs
    // -----------------------------------------------------------------------------------------------------

    @Tag("row:groups-6")
    @Tag("row:groups-7")
    @Tag("row:invite-1")
    @Tag("row:invite-2")
    @Tag("row:invite-3")
    @Tag("row:invite-4")
    @Tag("row:invite-5")
    @Tag("row:invite-7")
    @Tag("row:invite-8")
    @Tag("row:invite-10")
    @Tag("row:invite-11")
    @Tag("row:invite-13")
    @Tag("row:invite-17")
    @Tag("row:join-1")
    @Tag("row:join-2")
    @Tag("row:join-4")
    @Tag("row:join-5")
    @Tag("row:join-7")
    @Tag("row:members-9")
    @Smoke
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void whoAcceptsIsAMember(Pmix pmix, RankContext context) throws Exception {
        // First, for it needs processes that have never listened.
        lateListeners(pmix, context);
        everybodyAccepts(pmix, context);
        oneDeclines(pmix, context);
        severalAtOnce(pmix, context);
        awaited(pmix, context);
    }

    @Tag("row:invite-10")
    @Tag("row:invite-25")
    @Tag("row:invite-26")
    @Tag("row:invite-27")
    @Tag("row:join-8")
    @Tag("row:join-14")
    @Tag("row:join-15")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void itEndsBeforeItIsComplete(Pmix pmix, RankContext context) throws Exception {
        thePolicyAborts(pmix, context, LeaderPolicy.Kind.ACCEPTED);
        thePolicyAborts(pmix, context, LeaderPolicy.Kind.DECLINED);
        impossibleDecisions(pmix, context);
        givenUp(pmix, context);
    }
}
