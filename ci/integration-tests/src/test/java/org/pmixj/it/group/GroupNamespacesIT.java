// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.pmixj.GetOptions;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.exchange.ExchangeProcedure;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Forgery;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.job.Job;
import org.pmixj.junit.PmixTest;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Groups of two jobs: a job and the one that its rank 0 has started. */
class GroupNamespacesIT {
    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);
    private static final Key<String> CHILD = Key.of("it.child", ValueType.STRING);
    private static final Key<String> DRAFT = Key.of("it.draft", ValueType.STRING);
    private static final Key<String> LAST_JOB = Key.of("it.last-job", ValueType.STRING);
    private static final int CHILDREN = 2;
    /** A group of the first job alone, about which the second one sends what is not true. */
    private static final String HOME = "it-home";

    private static final String LAST = "it-forged-last";
    private static final GetOptions HERE = GetOptions.defaults().optional();

    /** Takes part in both groups. */
    static final class Child {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                card(pmix);
                Job parents = pmix.job(pmix.job().parent().orElseThrow().nspace());
                if (pmix.self().rank() == 0) {
                    forge(pmix, parents);
                }
                construct(pmix, parents, pmix.job());
                CompletableFuture<Group> invited = new CompletableFuture<>();
                pmix.groups().onInvitation(invitation -> {
                    invitation.outcome().thenAccept(invited::complete);
                    return Reply.ACCEPT;
                });
                assertShared(pmix, Await.result(invited), parents, pmix.job());
            }
        }
    }

    /** Says of a rank of another job, to one that is in a group with it, that it has ended and left. */
    private static void forge(Pmix pmix, Job parents) {
        Handle handle = UnderWay.handle();
        ProcId to = parents.member(0);
        ProcId victim = parents.member(1);
        Forgery.ends(handle, to, victim, HOME);
        Info dead = Forgery.info(WireKeys.GROUP_DEAD, new PmixValue.Bool(true));
        Forgery.send(handle, PMIxConstants.PMIX_GROUP_LEFT(), to, List.of(victim), Forgery.id(HOME), dead);
        // The last one.
        Forgery.send(handle, PMIxConstants.PMIX_GROUP_LEFT(), to, List.of(pmix.self()), Forgery.id(LAST));
    }

    /** Commits a value. Nobody reads it before the group. */
    private static void card(Pmix pmix) {
        pmix.put(Scope.GLOBAL, CARD, "card of " + pmix.self());
        pmix.commit();
    }

    private static void construct(Pmix pmix, Job parents, Job children) throws Exception {
        Job others = children.nspace().equals(pmix.self().nspace()) ? parents : children;
        for (ProcId other : others.members()) {
            assertThat(pmix.find(other, CARD)).isEmpty();
        }
        List<ProcId> members = new ArrayList<>(children.members());
        members.addAll(parents.members());
        pmix.put(Scope.GLOBAL, DRAFT, "not committed");
        GroupRequest request =
                GroupRequest.named("it-two-jobs").members(members).collectData().build();
        // The forms meet each other.
        Group group = pmix.self().rank() == 0
                ? pmix.groups().construct(request)
                : Await.result(pmix.groups().constructAsync(request));
        assertThat(group.members()).isEqualTo(members);
        for (ProcId member : members) {
            assertThat(pmix.get(member, CARD, HERE)).isEqualTo("card of " + member);
            assertThat(pmix.getAsync(member, CARD, HERE).join()).isEqualTo("card of " + member);
            assertThat(pmix.find(new ProcId("it-two-jobs", members.indexOf(member)), CARD))
                    .contains("card of " + member);
            if (!member.equals(pmix.self())) {
                assertThat(pmix.find(member, DRAFT)).isEmpty();
            }
        }
        assertShared(pmix, group, parents, children);
        // Of a group that has ended, too.
        assertJobs(group, parents, children);
    }

    private static void assertJobs(Group group, Job parents, Job children) {
        Map<String, Job> jobs = group.jobs();
        assertThat(jobs).containsOnlyKeys(parents.nspace(), children.nspace());
        for (Job expected : List.of(parents, children)) {
            Job job = jobs.get(expected.nspace());
            assertThat(job.size()).isEqualTo(expected.size());
            assertThat(job.hostnames()).isEqualTo(expected.hostnames()).isNotEmpty();
            for (int rank = 0; rank < job.size(); rank++) {
                assertThat(job.hostname(rank)).isPresent();
            }
        }
    }

    /** Every member has what is known of both jobs, and what their processes have put. */
    private static void assertShared(Pmix pmix, Group group, Job parents, Job children) {
        assertThat(parents.size()).isEqualTo(3);
        assertThat(children.size()).isEqualTo(CHILDREN);
        assertThat(children.parent()).hasValue(parents.member(0));
        assertThat(group.size()).isEqualTo(3 + CHILDREN);
        assertJobs(group, parents, children);
        for (ProcId member : group.members()) {
            assertThat(pmix.get(member, CARD)).isEqualTo("card of " + member);
            assertThat(pmix.process(member).hostname()).isPresent();
        }
        group.fence();
        group.destruct();
    }

    @Tag("row:groups-2")
    @Tag("row:construct-20")
    @Tag("row:collective-2")
    @Tag("row:collective-3")
    @Tag("row:invite-14")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3},
            alone = true)
    void membersKnowOfEachOthersJobs(Pmix pmix) throws Exception {
        card(pmix);
        Group home = pmix.groups().construct(Jobs.all(pmix, HOME).build());
        Seen left = new Seen(pmix.events().on(Statuses.GROUP_LEFT));
        if (pmix.self().rank() == 0) {
            SpawnedJob spawned = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.java(Child.class)
                                    .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                                    .processes(CHILDREN)
                                    .build())
                            .mapBy("node:OVERSUBSCRIBE")
                            .bindTo("none")
                            .build());
            pmix.put(Scope.GLOBAL, CHILD, spawned.nspace());
            pmix.commit();
            pmix.fence();
            Job children = pmix.job(spawned.nspace());
            construct(pmix, pmix.job(), children);
            List<ProcId> all = new ArrayList<>(pmix.job().members());
            all.addAll(children.members());
            Group group = pmix.groups()
                    .invite(InviteRequest.named("it-invited").members(all).build());
            assertThat(group.members()).isEqualTo(all);
            assertShared(pmix, group, pmix.job(), children);
            Job kept = group.jobs().get(children.nspace());
            assertThat(Await.result(spawned.terminated()).isSuccess()).isTrue();
            // Of a job that has ended, too.
            assertThat(kept.hostname(CHILDREN - 1)).isPresent();
            assertThat(kept.parent()).hasValue(pmix.self());
        } else {
            CompletableFuture<Group> invited = new CompletableFuture<>();
            pmix.groups().onInvitation(invitation -> {
                invitation.outcome().thenAccept(invited::complete);
                return Reply.ACCEPT;
            });
            pmix.fence();
            Job children = pmix.job(pmix.get(pmix.job().member(0), CHILD));
            construct(pmix, pmix.job(), children);
            assertShared(pmix, Await.result(invited), pmix.job(), children);
        }
        if (pmix.self().rank() == 0) {
            while (!(left.next().detail() instanceof GroupChanged change
                    && change.group().equals(LAST))) {
                // One of those before.
            }
        }
        left.close();
        home.fence();
        assertThat(home.members()).isEqualTo(pmix.job().members());
        assertThat(UnderWay.isDead(pmix.job().member(1))).isFalse();
        pmix.fence();
        // The libpmix of rank 0 has pruned the other one, so that it would not answer a destruct.
        if (pmix.self().rank() == 0) {
            home.close();
        }
        pmix.fence();
        home.close();
        pmix.fence();
    }

    // --- jobs that know nothing of each other ------------------------------------------------------------------------

    /** Its argument is the namespace of the first job. It names that job without having asked the host about it. */
    static final class Stranger {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                constructUnasked(pmix, args[0], pmix.self().nspace());
            }
        }
    }

    private static void constructUnasked(Pmix pmix, String parents, String children) throws Exception {
        GroupRequest.Builder named =
                GroupRequest.named("it-unasked").members(ProcId.all(parents), ProcId.all(children));
        boolean async = pmix.self().rank() % 2 == 1;
        Group group = async
                ? Await.result(pmix.groups().constructAsync(named.build()))
                : pmix.groups().construct(named.build());
        List<ProcId> members = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            members.add(new ProcId(parents, rank));
        }
        for (int rank = 0; rank < CHILDREN; rank++) {
            members.add(new ProcId(children, rank));
        }
        assertThat(group.members()).isEqualTo(members);
        group.fence();
        group.destruct();
        Group leaders = pmix.groups()
                .construct(
                        GroupRequest.named("it-leaders").bootstrap(3 + CHILDREN).build());
        assertThat(leaders.members()).containsExactlyInAnyOrderElementsOf(members);
        leaders.fence();
        leaders.destruct();
    }

    @Tag("row:construct-1")
    @Tag("row:bootstrap-1")
    @PmixTest(ranks = 3, nodes = 3)
    void membersOfAJobThatNobodyAskedFor(Pmix pmix) throws Exception {
        Job job = pmix.job();
        if (pmix.self().rank() == 0) {
            SpawnedJob spawned = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.java(Stranger.class, job.nspace())
                                    .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                                    .processes(CHILDREN)
                                    .build())
                            .mapBy("node:OVERSUBSCRIBE")
                            .bindTo("none")
                            .independent()
                            .build());
            pmix.put(Scope.GLOBAL, CHILD, spawned.nspace());
            pmix.commit();
            pmix.fence();
            constructUnasked(pmix, job.nspace(), spawned.nspace());
            assertThat(Await.result(spawned.terminated()).isSuccess()).isTrue();
        } else {
            pmix.fence();
            constructUnasked(pmix, job.nspace(), pmix.get(job.member(0), CHILD));
        }
        valuesOutliveTheirJob(pmix, job);
        GroupRequest unknown = GroupRequest.named("it-unknown")
                .members(pmix.self(), new ProcId("it-no-such-job", 0))
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups().construct(unknown))
                .withMessageContaining("it-no-such-job");
        assertThatThrownBy(() -> Await.result(pmix.groups().constructAsync(unknown)))
                .hasCauseInstanceOf(IllegalArgumentException.class);
        pmix.fence();
    }

    // --- the last process of a job dies ------------------------------------------------------------------------------

    private static final int OF_LAST = 100;

    /** The only process of its job: dies when the others can read its value. */
    static final class Last {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Group group =
                        pmix.groups().construct(withLast(args[0], pmix.self().nspace()));
                CompletableFuture<?> _ = group.exchangeAsync(ValueType.INT32, OF_LAST);
                pmix.directory().lookup(LookupRequest.of(valueOf(pmix.self())).waitForAll());
                Launched.killSelf();
            }
        }
    }

    private static GroupRequest withLast(String parents, String last) {
        return GroupRequest.named("it-last")
                .members(ProcId.all(parents), ProcId.all(last))
                .build();
    }

    private static Key<Integer> valueOf(ProcId last) {
        return Key.of(ExchangeProcedure.name("it-last", 0, last), ValueType.INT32);
    }

    /** A value that was sent counts for those that call the exchange when all of its job has ended. */
    private static void valuesOutliveTheirJob(Pmix pmix, Job job) throws Exception {
        int rank = pmix.self().rank();
        if (rank == 0) {
            SpawnedJob spawned = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.java(Last.class, job.nspace())
                                    .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                                    .build())
                            .mapBy(":OVERSUBSCRIBE")
                            .bindTo("none")
                            .independent()
                            .recoverable()
                            .build());
            pmix.put(Scope.GLOBAL, LAST_JOB, spawned.nspace());
            pmix.commit();
        }
        pmix.fence();
        ProcId last = new ProcId(pmix.get(job.member(0), LAST_JOB), 0);
        Group group = pmix.groups().construct(withLast(job.nspace(), last.nspace()));
        CompletableFuture<Map<ProcId, Integer>> values = rank == 0 ? group.exchangeAsync(ValueType.INT32, rank) : null;
        Await.until("the host has forgotten the job", () -> !isKnown(pmix, last.nspace()));
        Map<ProcId, Integer> found = values == null ? group.exchange(ValueType.INT32, rank) : Await.result(values);
        assertThat(found.values()).containsExactly(0, 1, 2, OF_LAST);
        // It has sent none for the next one, which fails once for all.
        assertThatExceptionOfType(PmixException.MemberLost.class)
                .isThrownBy(() -> group.exchange(ValueType.INT32, rank));
        assertThat(group.exchange(ValueType.INT32, rank).values()).containsExactly(0, 1, 2);
        // The member with the lowest rank withdraws it.
        Await.until("the value is withdrawn", () -> !isPublished(pmix, valueOf(last)));
        group.close();
    }

    private static boolean isKnown(Pmix pmix, String nspace) {
        try {
            return !pmix.queries().processTable(nspace).isEmpty();
        } catch (PmixException.NotFound e) {
            return false;
        }
    }

    private static boolean isPublished(Pmix pmix, Key<?> key) {
        try {
            return pmix.directory().lookup(key) != null;
        } catch (PmixException.NotFound e) {
            return false;
        }
    }
}
