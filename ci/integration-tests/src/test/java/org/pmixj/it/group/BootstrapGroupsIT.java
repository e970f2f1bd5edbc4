// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Groups constructed by the bootstrap method, and members that are added. */
// Among the longest: begins first.
@Order(1)
public class BootstrapGroupsIT {
    private static final int VICTIM = 2;

    /** Blocking on even ranks, asynchronous on odd ones. */
    private static Group construct(Pmix pmix, GroupRequest.Builder request) throws Exception {
        GroupRequest built = request.build();
        return pmix.self().rank() % 2 == 0
                ? pmix.groups().construct(built)
                : Await.result(pmix.groups().constructAsync(built));
    }

    /** All see the same, and can use and end the group. */
    private static void use(Pmix pmix, Group group, Set<ProcId> members) {
        assertThat(Set.copyOf(group.members())).isEqualTo(members);
        assertThat(group.size()).isEqualTo(members.size());
        assertThat(group.members().get(group.rank())).isEqualTo(pmix.self());
        Key<String> view = Key.of("it.view." + group.id(), ValueType.STRING);
        pmix.put(Scope.GLOBAL, view, group.members().toString());
        pmix.commit();
        group.fence();
        for (ProcId member : group.members()) {
            assertThat(pmix.get(member, view)).isEqualTo(group.members().toString());
        }
        group.destruct();
    }

    private static Set<ProcId> first(Pmix pmix, int count) {
        return Set.copyOf(pmix.job().members().subList(0, count));
    }

    // --- leaders ---------------------------------------------------------------------------------------------------

    @Smoke
    @Tag("row:members-1")
    @Tag("row:bootstrap-1")
    @Tag("row:bootstrap-2")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void leadersMakeGroups(Pmix pmix) throws Exception {
        leadersMakeAGroup(pmix);
        manyAtOnce(pmix);
    }

    // "The group construct operation will complete once the specified number of group leaders have called."
    private static void leadersMakeAGroup(Pmix pmix) throws Exception {
        if (pmix.self().rank() < 3) {
            Group group = construct(pmix, GroupRequest.named("it-boot").bootstrap(3));
            use(pmix, group, first(pmix, 3));
        }
        // Where members find each other by values, these two begin at the same place.
        for (int round = 0; round < 5 && pmix.self().rank() % 2 == 0; round++) {
            Group group = construct(pmix, GroupRequest.named("it-boot-even").bootstrap(2));
            assertThat(group.members())
                    .containsExactlyInAnyOrder(pmix.job().member(0), pmix.job().member(2));
            group.destruct();
        }
        // A leader alone is a group, too.
        Group alone = construct(
                pmix, GroupRequest.named("it-boot-alone-" + pmix.self().rank()).bootstrap(1));
        use(pmix, alone, Set.of(pmix.self()));
        pmix.fence();
    }

