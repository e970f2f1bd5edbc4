// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.host.Queries;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;
import org.pmixj.value.ProcInfo;

/**
 * A group and a rank in it stand for a process, the group as a whole for its members, in every operation that takes a
 * process: "Members of the group can subsequently utilize the provided group identifier in PMIx function calls to address
 * the group's members, using either PMIX_RANK_WILDCARD to refer to all of them or the group-level rank of specific
 * members."
 */
class GroupAddressesIT {
    private static final String ID = "it-address";
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);
    private static final PmixStatus CODE = new PmixStatus(-3501);

    private interface Call {
        @Nullable
        Object of(Pmix pmix, ProcId proc) throws Exception;
    }

    /** An operation on one process; what it answers must be the same for the group rank and the process itself. */
    private record One(String name, Call call, boolean harmless) {}

    private static final List<One> ONES = List.of(
            new One("get", (pmix, proc) -> pmix.get(proc, NUMBER), true),
            new One(
                    "get, bounded",
                    (pmix, proc) -> pmix.get(proc, NUMBER, GetOptions.defaults().withTimeout(LIMIT)),
                    true),
            new One(
                    "get, refreshed",
                    (pmix, proc) -> pmix.get(proc, NUMBER, GetOptions.defaults().withRefreshCache()),
                    true),
            new One("get of what the host knows", (pmix, proc) -> pmix.get(proc, Keys.HOSTNAME), true),
            new One("getAsync", (pmix, proc) -> pmix.getAsync(proc, NUMBER).join(), true),
            new One("find", (pmix, proc) -> pmix.find(proc, NUMBER), true),
            new One("process", (pmix, proc) -> pmix.process(proc).id(), true),
            new One(
                    "abort",
                    (pmix, proc) -> {
                        pmix.processes().abort(3, "it", List.of(proc));
                        return null;
                    },
                    false),
            new One(
                    "job control",
                    (pmix, proc) -> pmix.control().job(List.of(proc), Attributes.of(Keys.JOB_CTRL_TERMINATE, true)),
                    false),
            new One(
                    "notify",
                    (pmix, proc) -> {
                        pmix.events().notify(CODE).to(proc).send();
                        return null;
                    },
                    false),
            new One(
                    "fence",
                    (pmix, proc) -> {
                        pmix.fence(FenceRequest.of(proc, pmix.self()).withTimeout(LIMIT));
                        return null;
                    },
                    false));

    @Tag("row:groups-3")
    @Tag("row:groups-4")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void everyOperationTakesThem(Pmix pmix) throws Exception {
        int size = pmix.job().size();
        pmix.put(Scope.GLOBAL, NUMBER, pmix.self().rank() * 11);
        pmix.commit();
        pmix.fence();
        // Group ranks are not the ranks of the job.
        List<ProcId> members = pmix.job().members().subList(1, size).reversed();
        if (pmix.self().rank() == 0) {
            noMember(pmix, ID);
            pmix.fence();
            pmix.fence();
            return;
        }
        Group group = pmix.groups()
                .construct(
                        GroupRequest.named(ID).members(members).timeout(LIMIT).build());
        pmix.fence();
        SoftAssertions soft = new SoftAssertions();
        for (One one : ONES) {
            for (int i = 0; one.harmless() && i < group.size(); i++) {
                int rank = i;
                soft.check(() -> assertThat(one.call().of(pmix, new ProcId(ID, rank)))
                        .as("%s of rank %d", one.name(), rank)
                        .isEqualTo(one.call().of(pmix, group.members().get(rank))));
            }
            soft.check(() -> assertThatThrownBy(() -> call(one, pmix, new ProcId(ID, group.size())))
                    .as("%s of a rank the group lacks", one.name())
                    .isInstanceOf(PmixException.NotFound.class));
            if (one.harmless()) {
                soft.check(() -> assertThatThrownBy(() -> call(one, pmix, ProcId.all(ID)))
                        .as("%s of the whole group", one.name())
                        .isInstanceOf(IllegalArgumentException.class));
            }
        }
        soft.assertAll();
        theHostReceivesProcesses(pmix, group);
        theIdStandsForANamespace(pmix, group);
        fences(pmix, group);
        events(pmix, group);
        group.with(CollectiveOptions.within(LIMIT)).fence();
        group.close();
        noMember(pmix, ID);
        pmix.fence();
    }

    /** A signal for one process is refused, with the targets that would have reached the host. */
    private static void theHostReceivesProcesses(Pmix pmix, Group group) {
        int sigCont = 18;
        for (int rank = 0; rank < group.size(); rank++) {
            List<ProcId> target = List.of(new ProcId(ID, rank));
            assertThatThrownBy(() -> pmix.control().job(target, Attributes.of(Keys.JOB_CTRL_SIGNAL, sigCont)))
                    .isInstanceOf(PmixException.NotSupported.class)
                    .hasMessageContaining("the targets are [" + group.members().get(rank) + "]");
        }
    }

    /** Functions that take a namespace address the members by the id of the group. A group has no job of its own. */
    private static void theIdStandsForANamespace(Pmix pmix, Group group) {
        List<String> nodes =
                group.members().stream().map(GroupAddressesIT.hostname(pmix)).toList();
        List<ProcId> here = group.members().stream()
                .filter(member -> GroupAddressesIT.hostname(pmix)
                        .apply(member)
                        .equals(pmix.node().hostname()))
                .toList();
        List<String> names = nodes.stream().distinct().toList();
        assertThat(pmix.processes().resolveNodes(ID)).isEqualTo(names);
        assertThat(pmix.processes().resolveNodesAsync(ID)).succeedsWithin(LIMIT).isEqualTo(names);
        assertThat(pmix.processes().resolvePeers(null, ID)).isEqualTo(here);
        assertThat(pmix.processes().resolvePeersAsync(pmix.node().hostname(), ID))
                .succeedsWithin(LIMIT)
                .isEqualTo(here);
        Queries queries = pmix.queries();
        assertThat(queries.processTable(ID).stream().map(ProcInfo::proc)).containsExactlyElementsOf(group.members());
        assertThat(queries.localProcessTable(ID).stream().map(ProcInfo::proc)).containsExactlyElementsOf(here);
        assertThat(queries.processTableAsync(ID))
                .succeedsWithin(LIMIT)
                .satisfies(table -> assertThat(table).hasSameSizeAs(group.members()));
        assertThat(queries.localProcessTableAsync(ID))
                .succeedsWithin(LIMIT)
                .satisfies(table -> assertThat(table).hasSameSizeAs(here));
        assertThatThrownBy(() -> pmix.job(ID))
                .isInstanceOf(PmixException.NotFound.class)
                .hasMessageContaining("Group.jobs()");
    }

    private static Function<ProcId, String> hostname(Pmix pmix) {
        return proc -> pmix.process(proc).hostname().orElseThrow();
    }

    private static void call(One one, Pmix pmix, ProcId proc) throws Throwable {
        try {
            one.call().of(pmix, proc);
        } catch (CompletionException e) {
            throw e.getCause();
        }
    }

    /** libpmix waits for a group that the caller is no member of; this would be a timeout here. */
    private static void noMember(Pmix pmix, String id) {
        SoftAssertions soft = new SoftAssertions();
        for (One one : ONES) {
            if (one.harmless()) {
                soft.check(() -> assertThatThrownBy(() -> {
                            Object found = one.call().of(pmix, new ProcId(id, 0));
                            if (found instanceof java.util.Optional<?> nothing && nothing.isEmpty()) {
                                throw new PmixException.NotFound("nothing", PmixStatus.SUCCESS);
                            }
                        })
                        .as("%s of a group this process is not in", one.name())
                        .satisfies(failure -> assertThat(
                                        failure instanceof CompletionException ? failure.getCause() : failure)
                                .isInstanceOf(PmixException.NotFound.class)));
            }
        }
        soft.assertAll();
    }

    /** Whole groups, some of their ranks, and both beside processes; what is the same process counts once. */
    private static void fences(Pmix pmix, Group group) {
        List<List<ProcId>> rows = List.of(
                List.of(ProcId.all(ID)),
                List.of(ProcId.all(ID), group.members().get(0)),
                List.of(new ProcId(ID, 0), new ProcId(ID, 1), group.members().get(0)));
        for (List<ProcId> row : rows) {
            if (row.contains(ProcId.all(ID)) || group.rank() < 2) {
                pmix.fence(FenceRequest.of(row).withTimeout(LIMIT));
                assertThat(pmix.fenceAsync(FenceRequest.of(row).withTimeout(LIMIT)))
                        .succeedsWithin(LIMIT);
            }
        }
        assertThatThrownBy(() -> pmix.fence(
                        FenceRequest.of(new ProcId(ID, 99), pmix.self()).withTimeout(LIMIT)))
                .isInstanceOf(PmixException.NotFound.class);
    }

    private static void events(Pmix pmix, Group group) throws Exception {
        CountDownLatch got = new CountDownLatch(2);
        CountDownLatch filtered = new CountDownLatch(2);
        pmix.events().on(CODE).register(event -> {
            got.countDown();
            return EventOutcome.noAction();
        });
        pmix.events()
                .on(CODE)
                .from(new ProcId(ID, 0))
                .affecting(new ProcId(ID, 1))
                .register(event -> {
                    filtered.countDown();
                    return EventOutcome.noAction();
                });
        group.with(CollectiveOptions.within(LIMIT)).fence();
        if (group.rank() == 0) {
            pmix.events()
                    .notify(CODE)
                    .to(ProcId.all(ID))
                    .affecting(new ProcId(ID, 1))
                    .send();
            for (int rank = 0; rank < group.size(); rank++) {
                pmix.events()
                        .notify(CODE)
                        .to(new ProcId(ID, rank))
                        .affecting(group.members().get(1))
                        .send();
            }
        }
        Await.open(got);
        Await.open(filtered);
    }
}
