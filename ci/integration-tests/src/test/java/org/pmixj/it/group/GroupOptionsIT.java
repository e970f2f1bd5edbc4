// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.SubJob;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.value.Cpuset;

/** The participants and the options of a construct. */
// Among the longest: begins first.
@Order(1)
class GroupOptionsIT {
    private static final Key<String> GREETING = Key.of("it.greeting", ValueType.STRING);
    private static final Key<List<Integer>> NUMBERS = Key.of("it.numbers", ValueType.listOf(ValueType.INT32));
    private static final Key<byte[]> BYTES = Key.of("it.bytes", ValueType.BYTES);

    /** All see the same order, libpmix among them, and can use and end the group. */
    private static void use(Pmix pmix, Group group) {
        // What was read once is remembered.
        Key<String> view = Key.of("it.view." + group.id(), ValueType.STRING);
        pmix.put(Scope.GLOBAL, view, group.members().toString());
        pmix.commit();
        group.fence();
        for (int rank = 0; rank < group.size(); rank++) {
            assertThat(pmix.get(group.members().get(rank), view))
                    .isEqualTo(group.members().toString());
        }
        group.fenceAsync().join();
        group.destruct();
    }

    private static Group construct(Pmix pmix, GroupRequest.Builder request) throws Exception {
        GroupRequest built = request.build();
        return pmix.self().rank() % 2 == 0
                ? pmix.groups().construct(built)
                : Await.result(pmix.groups().constructAsync(built));
    }

    // --- participants ----------------------------------------------------------------------------------------------

