// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** RFC 0033, {@code PMIx_Group_construct} and {@code PMIx_Group_destruct} by the collective method. */
class CollectiveGroupsIT {
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);

    // "Construct a new group composed of the specified processes and identified with the provided group identifier."
    @Smoke
    @Tag("row:groups-8")
    @Tag("row:groups-12")
    @Tag("row:construct-1")
    @Tag("row:collective-1")
    @Tag("row:collective-4")
    @Tag("row:destruct-1")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            alone = true)
    void aGroupOfAllIsMadeUsedAndDestructed(Pmix pmix) {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-all").build());
        assertThat(group.members()).isEqualTo(pmix.job().members());
        assertThat(group.rank()).isEqualTo(pmix.self().rank());
        assertThat(group.size()).isEqualTo(pmix.job().size());
        assertThat(group.members().rankOf(pmix.self())).hasValue(group.rank());
        assertThat(group.members().get(group.rank())).isEqualTo(pmix.self());
        assertThat(group.members().rankOf(new ProcId("elsewhere", 0))).isEmpty();
        assertThat(group.contextId()).isEmpty();
        assertThat(pmix.groups().active()).containsExactly(group);

        pmix.put(Scope.GLOBAL, NUMBER, group.rank() * 11);
        pmix.commit();
        group.fence();
        for (int rank = 0; rank < group.size(); rank++) {
            assertThat(pmix.get(group.members().get(rank), NUMBER)).isEqualTo(rank * 11);
        }

        group.destruct();
        assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
        assertThat(pmix.groups().active()).isEmpty();
    }

    // "Each process in the group is assigned a group rank based on their relative position in the array of processes."
    private static void theGroupRankIsThePositionInTheArray(Pmix pmix) {
        List<ProcId> reversed = pmix.job().members().reversed();
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-order").members(reversed).build());
        assertThat(group.members()).isEqualTo(reversed);
        assertThat(group.rank()).isEqualTo(3 - pmix.self().rank());
        group.destruct();
    }

    private static void allMembersSeeTheSameOrderWhereTheyGiveDifferentOnes(Pmix pmix) {
        List<ProcId> rotated = new ArrayList<>(pmix.job().members());
        Collections.rotate(rotated, pmix.self().rank());
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-rotated").members(rotated).build());
        assertThat(group.members())
                .containsExactlyInAnyOrderElementsOf(pmix.job().members());
        Key<String> order = Key.of("it.order", ValueType.STRING);
        pmix.put(Scope.GLOBAL, order, group.members().toString());
        pmix.commit();
        group.fence();
        for (ProcId member : group.members()) {
            assertThat(pmix.get(member, order)).isEqualTo(group.members().toString());
        }
        group.destruct();
    }

    private static void wildcardsAndDuplicatesAreResolved(Pmix pmix) {
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-wildcard")
                        .members(
                                pmix.job().member(2),
                                ProcId.all(pmix.self().nspace()),
                                pmix.job().member(2))
                        .build());
        assertThat(group.members())
                .containsExactly(
                        pmix.job().member(2),
                        pmix.job().member(0),
                        pmix.job().member(1),
                        pmix.job().member(3));
        group.fence();
        group.destruct();
    }

    @Tag("row:groups-1")
    @Tag("row:construct-3")
    @Tag("row:construct-4")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void membersAndIds(Pmix pmix) {
        theGroupRankIsThePositionInTheArray(pmix);
        allMembersSeeTheSameOrderWhereTheyGiveDifferentOnes(pmix);
        wildcardsAndDuplicatesAreResolved(pmix);
        theHostAssignsAContextIdIfOneMemberAsks(pmix);
        longAndStrangeIdsWork(pmix);
    }

    private static void theHostAssignsAContextIdIfOneMemberAsks(Pmix pmix) {
        GroupRequest.Builder request = Jobs.all(pmix, "it-context");
        if (pmix.self().rank() == 1) {
            request.assignContextId();
        }
        Group first = pmix.groups().construct(request.build());
        Group second = pmix.groups()
                .construct(Jobs.all(pmix, "it-context-2").assignContextId().build());
        assertThat(first.contextId()).isPresent();
        assertThat(second.contextId()).isPresent().isNotEqualTo(first.contextId());
        second.destruct();
        first.destruct();
    }

    // "Processes may engage in multiple simultaneous group construct operations as desired so long as each is provided
    // with a unique group ID." The same for destruct.
    @Tag("row:construct-2")
    @Tag("row:construct-5")
    @Tag("row:construct-29")
    @Tag("row:destruct-2")
    @Tag("row:destruct-3")
    @Tag("row:destruct-9")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void manyConstructsAtOnce(Pmix pmix, RankContext context) throws Exception {
        manyConstructsAtOnceInAnyOrder(pmix);
        disjointGroupsAreMadeAtTheSameTime(pmix);
        aFutureIsDoneWhenAllHaveCalled(pmix, context);
    }

    private static void aFutureIsDoneWhenAllHaveCalled(Pmix pmix, RankContext context) throws Exception {
        GroupRequest request = Jobs.all(pmix, "it-last").build();
        if (context.rank() == 0) {
            context.await("pending", 1, 2, 3);
            pmix.groups().construct(request).destruct();
        } else {
            CompletableFuture<Group> pending = pmix.groups().constructAsync(request);
            UnderWay.awaitCall(pmix, "construct of group 'it-last'");
            assertThat(pending).isNotDone();
            context.reached("pending");
            Await.result(pending).destruct();
        }
    }

    private static void manyConstructsAtOnceInAnyOrder(Pmix pmix) {
        List<Integer> numbers = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        Collections.rotate(numbers, pmix.self().rank());
        List<CompletableFuture<Group>> futures = new ArrayList<>();
        for (int number : numbers) {
            futures.add(pmix.groups()
                    .constructAsync(Jobs.all(pmix, "it-many-" + number).build()));
        }
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (CompletableFuture<Group> future : futures) {
            ends.add(future.thenCompose(Group::destructAsync));
        }
        assertThat(CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)))
                .succeedsWithin(LIMIT);
        assertThat(pmix.groups().active()).isEmpty();
    }

    private static void disjointGroupsAreMadeAtTheSameTime(Pmix pmix) {
        String id = "it-parity-" + pmix.self().rank() % 2;
        Group group = pmix.groups()
                .construct(GroupRequest.named(id).members(Jobs.sameParity(pmix)).build());
        assertThat(group.size()).isEqualTo(2);
        assertThat(group.rank()).isEqualTo(pmix.self().rank() / 2);
        group.fence();
        group.destruct();
    }

    private static void anIdCanBeUsedAgain(Pmix pmix) {
        for (int i = 0; i < 50; i++) {
            Group group = pmix.groups().construct(Jobs.all(pmix, "it-again").build());
            group.fence();
            group.destruct();
        }
    }

    @PmixTest(ranks = 3)
    void oneGroupAfterTheOther(Pmix pmix) {
        anIdCanBeUsedAgain(pmix);
        stagesOfAFutureMayBlock(pmix);
        badRequestsAreRefusedBeforeTheyReachTheLibrary(pmix);
    }

    private static void stagesOfAFutureMayBlock(Pmix pmix) {
        CompletableFuture<Integer> sum = pmix.groups()
                .constructAsync(Jobs.all(pmix, "it-stages").build())
                .thenApply(group -> {
                    pmix.put(Scope.GLOBAL, NUMBER, group.rank());
                    pmix.commit();
                    group.fence();
                    int total = 0;
                    for (ProcId member : group.members()) {
                        total += pmix.getAsync(member, NUMBER).join();
                    }
                    group.fenceAsync().join();
                    group.destruct();
                    return total;
                });
        assertThat(sum).succeedsWithin(LIMIT).isEqualTo(0 + 1 + 2);
    }

    // PMIX_TIMEOUT: "return an error if the group doesn't assemble within the specified number of seconds".
    @Tag("row:groups-14")
    @Tag("row:construct-6")
    @Tag("row:construct-13")
    @PmixTest(ranks = 4)
    void aMemberThatNeverCallsIsATimeout(Pmix pmix) {
        missOneMember(pmix, PmixException.Timeout.class);
    }

    // Across nodes, members whose bound has not quite run out are told that the construction was aborted.
    @Tag("row:groups-14")
    @Tag("row:construct-6")
    @Tag("row:construct-13")
    @PmixTest(ranks = 4, nodes = 3)
    void aMemberThatNeverCallsIsATimeoutAcrossNodes(Pmix pmix) {
        missOneMember(pmix, PmixException.Timeout.class, PmixException.Aborted.class);
    }

    private static void missOneMember(Pmix pmix, Class<?>... failures) {
        GroupRequest request = Jobs.all(pmix, "it-late").timeout(Jobs.SHORT).build();
        if (pmix.self().rank() != 3) {
            assertThatThrownBy(() -> pmix.groups().construct(request))
                    .isInstanceOfAny(failures)
                    .hasMessageContaining("it-late");
            // On a busy machine libpmix has not answered yet, and so the first id may not be free.
            GroupRequest other =
                    Jobs.all(pmix, "it-late-too").timeout(Jobs.SHORT).build();
            assertThatThrownBy(() -> pmix.groups().constructAsync(other).join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfAny(failures);
            assertThat(pmix.groups().active()).isEmpty();
        }
        // All are here after about twice the bound; the first id is free again.
        pmix.fence();
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-late").build());
        group.fence();
        group.destruct();
    }

    @Tag("row:groups-14")
    @Tag("row:destruct-2")
    @Tag("row:destruct-4")
    @Tag("row:destruct-5")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aMemberThatDoesNotDestructIsATimeoutAndTheGroupHasEnded(Pmix pmix) {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-undestructed").build());
        if (pmix.self().rank() == 0) {
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> group.with(CollectiveOptions.within(Duration.ofSeconds(1)))
                            .destruct())
                    .withMessageContaining("it-undestructed");
            assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
            assertThatIllegalStateException().isThrownBy(group::fence);
        }
        pmix.fence();
        group.close();
    }

    /** Operations without a timeout of their own have that of the handle. Rank 0 waits for others, who do not come. */
    @Tag("row:groups-14")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void theDefaultTimeoutIsThatOfEachOperation(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
        try (Pmix brief = Pmix.builder().defaultTimeout(Duration.ofSeconds(1)).init();
                Registration _ = brief.groups().onInvitation(invitation -> {
                    invitations.add(invitation);
                    return Reply.LATER;
                })) {
            Group group = brief.groups()
                    .construct(Jobs.all(pmix, "it-brief").timeout(Await.LIMIT).build());
            pmix.fence();
            if (context.rank() == 0) {
                assertTimesOut(brief.groups()
                        .constructAsync(Jobs.all(pmix, "it-brief-2").build()));
                assertTimesOut(group.destructAsync());
                assertTimesOut(brief.groups()
                        .inviteAsync(InviteRequest.named("it-brief-3")
                                .members(pmix.job().members())
                                .build()));
                // One accepts, the other does not answer: the one waits no longer than its own timeout.
                CompletableFuture<Group> later = pmix.groups()
                        .inviteAsync(InviteRequest.named("it-brief-4")
                                .members(pmix.job().members())
                                .timeout(Await.LIMIT)
                                .build());
                assertThat(later)
                        .failsWithin(Await.LIMIT)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(
                                PmixException.Aborted.class,
                                aborted -> assertThat(aborted.by())
                                        .hasValue(pmix.job().member(1)));
            } else {
                Invitation second = Await.next(invitations);
                while (!second.groupId().equals("it-brief-4")) {
                    // The first one may have ended before this process was asked.
                    second = Await.next(invitations);
                }
                if (context.rank() == 1) {
                    context.await("invited", 2);
                    assertTimesOut(second.acceptAsync());
                } else {
                    context.reached("invited");
                    assertThat(second.outcome()).failsWithin(Await.LIMIT);
                }
            }
            pmix.fence();
            group.close();
        }
    }

    private static void assertTimesOut(CompletableFuture<?> future) {
        assertThat(future)
                .failsWithin(Await.LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(PmixException.Timeout.class);
    }

    @PmixTest(ranks = 4, nodes = 2)
    void aCancelledConstructTakesPartAndThenLeaves(Pmix pmix) throws Exception {
        if (pmix.self().rank() == 1) {
            CompletableFuture<Group> future =
                    pmix.groups().constructAsync(Jobs.all(pmix, "it-cancel").build());
            assertThat(future.cancel(true)).isTrue();
            assertThatIllegalStateException()
                    .isThrownBy(() -> pmix.groups()
                            .constructAsync(Jobs.all(pmix, "it-cancel").build()))
                    .withMessageContaining("is constructing");
            pmix.fence();
        } else {
            pmix.fence();
            Group group = pmix.groups().construct(Jobs.all(pmix, "it-cancel").build());
            Await.until("the event that rank 1 left", () -> group.size() == 3);
            group.fence();
            group.destruct();
        }
        pmix.fence();
        if (pmix.self().rank() == 1) {
            // Not before the others have done with the id: libpmix would mix the groups up.
            Await.until("the construct has ended here", () -> isFree(pmix, "it-cancel"));
        }
        pmix.fence();
    }

    /** Whether an id is unused here; a request that is refused for another reason shows it without a construct. */
    private static boolean isFree(Pmix pmix, String id) {
        try {
            pmix.groups()
                    .constructAsync(GroupRequest.named(id).members(pmix.self()).build())
                    .join()
                    .destruct();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static void badRequestsAreRefusedBeforeTheyReachTheLibrary(Pmix pmix) {
        ProcId self = pmix.self();
        ProcId other = pmix.job().member((self.rank() + 1) % 3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.named("it-bad").members(other).build()))
                .withMessageContaining("is not among the members");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.named("it-bad")
                                .members(self, new ProcId(self.nspace(), 3))
                                .build()))
                .withMessage("construct of group 'it-bad': " + self.nspace()
                        + ":3 does not exist: its namespace has 3 processes; give ranks from 0 to 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.named("it-bad")
                                .members(self, new ProcId("no-such-job", 0))
                                .build()))
                .withMessageStartingWith("construct of group 'it-bad': the host knows no namespace 'no-such-job';");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .constructAsync(GroupRequest.named(self.nspace())
                                .members(self, other)
                                .build()))
                .withMessageContaining("namespace of a job");

        Group group = pmix.groups().construct(Jobs.all(pmix, "it-bad").build());
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> pmix.groups().construct(Jobs.all(pmix, "it-bad").build()))
                .withMessage("construct of group 'it-bad': this process is a member of a group of this id already;"
                        + " destruct that one first, or take another id (see uniqueId)");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> group.members().get(5))
                .withMessage("members: there is no rank 5; give 0 to 2");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> pmix.job().member(9))
                .withMessage("job '" + self.nspace() + "' has 3 processes, and no rank 9");
        nullsAreNamed(pmix, group);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        group.with(CollectiveOptions.within(Duration.ZERO)).fence());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group.with(CollectiveOptions.within(Duration.ofSeconds(-1)))
                        .destruct());
        group.destruct();
        assertThatIllegalStateException().isThrownBy(group::destruct);
        assertThatIllegalStateException().isThrownBy(group::destructAsync);
        assertThatIllegalStateException().isThrownBy(group::rank);
    }

    @SuppressWarnings("NullAway")
    private static void nullsAreNamed(Pmix pmix, Group group) {
        CollectiveOptions options = CollectiveOptions.defaults();
        Map<String, List<ThrowingCallable>> calls = Map.of(
                "request",
                List.of(
                        () -> pmix.groups().construct(null),
                        () -> pmix.groups().constructAsync(null),
                        () -> pmix.groups().invite(null),
                        () -> pmix.groups().inviteAsync(null)),
                "options",
                List.of(
                        () -> group.with(null).fence(),
                        () -> group.with(null).exchange(ValueType.INT32, 1),
                        () -> group.with(null).split(0, 0),
                        () -> group.with(null).splitAsync(0, 0),
                        () -> group.with(null).extend(List.of()),
                        () -> group.with(null).leave(),
                        () -> group.with(null).destruct(),
                        () -> group.with(null).destructAsync()),
                "members",
                List.of(
                        () -> GroupRequest.named("it-null").members((Collection<ProcId>) null),
                        () -> GroupRequest.named("it-null").members((ProcId[]) null),
                        () -> InviteRequest.named("it-null").members((ProcId[]) null)),
                "one of members",
                List.of(() -> GroupRequest.named("it-null").members((ProcId) null)),
                "added",
                List.of(() -> group.with(options).extend(null)),
                "final order",
                List.of(() -> GroupRequest.named("it-null").finalOrder(null)),
                "timeout",
                List.of(() -> CollectiveOptions.within(null)),
                "type",
                List.of(() -> group.with(options).exchange(null, 1)),
                "group id",
                List.of(() -> GroupRequest.named(null)));
        calls.forEach((name, each) -> each.forEach(
                call -> assertThatNullPointerException().isThrownBy(call).withMessage(name)));
        assertThat(group.state()).isEqualTo(Group.State.ACTIVE);
    }

    private static void longAndStrangeIdsWork(Pmix pmix) {
        for (String id : List.of("g".repeat(255), "ü €😀", "a b\"'%s*\n", ":")) {
            Group group = pmix.groups().construct(Jobs.all(pmix, id).build());
            assertThat(group.id()).isEqualTo(id);
            group.fence();
            group.destruct();
        }
    }
}
