// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Sentences of RFC 0033 that no other test is about. */
// Among the longest: begins first.
@Order(1)
class GroupSentencesIT {
    private static final Key<Integer> NUMBER = Key.of("it.sentences.number", ValueType.INT32);
    private static final PmixStatus CODE = new PmixStatus(-3040);

    private static InviteRequest.Builder all(Pmix pmix, String id) {
        return InviteRequest.named(id).members(pmix.job().members());
    }

    // --- groups ------------------------------------------------------------------------------------------------------

    @Tag("row:groups-1")
    @Tag("row:groups-3")
    @Tag("row:groups-5")
    @Tag("row:groups-15")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void idsOfGroups(Pmix pmix, RankContext context) throws Exception {
        membersAreAddressedByTheGroup(pmix, context);
        anIdIsNoNamespace(pmix);
    }

    /** Ranks 3, 1, 0 are the group. */
    private static void membersAreAddressedByTheGroup(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> members =
                List.of(pmix.job().member(3), pmix.job().member(1), pmix.job().member(0));
        pmix.put(Scope.GLOBAL, NUMBER, context.rank() * 3);
        pmix.commit();
        try (Seen seen = new Seen(pmix.events().on(CODE))) {
            pmix.fence();
            if (members.contains(pmix.self())) {
                Group group = pmix.groups()
                        .construct(GroupRequest.named("it-addressed")
                                .members(members)
                                .build());
                for (int rank = 0; rank < 3; rank++) {
                    ProcId byRank = new ProcId("it-addressed", rank);
                    assertThat(pmix.get(byRank, NUMBER))
                            .isEqualTo(members.get(rank).rank() * 3);
                }
                pmix.fence(FenceRequest.of(group));
                pmix.fence(FenceRequest.of(ProcId.all("it-addressed")));
                if (context.rank() == 1) {
                    pmix.events()
                            .notify(CODE)
                            .to(ProcId.all("it-addressed"))
                            .text("all")
                            .send();
                    pmix.events()
                            .notify(CODE)
                            .to(new ProcId("it-addressed", 0))
                            .text("first")
                            .send();
                }
                assertThat(seen.next().text()).hasValue("all");
                if (context.rank() == 3) {
                    assertThat(seen.next().text()).hasValue("first");
                }
                group.fence();
                group.destruct();
            }
            pmix.fence();
            assertThat(seen.events).isEmpty();
        }
    }