    private static void groupsAsParticipants(Pmix pmix) throws Exception {
        int size = pmix.job().size();
        Group all = construct(
                pmix,
                GroupRequest.named("it-whole").members(pmix.job().members().reversed()));
        Group same = construct(pmix, GroupRequest.named("it-same").members(ProcId.all("it-whole")));
        assertThat(same.members()).isEqualTo(all.members());
        Group mixed = construct(
                pmix,
                GroupRequest.named("it-mixed")
                        .members(
                                new ProcId("it-whole", 1),
                                ProcId.all(pmix.self().nspace()),
                                ProcId.all("it-same"),
                                pmix.job().member(0)));
        assertThat(mixed.members().get(0)).isEqualTo(pmix.job().member(size - 2));
        assertThat(mixed.members())
                .containsExactlyInAnyOrderElementsOf(pmix.job().members());
        Group two = all.rank() < 2
                ? construct(
                        pmix,
                        GroupRequest.named("it-two").members(new ProcId("it-whole", 1), new ProcId("it-whole", 0)))
                : null;
        if (two != null) {
            assertThat(two.members())
                    .containsExactly(all.members().get(1), all.members().get(0));
            use(pmix, two);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.named("it-none")
                                .members(pmix.self(), new ProcId("it-whole", size))
                                .build()))
                .withMessageContaining("group 'it-whole' has " + size + " members");
        use(pmix, mixed);
        use(pmix, same);
        use(pmix, all);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(GroupRequest.named("it-none")
                                .members(ProcId.all("it-whole"))
                                .build()))
                .withMessageContaining("it-whole");
    }

    // --- order -----------------------------------------------------------------------------------------------------

    private static void inOrder(Pmix pmix) throws Exception {
        List<ProcId> order = pmix.job().members().reversed();
        List<ProcId> rotated = new ArrayList<>(pmix.job().members());
        Collections.rotate(rotated, pmix.self().rank());
        Group collective =
                construct(pmix, GroupRequest.named("it-order").members(rotated).finalOrder(order));
        assertThat(collective.members()).isEqualTo(order);
        use(pmix, collective);
        for (int i = 0; i < 10; i++) {
            GroupRequest.Builder request = pmix.self().rank() == 1
                    ? GroupRequest.added("it-boot-order")
                    : GroupRequest.named("it-boot-order")
                            .bootstrap(pmix.job().size() - 1)
                            .addMembers(pmix.job().member(1));
            Group bootstrap = construct(pmix, request.finalOrder(order));
            assertThat(bootstrap.members()).isEqualTo(order);
            use(pmix, bootstrap);
        }
    }

    private static void noAgreement(Pmix pmix) {
        List<ProcId> order = new ArrayList<>(pmix.job().members());
        Collections.rotate(order, pmix.self().rank());
        Group made = null;
        try {
            made = pmix.groups()
                    .construct(GroupRequest.named("it-quarrel")
                            .members(order)
                            .finalOrder(order)
                            .build());
            // Members that do not agree leave the group, perhaps before this line.
            assertThat(order).containsSubsequence(made.members());
        } catch (PmixException.BadParameter e) {
            assertThat(e).hasMessageContaining("do not agree");
        }
        Key<Boolean> success = Key.of("it.quarrel", ValueType.BOOL);
        pmix.put(Scope.GLOBAL, success, made != null);
        pmix.commit();
        pmix.fence();
        int successes = 0;
        for (ProcId proc : pmix.job().members()) {
            successes += pmix.get(proc, success) ? 1 : 0;
        }
        // Nobody has a wrong one.
        assertThat(successes).isLessThanOrEqualTo(1);
        if (made != null) {
            made.close();
        }
        pmix.fence();
    }

    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void participantsAndTheirOrder(Pmix pmix) throws Exception {
        groupsAsParticipants(pmix);
        inOrder(pmix);
        noAgreement(pmix);
    }

    // --- information -----------------------------------------------------------------------------------------------

    private static GroupRequest.Builder telling(Pmix pmix, GroupRequest.Builder request) {
        int rank = pmix.self().rank();
        request.localContextId(1000L + rank).info(GREETING, "hello from " + rank);
        return rank == 0 ? request.info(NUMBERS, List.of(1, 2, 3)).info(BYTES, new byte[100_000]) : request;
    }

    private static void assertTold(Pmix pmix, Group group) {
        assertThat(group.contextId()).isPresent();
        for (ProcId member : group.members()) {
            assertThat(group.info(member, GREETING)).hasValue("hello from " + member.rank());
            assertThat(group.info(member, Keys.GROUP_LOCAL_CID)).contains(1000L + member.rank());
            assertThat(group.info(member, NUMBERS))
                    .isEqualTo(member.rank() == 0 ? Optional.of(List.of(1, 2, 3)) : Optional.empty());
            assertThat(group.info(member, BYTES).map(bytes -> bytes.length))
                    .isEqualTo(member.rank() == 0 ? Optional.of(100_000) : Optional.empty());
        }
        int rank = group.members().indexOf(pmix.self());
        ProcId addressed = new ProcId(group.id(), rank);
        assertThat(group.info(addressed, GREETING))
                .hasValue("hello from " + pmix.self().rank());
        assertThat(group.info(addressed, Keys.GROUP_LOCAL_CID))
                .contains(1000L + pmix.self().rank());
        ProcId other = group.members().get((rank + 1) % group.size());
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> group.info(other, Key.of(GREETING.name(), ValueType.INT32)))
                .withMessageContaining("STRING");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> group.info(new ProcId(group.id(), group.size()), GREETING));
    }

    private static void tells(Pmix pmix) throws Exception {
        Group collective = construct(pmix, telling(pmix, Jobs.all(pmix, "it-told")));
        assertTold(pmix, collective);
        // Another one at the same time has its own.
        Group other = construct(
                pmix,
                Jobs.all(pmix, "it-told-2")
                        .info(GREETING, "again " + pmix.self().rank()));
        for (ProcId member : other.members()) {
            assertThat(other.info(member, GREETING)).hasValue("again " + member.rank());
            assertThat(other.info(member, Keys.GROUP_LOCAL_CID)).isEmpty();
        }
        assertTold(pmix, collective);
        use(pmix, other);
        use(pmix, collective);
        // It goes on telling what was.
        assertTold(pmix, collective);

        GroupRequest.Builder request = pmix.self().rank() == 1
                ? GroupRequest.added("it-boot-told")
                : GroupRequest.named("it-boot-told")
                        .bootstrap(pmix.job().size() - 1)
                        .addMembers(pmix.job().member(1));
        Group bootstrap = construct(pmix, telling(pmix, request));
        assertTold(pmix, bootstrap);
        use(pmix, bootstrap);
    }

    private static void oneTells(Pmix pmix) throws Exception {
        GroupRequest.Builder request = Jobs.all(pmix, "it-one");
        Group group = construct(pmix, pmix.self().rank() == 1 ? request.info(GREETING, "me") : request);
        for (ProcId member : group.members()) {
            assertThat(group.info(member, GREETING))
                    .isEqualTo(member.rank() == 1 ? Optional.of("me") : Optional.empty());
        }
        use(pmix, group);
        Group silent = construct(pmix, Jobs.all(pmix, "it-silent"));
        assertThat(silent.contextId()).isEmpty();
        assertThat(silent.info(pmix.job().member(0), GREETING)).isEmpty();
        assertThat(silent.info(pmix.job().member(0), Keys.GROUP_LOCAL_CID)).isEmpty();
        use(pmix, silent);
    }

    @Tag("row:members-8")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void membersTellEachOther(Pmix pmix) throws Exception {
        tells(pmix);
        oneTells(pmix);
    }

    // --- on one node -----------------------------------------------------------------------------------------------

    private static List<ProcId> ofThisNode(Pmix pmix) {
        return pmix.job().node(pmix.node().hostname()).members();
    }

    private static void local(Pmix pmix) throws Exception {
        for (int i = 0; i < 20; i++) {
            Group group = construct(
                    pmix,
                    GroupRequest.named("it-local").members(ofThisNode(pmix)).localOnly());
            assertThat(group.members()).isEqualTo(ofThisNode(pmix));
            assertThat(group.id()).isEqualTo("it-local@" + pmix.node().hostname());
            use(pmix, group);
        }
    }

    @PmixTest(ranks = 6, nodes = 3)
    void localGroupsOfOneNameOnEveryNode(Pmix pmix) throws Exception {
        local(pmix);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups()
                        .construct(Jobs.all(pmix, "it-elsewhere").localOnly().build()))
                .withMessageContaining("on this node");
    }

    // --- optional members ------------------------------------------------------------------------------------------

    /** One of some members dies in the construct; all others call before, and rank 1 when it was notified. */
    private static void optional(Departure death) throws Exception {
        Pmix pmix = death.pmix();
        // From its first group on, a process is notified of deaths.
        construct(pmix, GroupRequest.named(death.id() + "-first").members(death.members()))
                .destruct();
        if (death.isLate()) {
            death.awaitNotice();
        } else {
            death.dieWhileOthersWait("construct", Departure.LATE);
        }
        GroupRequest.Builder request = telling(pmix, death.request().optional());
        Group group = construct(pmix, death.context().rank() == 3 ? request : request.finalOrder(death.members()));
        assertThat(group.members()).isEqualTo(death.rest());
        assertThat(group.missing()).isEqualTo(Members.of(death.members()).difference(death.rest()));
        assertTold(pmix, group);
        // Once more, with the dead known.
        Group again = construct(
                pmix,
                GroupRequest.named(death.id() + "-again")
                        .members(death.members())
                        .assignContextId()
                        .optional());
        assertThat(again.members()).isEqualTo(death.rest());
        assertThat(again.missing()).isEqualTo(group.missing());
        assertThat(again.contextId()).isPresent().isNotEqualTo(group.contextId());
        use(pmix, again);
        use(pmix, group);
        Await.until("the ids are free", () -> pmix.groups().active().isEmpty());
        use(pmix, construct(pmix, GroupRequest.named(again.id()).members(death.rest())));
    }

    private static void whatIsOptionalIsTheConstructionAlone(Departure death) throws Exception {
        Group group = construct(death.pmix(), death.request().optional());
        death.dieWhileOthersWait("fence");
        // Only the construction could do without members.
        death.assertFails(() -> group.fence());
        assertThat(group.missing()).isEmpty();
        // The end of the scenario leaves the group, which the fence of the other one would name too.
        death.context().reached("failed");
        death.context().await("failed", 0, 1);
    }

    private static void useWithoutEnded(SubJob job, ProcId ended, GroupRequest.Builder request) throws Exception {
        Group group = construct(job.pmix(), request.members(job.members()));
        assertThat(group.members())
                .as(group.id())
                .isEqualTo(Members.of(job.members()).difference(List.of(ended)));
        assertThat(group.missing()).as(group.id()).containsExactly(ended);
        use(job.pmix(), group);
    }

    /** On one node libpmix counts a process that has ended as one that has called. */
    private static void membersThatEndedBeforeAreMissing(SubJob job) throws Exception {
        ProcId ended = job.member(1);
        job.fence();
        if (job.rank() == 1) {
            return;
        }
        Await.until("the host knows of the end", () -> Jobs.hasEnded(job.pmix(), ended));
        useWithoutEnded(job, ended, GroupRequest.named(job.id("it-optional")).optional());
        useWithoutEnded(job, ended, GroupRequest.named(job.id("it-tolerant")).faultTolerant());
        useWithoutEnded(
                job, ended, GroupRequest.named(job.id("it-both")).optional().faultTolerant());
    }

    /** On three nodes rank 4 has another member on its node, and the others are alone on theirs. */
    @Tag("row:construct-10")
    @PmixTest(
            ranks = 7,
            nodes = {1, 3},
            killed = {2, 4, 5})
    void optionalMembersThatDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.departs(GroupOptionsIT::optional, 4, 0, 1, 2, 3, 4);
        // The one that takes the place of rank 2 is on its node.
        scenarios.run(
                job -> Departure.replaced(job, GroupOptionsIT::optional, 2, GroupRequest.Builder::optional),
                0,
                1,
                2,
                3,
                5);
        scenarios.departs(GroupOptionsIT::whatIsOptionalIsTheConstructionAlone, 2, 0, 1, 5);
        scenarios.run(GroupOptionsIT::membersThatEndedBeforeAreMissing, 0, 6, 1);
    }

    // --- bad input -------------------------------------------------------------------------------------------------

    @PmixTest(ranks = 2)
    void badRequestsAreRefusedBeforeTheyReachTheLibrary(Pmix pmix) {
        ProcId self = pmix.self();
        ProcId other = pmix.job().member(1 - self.rank());
        List<GroupRequest.Builder> bad = List.of(
                Jobs.all(pmix, "it-bad").finalOrder(List.of(self)),
                Jobs.all(pmix, "it-bad").finalOrder(List.of(self, other, new ProcId(self.nspace(), 2))),
                GroupRequest.named("it-bad").members(self).finalOrder(List.of(self, other)),
                GroupRequest.named("it-bad").bootstrap(2).finalOrder(List.of(other)),
                Jobs.all(pmix, "it-bad").finalOrder(List.of(new ProcId("nowhere", 0))),
                GroupRequest.named("g".repeat(254)).members(self).localOnly(),
                Jobs.all(pmix, "it-bad").info(BYTES, new byte[40 << 20]));
        for (GroupRequest.Builder request : bad) {
            assertThatIllegalArgumentException()
                    .as(request.build().toString())
                    .isThrownBy(() -> pmix.groups().construct(request.build()));
            assertThatIllegalArgumentException().isThrownBy(() -> pmix.groups().constructAsync(request.build()));
        }
        Key<Cpuset> cpus = Key.of("it.cpus", ValueType.CPUSET);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GroupRequest.named("it-bad").info(cpus, new Cpuset("hwloc", "0-1")));
        assertThat(pmix.groups().active()).isEmpty();
    }

    @PmixTest(ranks = 3)
    void uniqueIdsAndALocalGroup(Pmix pmix) throws Exception {
        uniqueIds(pmix);
        local(pmix);
    }

    private static void uniqueIds(Pmix pmix) throws Exception {
        String first = pmix.groups().uniqueId("it");
        assertThat(first).contains("it").contains(pmix.self().nspace());
        assertThat(pmix.groups().uniqueId("other")).isNotEqualTo(first);
        String second = pmix.groups().uniqueId("it");
        assertThat(second).isNotEqualTo(first);
        // The same everywhere: otherwise these would wait for ever.
        Group one = construct(pmix, Jobs.all(pmix, first));
        Group two = construct(pmix, Jobs.all(pmix, second));
        use(pmix, one);
        use(pmix, two);
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.groups().uniqueId(""));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.groups().uniqueId("a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.groups().uniqueId("ü".repeat(120)));
        assertThatIllegalStateException().isThrownBy(() -> {
            Pmix handle = Pmix.init();
            handle.close();
            handle.groups().uniqueId("it");
        });
    }
}
