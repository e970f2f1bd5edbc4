// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.Members;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** {@link Group#extend} adds processes; the members keep their ranks, and the group its id. */
class GroupExtendIT {
    private static ProcId proc(Pmix pmix, int rank) {
        return pmix.job().member(rank);
    }

    private static List<ProcId> procs(Pmix pmix, int... ranks) {
        List<ProcId> procs = new ArrayList<>();
        for (int rank : ranks) {
            procs.add(proc(pmix, rank));
        }
        return procs;
    }

    private static List<ProcId> procs(SubJob job, int... ranks) {
        return IntStream.of(ranks).mapToObj(job::member).toList();
    }

    private static Group first(Pmix pmix, String id, int... ranks) {
        return first(pmix, id, procs(pmix, ranks));
    }

    private static Group first(SubJob job, String id, int... ranks) {
        return first(job.pmix(), id, procs(job, ranks));
    }

    private static Group first(Pmix pmix, String id, List<ProcId> members) {
        return pmix.groups()
                .construct(GroupRequest.named(id)
                        .members(members)
                        .timeout(Await.LIMIT)
                        .build());
    }

    private static void assertWorks(Pmix pmix, Group group, int... ranks) {
        assertWorks(pmix, group, procs(pmix, ranks));
    }

    private static void assertWorks(SubJob job, Group group, int... ranks) {
        assertWorks(job.pmix(), group, procs(job, ranks));
    }

    /** Shows that all members agree on the group, and that it works. */
    private static void assertWorks(Pmix pmix, Group group, List<ProcId> expected) {
        // A member whose test is over leaves.
        Members members = group.members();
        assertThat(members).isEqualTo(expected);
        assertThat(group.rank()).isEqualTo(members.indexOf(pmix.self()));
        group.fence();
        Map<ProcId, Integer> all = group.exchange(ValueType.INT32, pmix.self().rank());
        assertThat(all.keySet()).containsExactlyElementsOf(members);
        all.forEach((member, rank) -> assertThat(rank).isEqualTo(member.rank()));
        assertThat(pmix.groups().active()).contains(group);
    }

    /** Accepts all invitations to a group. */
    private static BlockingQueue<Group> accepted(Pmix pmix, String id) {
        BlockingQueue<Group> groups = new LinkedBlockingQueue<>();
        pmix.groups().onInvitation(invitation -> {
            assertThat(invitation.groupId()).isEqualTo(id);
            var _ = invitation.outcome().thenAccept(groups::add);
            return Reply.ACCEPT;
        });
        return groups;
    }

    @Smoke
    @PmixTest(ranks = 5, nodes = 3)
    void aGroupIsExtendedTwice(Pmix pmix, RankContext context) throws Exception {
        String id = "it-extended";
        int rank = context.rank();
        Group group = null;
        BlockingQueue<Group> joined = accepted(pmix, id);
        if (rank < 3) {
            group = first(pmix, id, 2, 0, 1);
            Group before = group;
            group = before.extend(procs(pmix, 3));
            assertThat(before.state()).isNotEqualTo(Group.State.ACTIVE);
            assertThat(group.id()).isEqualTo(id);
        } else if (rank == 3) {
            group = Await.next(joined);
        }
        if (rank < 4) {
            assertWorks(pmix, group, 2, 0, 1, 3);
            assertThat(group.missing()).isEmpty();
            // Those who joined are members like the others.
            group = Await.result(group.extendAsync(procs(pmix, 4)));
        } else {
            group = Await.next(joined);
        }
        assertWorks(pmix, group, 2, 0, 1, 3, 4);
        assertThat(joined).isEmpty();
        group.destruct();
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void twoExtensionsAtOnce(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<Group> joined = new LinkedBlockingQueue<>();
        pmix.groups().onInvitation(invitation -> {
            var _ = invitation.outcome().thenAccept(joined::add);
            return Reply.ACCEPT;
        });
        if (context.rank() < 2) {
            Group one = first(pmix, "it-at-once-1", 0, 1);
            Group two = first(pmix, "it-at-once-2", 1, 0);
            CompletableFuture<Group> ofOne = one.extendAsync(procs(pmix, 2));
            // One group is extended once at a time, two groups are extended at the same time.
            assertThatIllegalStateException().isThrownBy(() -> one.extend(procs(pmix, 2)));
            CompletableFuture<Group> ofTwo = two.extendAsync(procs(pmix, 2));
            joined.add(Await.result(ofOne));
            joined.add(Await.result(ofTwo));
        }
        Map<String, Group> groups = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            Group group = Await.next(joined);
            groups.put(group.id(), group);
        }
        assertWorks(pmix, groups.get("it-at-once-1"), 0, 1, 2);
        assertWorks(pmix, groups.get("it-at-once-2"), 1, 0, 2);
        pmix.fence();
    }

    @PmixTest(ranks = 4)
    void oneThatDeclinesIsLeftOut(Pmix pmix, RankContext context) throws Exception {
        String id = "it-declined";
        if (context.rank() == 2) {
            pmix.groups().onInvitation(_ -> Reply.DECLINE);
            pmix.fence();
            pmix.fence();
        } else {
            BlockingQueue<Group> joined = accepted(pmix, id);
            Group group = context.rank() < 2 ? first(pmix, id, 0, 1).extend(procs(pmix, 2, 3)) : Await.next(joined);
            assertWorks(pmix, group, 0, 1, 3);
            assertThat(group.missing()).containsExactly(proc(pmix, 2));
            pmix.fence();
            if (context.rank() == 0) {
                // Nobody joins one that is alone.
                assertWorks(pmix, first(pmix, "it-alone", 0).extend(procs(pmix, 2)), 0);
            }
            pmix.fence();
        }
    }

