// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.it.support.AsyncPairs;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Operations of a group take place in the order in which they are called, also if nobody waits in between. */
class AsyncOrderIT {
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void operationsTakePlaceInTheOrderOfTheCalls(Pmix pmix, RankContext context) throws Exception {
        AsyncPairs.check(pmix, "it-pairs");
        refusedOnesKeepNoPlace(pmix);
        beforeAndAfterAnExtension(pmix, context);
    }

    /** An operation that is refused before libpmix is asked is in nobody's way. */
    private static void refusedOnesKeepNoPlace(Pmix pmix) throws Exception {
        String id = "it-refused";
        Group group = pmix.groups().construct(Jobs.all(pmix, id).build());
        // The split derives an id that this group has, and is refused in all members after the exchange.
        Group taken = pmix.groups()
                .construct(Jobs.all(pmix, GroupIds.derived(id, "/" + nextSplit(group) + ".0", 0))
                        .build());
        CompletableFuture<?> refused = group.splitAsync(0, 0);
        CompletableFuture<Map<ProcId, Integer>> values = group.exchangeAsync(ValueType.INT32, group.rank());
        CompletableFuture<Void> fence = group.fenceAsync();
        assertThat(refused).failsWithin(Await.LIMIT);
        assertThat(Await.result(values))
                .containsEntry(pmix.self(), group.rank())
                .hasSize(3);
        Await.result(fence);
        GroupRequest again = Jobs.all(pmix, id).collectData().build();
        CompletableFuture<Group> collecting = pmix.groups().constructAsync(again);
        CompletableFuture<Void> next = group.fenceAsync();
        assertThat(collecting).failsWithin(Await.LIMIT);
        Await.result(next);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> group.exchangeAsync(ValueType.STRING, "x".repeat(8 << 20)));
        assertThat(group.exchange(ValueType.INT32, 1)).hasSize(3);
        taken.destruct();
        group.destruct();
    }

    /** Returns the number that the next split has: the largest of all members. */
    private static long nextSplit(Group group) {
        Group split = group.split(0, 0).orElseThrow();
        String id = split.id();
        split.destruct();
        return Long.parseLong(id.substring(id.indexOf('/') + 1, id.lastIndexOf('.'))) + 1;
    }

    private static void beforeAndAfterAnExtension(Pmix pmix, RankContext context) throws Exception {
        String id = "it-async-extended";
        BlockingQueue<Group> joined = new LinkedBlockingQueue<>();
        try (var _ = pmix.groups().onInvitation(invitation -> {
            var _ = invitation.outcome().thenAccept(joined::add);
            return Reply.ACCEPT;
        })) {
            if (context.rank() < 2) {
                List<ProcId> members = List.of(pmix.job().member(0), pmix.job().member(1));
                Group group = pmix.groups()
                        .construct(GroupRequest.named(id).members(members).build());
                var split = group.splitAsync(0, 0);
                CompletableFuture<Map<ProcId, Integer>> values = group.exchangeAsync(ValueType.INT32, group.rank());
                CompletableFuture<Group> extended =
                        group.extendAsync(List.of(pmix.job().member(2)));
                assertThatIllegalStateException()
                        .isThrownBy(() -> group.exchangeAsync(ValueType.INT32, 0))
                        .withMessageContaining("exchange of group '" + id + "'")
                        .withMessageContaining("an extension of the group is under way");
                assertThatIllegalStateException().isThrownBy(() -> group.splitAsync(0, 0));
                assertThatIllegalStateException().isThrownBy(group::fenceAsync);
                assertThat(Await.result(values)).isEqualTo(Map.of(members.get(0), 0, members.get(1), 1));
                Await.result(split).orElseThrow().destruct();
                joined.add(Await.result(extended));
            }
            Group group = Await.next(joined);
            assertThat(group.exchange(ValueType.INT32, group.rank()).values()).containsExactly(0, 1, 2);
            group.destruct();
        }
        // A process that has refused an extension can call another one.
        Group group = pmix.groups().construct(Jobs.all(pmix, id + "-again").build());
        assertThatIllegalArgumentException().isThrownBy(() -> group.extendAsync(List.of(pmix.self())));
        assertThat(group.exchange(ValueType.INT32, group.rank())).hasSize(3);
        group.destruct();
    }
}
