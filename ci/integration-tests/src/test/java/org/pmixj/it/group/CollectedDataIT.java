// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.foreign.SegmentAllocator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.CallWorker;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.Get;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.SubJob;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Constructs that collect data, while something else delays or ends a member. */
class CollectedDataIT {
    private static final int VICTIM = 2;

    private static final String CONSTRUCT = "construct of group 'it-collected-";

    private static GroupRequest.Builder all(SubJob job) {
        return GroupRequest.named(job.id("it-collected")).members(job.members()).timeout(LIMIT);
    }

    private static GroupRequest.Builder all(Pmix pmix, String id) {
        return Jobs.all(pmix, id).timeout(LIMIT);
    }

    /** A get as a C library of this process may call it, with a timeout of its own. */
    private static final class GetOfC extends Get<PmixValue> {
        private static final long SECONDS = 4;

        GetOfC(ProcId proc) {
            Handle handle = UnderWay.handle();
            super(handle, proc, "it.never", GetOptions.defaults(), Function.identity());
        }

        @Override
        protected void direct(InfoArray infos, SegmentAllocator memory) {
            infos.timeout(memory, SECONDS);
        }
    }

    /** libpmix answers all gets of a process by the answer to the first: here by its timeout. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void anotherGetTimesOut(Pmix pmix, RankContext context) throws Exception {
        CompletableFuture<PmixValue> never = null;
        if (context.rank() == 0) {
            never = new GetOfC(pmix.job().member(1)).submit(LIMIT.toNanos());
            UnderWay.awaitCall(pmix, "get of it.never");
        }
        Group group = pmix.groups().construct(all(pmix, "it-slow").collectData().build());
        if (never != null) {
            CompletableFuture<PmixValue> missing = never;
            assertThatThrownBy(() -> Await.result(missing)).hasCauseInstanceOf(PmixException.class);
        }
        group.fence();
        group.destruct();
    }

    /** Rank 0 reads the values of a member that died after all had collected. */
    private static void aMemberDiesBeforeItsValuesAreRead(SubJob job) throws Exception {
        GroupRequest request = all(job).faultTolerant().collectData().build();
        CountDownLatch reads = new CountDownLatch(1);
        if (job.rank() == 0) {
            // Occupies the worker of gets, so that the values are not read yet.
            CallWorker.executeGet(() -> Await.awaitOrInterrupt(() -> Await.open(reads)));
        }
        CompletableFuture<Group> construct = job.pmix().groups().constructAsync(request);
        if (job.rank() == 0) {
            // It waits for its worker.
            Await.until(
                    "the get of a value is there",
                    () -> InFlight.all().stream().anyMatch(call -> call.what().contains("get of pmixj.none")));
            job.reached("reading");
            ProcId victim = job.member(VICTIM);
            Await.until("the death is known", () -> UnderWay.isDead(victim));
            reads.countDown();
        }
        Group group = Await.result(construct);
        if (job.rank() == VICTIM) {
            job.await("reading", 0);
            job.killSelf();
        }
        Await.until("the group has two members", () -> group.size() == 2);
        group.fence();
        group.destruct();
    }

    /** Rank 2 does not collect, and dies while the others wait for it: all others fail alike, before its timeout. */
    private static void aMemberDiesWhileTheOthersFence(SubJob job) throws Exception {
        GroupRequest.Builder request = all(job);
        if (job.rank() == VICTIM) {
            job.pmix().groups().construct(request.build());
            // On one node a fence that is called after the death succeeds.
            job.await("fencing");
            job.killSelf();
        }
        CompletableFuture<Group> construct =
                job.pmix().groups().constructAsync(request.collectData().build());
        // The fence after the construct has the construct's title.
        Await.until("the group exists", () -> !job.pmix().groups().active().isEmpty());
        UnderWay.awaitCall(job.pmix(), CONSTRUCT);
        job.reached("fencing");
        // Whoever fails first leaves, so that the message may name that one.
        assertThatThrownBy(() -> Await.result(construct))
                .cause()
                .isInstanceOf(PmixException.MemberLost.class)
                .hasMessageContaining(CONSTRUCT);
        assertThat(job.pmix().groups().active()).isEmpty();
    }

    /** On three nodes rank 2 is alone on its node, and rank 3 is not. */
    @Smoke
    @PmixTest(
            ranks = 4,
            nodes = 3,
            killed = {2, 3})
    void membersDie(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(CollectedDataIT::aMemberDiesBeforeItsValuesAreRead, 0, 1, 2);
        scenarios.run(CollectedDataIT::aMemberDiesWhileTheOthersFence, 0, 1, 3);
    }

    /** By the bootstrap method all request it, too: the leaders, and the process that one of them adds. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void leadersAndAddedProcessesCollect(Pmix pmix, RankContext context) throws Exception {
        Key<Integer> key = Key.of("it.collected", ValueType.INT32);
        GetOptions here = GetOptions.defaults().optional();
        pmix.put(Scope.GLOBAL, key, context.rank());
        pmix.commit();
        GroupRequest.Builder request = context.rank() == 2
                ? GroupRequest.added("it-bootstrap")
                : GroupRequest.named("it-bootstrap").bootstrap(2);
        if (context.rank() == 1) {
            request.addMembers(pmix.job().member(2));
        }
        GroupRequest collecting = request.collectData().timeout(LIMIT).build();
        Group group = context.rank() == 0
                ? Await.result(pmix.groups().constructAsync(collecting))
                : pmix.groups().construct(collecting);
        assertThat(group.members()).hasSize(3);
        for (ProcId member : group.members()) {
            assertThat(pmix.get(member, key, here)).isEqualTo(member.rank());
        }
        assertThat(group.jobs()).containsOnlyKeys(pmix.self().nspace());
        group.destruct();
    }
}