    @PmixTest(
            ranks = 2,
            nodes = {1, 2})
    void leadersThatGiveDifferentNumbers(Pmix pmix) {
        GroupRequest request = GroupRequest.named("it-boot-numbers")
                .bootstrap(2 + pmix.self().rank())
                .timeout(Jobs.SHORT)
                .build();
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> pmix.groups().construct(request))
                .withMessageContaining("leaders gave different numbers of leaders, of which this process gave "
                        + (2 + pmix.self().rank()));
        pmix.fence();
    }

    // --- added members ---------------------------------------------------------------------------------------------

    private interface Leaders {
        GroupRequest.Builder request(Pmix pmix, GroupRequest.Builder named);
    }

    /** Ranks 0 and 1 know of the group, 2 and 3 its name; 3 comes last, or first. */
    private static void adds(Pmix pmix, RankContext context, String id, Leaders leaders, boolean lastIsAdded)
            throws Exception {
        Path last = context.scratch().resolve("last-" + id);
        int late = lastIsAdded ? 3 : 1;
        pmix.fence();
        if (pmix.self().rank() == late) {
            context.await(id);
            Files.createFile(last);
        }
        UnderWay.announceCall(pmix, context, id, "construct of group '" + id + "'");
        Group group = pmix.self().rank() < 2
                ? construct(pmix, leaders.request(pmix, GroupRequest.named(id)))
                : pmix.self().rank() == 2
                        ? pmix.groups().construct(GroupRequest.added(id).build())
                        : Await.result(pmix.groups()
                                .constructAsync(GroupRequest.added(id).build()));
        // Not complete before all have called.
        assertThat(last).exists();
        use(pmix, group, first(pmix, 4));
    }

    private static GroupRequest.Builder bootstrap(Pmix pmix, GroupRequest.Builder named) {
        named.bootstrap(2);
        // Each adds one.
        return named.addMembers(pmix.job().member(2 + pmix.self().rank()));
    }

    private static GroupRequest.Builder bootstrapOneAdds(Pmix pmix, GroupRequest.Builder named) {
        named.bootstrap(2);
        return pmix.self().rank() == 0
                ? named.addMembers(pmix.job().member(2), pmix.job().member(3))
                : named;
    }

    private static GroupRequest.Builder collective(Pmix pmix, GroupRequest.Builder named) {
        named.members(pmix.job().members().subList(0, 2));
        return named.addMembers(pmix.job().members().subList(2, 4));
    }

    private static GroupRequest.Builder collectiveOneAdds(Pmix pmix, GroupRequest.Builder named) {
        named.members(pmix.job().members().subList(0, 2));
        return named.addMembers(pmix.self().rank() == 1 ? pmix.job().members().subList(2, 4) : List.of());
    }

    @Tag("row:members-2")
    @Tag("row:members-3")
    @Tag("row:members-4")
    @Tag("row:members-5")
    @Tag("row:members-6")
    @Tag("row:members-7")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void addedMembersAreWaitedFor(Pmix pmix, RankContext context) throws Exception {
        addInAllWays(pmix, context);
    }

    /** Also where the members construct groups: four ranks meet in all ways. */
    public static void meet(Pmix pmix, RankContext context) throws Exception {
        leadersMakeAGroup(pmix);
        manyAtOnce(pmix);
        addInAllWays(pmix, context);
        anAddedMemberThatNeverCallsIsATimeout(pmix);
        pmix.fence();
        aProcessThatNobodyAddsTimesOut(pmix);
        pmix.fence();
    }

    private static void addInAllWays(Pmix pmix, RankContext context) throws Exception {
        adds(pmix, context, "it-each-adds", BootstrapGroupsIT::bootstrap, true);
        adds(pmix, context, "it-one-adds", BootstrapGroupsIT::bootstrapOneAdds, false);
        adds(pmix, context, "it-all-add", BootstrapGroupsIT::collective, true);
        adds(pmix, context, "it-one-of-all-adds", BootstrapGroupsIT::collectiveOneAdds, false);
        pmix.fence();
    }

    private static void manyAtOnce(Pmix pmix) throws Exception {
        CompletableFuture<?>[] ends = new CompletableFuture<?>[8];
        for (int i = 0; i < ends.length; i++) {
            int number = (i + pmix.self().rank() * 3) % ends.length;
            GroupRequest.Builder request = pmix.self().rank() < 2
                    ? bootstrap(pmix, GroupRequest.named("it-many-" + number))
                    : GroupRequest.added("it-many-" + number);
            ends[i] = pmix.groups().constructAsync(request.build()).thenCompose(group -> group.destructAsync());
        }
        assertThat(CompletableFuture.allOf(ends)).succeedsWithin(LIMIT);
        assertThat(pmix.groups().active()).isEmpty();
    }

    // --- those who never call --------------------------------------------------------------------------------------

    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void thoseWhoNeverCallAreATimeout(Pmix pmix) throws Exception {
        anAddedMemberThatNeverCallsIsATimeout(pmix);
        pmix.fence();
        aProcessThatNobodyAddsTimesOut(pmix);
    }

    private static void anAddedMemberThatNeverCallsIsATimeout(Pmix pmix) throws Exception {
        GroupRequest.Builder request = pmix.self().rank() < 2
                ? bootstrapOneAdds(pmix, GroupRequest.named("it-missing"))
                : GroupRequest.added("it-missing");
        if (pmix.self().rank() != 3) {
            assertThatThrownBy(() ->
                            pmix.groups().construct(request.timeout(Jobs.SHORT).build()))
                    .isInstanceOfAny(PmixException.Timeout.class, PmixException.Aborted.class)
                    .hasMessageContaining("it-missing");
        }
        pmix.fence();
        // And with the same id once more.
        Group group = pmix.self().rank() < 2
                ? construct(pmix, bootstrapOneAdds(pmix, GroupRequest.named("it-missing")))
                : pmix.groups().construct(GroupRequest.added("it-missing").build());
        use(pmix, group, first(pmix, 4));
    }

    private static void aProcessThatNobodyAddsTimesOut(Pmix pmix) throws Exception {
        assertThatExceptionOfType(PmixException.Timeout.class)
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.added("it-unwanted")
                                .timeout(Jobs.SHORT)
                                .build()))
                .withMessageContaining("it-unwanted");
        assertThat(pmix.groups().active()).isEmpty();
        assertThatThrownBy(() -> pmix.groups()
                        .constructAsync(GroupRequest.added("it-unwanted-2")
                                .timeout(Jobs.SHORT)
                                .build())
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(PmixException.Timeout.class);
        pmix.fence();
        // Nothing of it is left: now somebody does.
        Group group = pmix.self().rank() == 0
                ? construct(
                        pmix,
                        GroupRequest.named("it-unwanted")
                                .bootstrap(1)
                                .addMembers(pmix.job().member(1)))
                : pmix.self().rank() == 1
                        ? pmix.groups()
                                .construct(GroupRequest.added("it-unwanted").build())
                        : null;
        if (group != null) {
            use(pmix, group, first(pmix, 2));
        }
    }

    // --- those who die ---------------------------------------------------------------------------------------------

    private interface Dead {
        GroupRequest.Builder request(SubJob job, GroupRequest.Builder named);
    }

    private static void dies(SubJob job, Dead leaders) throws Exception {
        Pmix pmix = job.pmix();
        // From its first group on, a process is told of deaths.
        construct(pmix, GroupRequest.named(job.id("it-first")).members(job.members()))
                .destruct();
        if (job.rank() == VICTIM) {
            job.await("construct", 0, 1);
            job.killSelf();
        }
        if (job.rank() < 2) {
            String id = job.id("it-dead");
            GroupRequest request = leaders.request(job, GroupRequest.named(id)).build();
            UnderWay.announceCall(pmix, job, "construct", "construct of group '" + id + "'");
            long begin = System.nanoTime();
            assertThatThrownBy(() -> pmix.groups().construct(request))
                    .isInstanceOfSatisfying(
                            PmixException.MemberLost.class,
                            lost -> assertThat(lost.lost()).isEqualTo(List.of(job.member(VICTIM))));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
            // Known to be dead by now.
            assertThatThrownBy(() -> pmix.groups()
                            .construct(leaders.request(job, GroupRequest.named(id + "-2"))
                                    .build()))
                    .isInstanceOf(PmixException.MemberLost.class);
        }
        construct(pmix, GroupRequest.named(job.id("it-rest")).members(job.without(VICTIM)))
                .destruct();
    }

    private static GroupRequest.Builder adding(SubJob job, GroupRequest.Builder named) {
        named.members(job.members().subList(0, 2));
        return named.addMembers(job.members().subList(2, 4));
    }

    /** Where a leader names another. */
    private static GroupRequest.Builder knowing(SubJob job, GroupRequest.Builder named) {
        named.bootstrap(3);
        return named.members(job.member(VICTIM));
    }

    private static void aLeaderThatNobodyKnowsDies(SubJob job) throws Exception {
        String id = job.id("it-unknown");
        job.fence();
        if (job.rank() == VICTIM) {
            job.await("construct");
            job.killSelf();
        }
        UnderWay.announceCall(job.pmix(), job, "construct", "construct of group '" + id + "'");
        assertThatThrownBy(() -> job.pmix()
                        .groups()
                        .construct(GroupRequest.named(id)
                                .bootstrap(4)
                                .timeout(Jobs.SHORT)
                                .build()))
                .isInstanceOfAny(PmixException.Timeout.class, PmixException.Aborted.class);
    }

    /** Added members and leaders that die are named; a leader that nobody knows is a timeout. */
    @PmixTest(
            ranks = 6,
            nodes = 3,
            killed = {2, 4, 5})
    void membersDieOnThreeNodes(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(job -> dies(job, BootstrapGroupsIT::adding), 0, 1, 2, 3);
        scenarios.run(job -> dies(job, BootstrapGroupsIT::knowing), 0, 1, 5, 3);
        scenarios.run(BootstrapGroupsIT::aLeaderThatNobodyKnowsDies, 0, 1, 4, 3);
    }

    @PmixTest(ranks = 4, killed = VICTIM)
    void anAddedMemberThatDiesIsNamed(Pmix pmix, RankContext context) throws Exception {
        new Scenarios(pmix, context).run(job -> dies(job, BootstrapGroupsIT::adding), 0, 1, 2, 3);
    }

    // --- bad input -------------------------------------------------------------------------------------------------

    @PmixTest(ranks = 2)
    void badRequestsAreRefusedBeforeTheyReachTheLibrary(Pmix pmix) {
        ProcId self = pmix.self();
        ProcId other = pmix.job().member(1 - self.rank());
        List<GroupRequest.Builder> bad = List.of(
                GroupRequest.named("it-bad").bootstrap(2).members(new ProcId(self.nspace(), 2)),
                GroupRequest.named("it-bad").bootstrap(2).addMembers(new ProcId(self.nspace(), 2)),
                GroupRequest.named("it-bad").bootstrap(2).addMembers(self),
                GroupRequest.named("it-bad").bootstrap(1).members(other),
                GroupRequest.named("it-bad").members(other).addMembers(List.of()),
                GroupRequest.named("it-bad").members(other).addMembers(self),
                GroupRequest.added(self.nspace()));
        for (GroupRequest.Builder request : bad) {
            assertThatIllegalArgumentException()
                    .as(request.build().toString())
                    .isThrownBy(() -> pmix.groups().construct(request.build()));
            assertThatIllegalArgumentException().isThrownBy(() -> pmix.groups().constructAsync(request.build()));
        }
        GroupRequest nowhere = GroupRequest.named("it-bad")
                .bootstrap(2)
                .addMembers(new ProcId("nowhere", 0))
                .build();
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.groups().construct(nowhere));
        // Only the host knows of the job.
        assertThat(pmix.groups().constructAsync(nowhere))
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.added(""));
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.added("a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.added("g".repeat(256)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.added("it-bad")
                                .timeout(Duration.ZERO)
                                .build()));
        assertThat(pmix.groups().active()).isEmpty();
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-taken").build());
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        pmix.groups().construct(GroupRequest.added("it-taken").build()));
        group.destruct();
    }
}