    private static void aMemberThatDiesBeforeItCallsFailsTheExtension(SubJob job) throws Exception {
        String id = job.id("it-unextended");
        BlockingQueue<Group> joined = accepted(job.pmix(), id);
        if (job.rank() == 3) {
            assertWorks(job, Await.next(joined), 0, 2, 3);
            return;
        }
        Group group = first(job, id, 0, 1, 2);
        if (job.rank() == 1) {
            job.await("extending", 0, 2);
            job.killSelf();
        }
        UnderWay.announceCall(job.pmix(), job, "extending", "lookup");
        assertThatExceptionOfType(PmixException.MemberLost.class)
                .isThrownBy(() -> group.extend(procs(job, 3)))
                .satisfies(e -> assertThat(e.lost()).containsExactly(job.member(1)));
        assertThat(group.state()).isEqualTo(Group.State.ACTIVE);
        assertWorks(job, group.extend(procs(job, 3)), 0, 2, 3);
    }

    /** Rank 0, which is to invite the others, agrees with them, ends the group, and dies. */
    private static void theNextMemberInvitesIfTheFirstDies(SubJob job) throws Exception {
        String id = job.id("it-unled");
        BlockingQueue<Group> joined = accepted(job.pmix(), id);
        if (job.rank() == 3) {
            assertWorks(job, Await.next(joined), 1, 2, 3);
            return;
        }
        Group group = first(job, id, 0, 1, 2);
        if (job.rank() == 0) {
            group.exchange(
                    ValueType.listOf(ValueType.STRING), List.of(job.member(3).toString()));
            group.destruct();
            job.killSelf();
        }
        assertWorks(job, group.extend(procs(job, 3)), 1, 2, 3);
    }

    private static void badExtensionsAreRefused(SubJob job) throws Exception {
        if (job.rank() == 3) {
            job.await("together", 0, 1);
            job.killSelf();
        } else if (job.rank() == 2 || job.rank() == 4) {
            job.await("done", 0, 1);
            return;
        }
        Group group = first(job, job.id("it-bad-extension"), 0, 1);
        job.reached("together");
        refused(group, List.of(), "nobody is added");
        refused(group, List.of(job.pmix().self()), "is this process");
        refused(group, procs(job, 1 - job.rank()), "is a member already");
        refused(group, List.of(new ProcId(group.id(), 1 - job.rank())), "is a member already");
        refused(group, procs(job, 2, 2), "is named twice");
        refused(group, List.of(new ProcId(job.pmix().self().nspace(), 99)), "does not exist");
        refused(group, List.of(ProcId.all(job.pmix().self().nspace())), "is a member already");
        refused(group, List.of(ProcId.all("no-such-job")), "job 'no-such-job' has ended, or there is none");
        ProcId other = ended(job.pmix(), group);
        refused(group, List.of(ProcId.all(other.nspace())), "job '" + other.nspace() + "' has ended");
        refused(group, List.of(other), "job '" + other.nspace() + "' has ended");
        Await.until("the host knows that rank 3 has died", () -> Jobs.hasEnded(job.pmix(), job.member(3)));
        group.fence();
        refused(group, procs(job, 3), job.member(3) + " has ended");
        refused(
                group,
                job.rank() == 0 ? procs(job, 2, 4) : procs(job, 2),
                "all members must name the same processes in the same order");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> group.extendAsync(procs(job, 3)).join())
                .withCauseInstanceOf(IllegalArgumentException.class);
        // Nothing of this has changed the group.
        assertWorks(job, group, 0, 1);
        job.reached("done");
    }

    /** On three nodes. */
    @PmixTest(
            ranks = 6,
            nodes = 3,
            killed = {2, 4, 5})
    void badExtensionsAndMembersThatDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(GroupExtendIT::badExtensionsAreRefused, 0, 1, 2, 5, 3);
        scenarios.run(GroupExtendIT::aMemberThatDiesBeforeItCallsFailsTheExtension, 0, 4, 1, 3);
        scenarios.run(GroupExtendIT::theNextMemberInvitesIfTheFirstDies, 2, 0, 1, 3);
    }

    private static void refused(Group group, List<ProcId> added, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group.extend(added))
                .withMessageContaining("extension of group '" + group.id() + "'")
                .withMessageContaining(reason);
    }

    /** Returns a process of a job that has ended, the same to both members. */
    private static ProcId ended(Pmix pmix, Group group) throws Exception {
        String nspace = "";
        if (group.rank() == 0) {
            SpawnedJob job = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.named("/bin/true").build())
                            .mapBy(":oversubscribe")
                            .bindTo("none")
                            .build());
            Await.result(job.terminated());
            Await.until(
                    "the job is forgotten", () -> !pmix.queries().namespaces().contains(job.nspace()));
            nspace = job.nspace();
        }
        return new ProcId(
                group.exchange(ValueType.STRING, nspace).get(group.members().get(0)), 0);
    }
}