    private static void anIdIsNoNamespace(Pmix pmix) {
        String nspace = pmix.self().nspace();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups().construct(Jobs.all(pmix, nspace).build()))
                .withMessageContaining("namespace of a job");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups().invite(all(pmix, nspace).build()));
        // Those of the launcher, of the job itself and of others that run or will run.
        String alike = nspace.substring(0, nspace.lastIndexOf('@') + 1);
        assertThat(alike).isNotEmpty();
        for (String other : List.of(alike + "0", alike + "1", alike + "9", alike + "1234567890")) {
            GroupRequest named = GroupRequest.named(other).members(pmix.self()).build();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pmix.groups().construct(named))
                    .withMessage("group id '" + other + "' is the namespace of a job; choose another id");
        }
        // An id may be similar.
        for (String mine :
                List.of("it-" + pmix.self().rank() + "@1", alike + pmix.self().rank() + "x")) {
            Group group = pmix.groups()
                    .construct(GroupRequest.named(mine).members(pmix.self()).build());
            assertThat(group.id()).isEqualTo(mine);
            group.close();
        }
        // The job is addressed as before.
        pmix.fence();
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.named("g".repeat(256)));
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.named(""));
    }

    // --- leave -------------------------------------------------------------------------------------------------------

    /** Rank 1 stands still until rank 0 has left, and is notified afterwards. */
    @Tag("row:leave-2")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void leavingWaitsForNobody(Pmix pmix, RankContext context) throws Exception {
        Path pid = context.scratch().resolve("pid");
        Path done = context.scratch().resolve("left");
        // Members of groups of earlier tests may still leave them.
        try (Seen left = new Seen(pmix.events()
                .on(Statuses.GROUP_LEFT)
                .where(event -> event.detail() instanceof GroupChanged change
                        && change.group().startsWith("it-asleep")))) {
            Group group = pmix.groups().construct(Jobs.all(pmix, "it-asleep").build());
            Group second = pmix.groups().construct(Jobs.all(pmix, "it-asleep-2").build());
            group.fence();
            if (context.rank() == 0) {
                context.await("stops", 1);
                long stopped = Long.parseLong(Files.readString(pid));
                Await.until("rank 1 stands still", () -> Ends.isInactive(stopped));
                group.leave();
                assertThat(second.leaveAsync()).succeedsWithin(Await.LIMIT);
                Files.createFile(done);
            } else {
                if (context.rank() == 1) {
                    Files.writeString(pid, Long.toString(ProcessHandle.current().pid()));
                    context.reached("stops");
                    Ends.stopUntil(done);
                }
                for (Group one : List.of(group, second)) {
                    GroupChanged change = (GroupChanged) left.next().detail();
                    assertThat(change.group()).isEqualTo(one.id());
                    assertThat(change.proc()).hasValue(pmix.job().member(0));
                    one.fence();
                    one.destruct();
                }
            }
        }
        pmix.fence();
    }

    // --- invite and join ---------------------------------------------------------------------------------------------

    /** The last rank has no handler for invitations; the others answer in theirs, rank 1 by the call that blocks. */
    @Tag("row:invite-3")
    @Tag("row:invite-6")
    @Tag("row:invite-18")
    @Tag("row:join-2")
    @Tag("row:join-3")
    @Tag("row:join-5")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void answersFromHandlers(Pmix pmix, RankContext context) throws Exception {
        CompletableFuture<Group> joined = new CompletableFuture<>();
        CompletableFuture<Invitation> invited = new CompletableFuture<>();
        if (context.rank() == 1 || context.rank() == 2) {
            pmix.groups().onInvitation(invitation -> {
                invited.complete(invitation);
                if (context.rank() == 1) {
                    joined.complete(invitation.accept());
                    return Reply.LATER;
                }
                invitation.decline();
                return Reply.LATER;
            });
        }
        try (Seen accepted = new Seen(pmix.events().on(Statuses.GROUP_INVITE_ACCEPTED));
                Seen declined = new Seen(pmix.events().on(Statuses.GROUP_INVITE_DECLINED))) {
            pmix.fence();
            if (context.rank() == 0) {
                joined.complete(pmix.groups()
                        .invite(all(pmix, "it-answers")
                                // The others have to answer before that, on a busy machine too.
                                .answerWithin(Duration.ofSeconds(8))
                                .policy(LeaderPolicy.goOn())
                                .build()));
                assertThat(accepted.next().source()).hasValue(pmix.job().member(1));
                assertThat(declined.next().source()).hasValue(pmix.job().member(2));
            } else if (context.rank() == 1) {
                Await.result(invited);
                // It is no group yet. OpenPMIx before 7.0 waits for processes that it does not know.
                assertThat(pmix.groups().active()).isEmpty();
                boolean refuses = pmix.capabilities().libraryVersion().isAtLeast(7, 0);
                FenceRequest early = FenceRequest.of(ProcId.all("it-answers")).withTimeout(Duration.ofSeconds(1));
                assertThatExceptionOfType(PmixException.class)
                        .isThrownBy(() -> pmix.fence(early))
                        .matches(failure -> !refuses || !(failure instanceof PmixException.Timeout));
            }
            if (context.rank() < 2) {
                Group group = Await.result(joined);
                assertThat(group.members()).isEqualTo(pmix.job().members().subList(0, 2));
                group.fence();
                group.destruct();
            }
            pmix.fence();
            assertThat(accepted.events).isEmpty();
            assertThat(declined.events).isEmpty();
        }
    }
}
