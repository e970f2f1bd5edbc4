// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * A member that hears that its construct is complete for others, long before libpmix answers its own. Rank 0 says so, in
 * the words of this library, while rank 1 waits for rank 2.
 */
class SlowMembersIT {
    /** The number of the construct in its session: one group precedes it. */
    private static final long SECOND = 2;

    private static void sayComplete(Pmix pmix, String id, List<ProcId> members) {
        GroupEvents.send(
                Objects.requireNonNull(
                        GroupTable.of(Objects.requireNonNull(Session.current())).answerer()),
                id,
                List.of(pmix.job().member(1)),
                List.of(
                        GroupEvents.id(id),
                        InfoAccess.get().info(WireKeys.GROUP_COMPLETE, NotifyCall.array(members), false),
                        InfoAccess.get().info(WireKeys.GROUP_PENDING, GroupInfo.size(SECOND), false)),
                false,
                true);
    }

    private static CompletableFuture<Group> construct(Pmix pmix, RankContext context, String id) throws Exception {
        if (pmix.self().rank() == 1) {
            UnderWay.announceCall(pmix, context, "called", "construct");
        }
        return pmix.groups().constructAsync(Jobs.all(pmix, id).build());
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void groupOfTheSameMembersIsTheSame(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        Jobs.useGroup(pmix, "it-first", all);
        if (pmix.self().rank() == 2) {
            context.await("slow", 1);
        }
        CompletableFuture<Group> made = construct(pmix, context, "it-slow");
        if (pmix.self().rank() == 0) {
            context.await("called", 1);
            sayComplete(pmix, "it-slow", all);
            context.reached("said");
        } else if (pmix.self().rank() == 1) {
            context.await("said", 0);
            // Rank 2 has not called: nothing may end the construct, however long this waits.
            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> made.get(3, TimeUnit.SECONDS));
            context.reached("slow");
        }
        Group group = Await.result(made);
        assertThat(group.members()).isEqualTo(all);
        group.fence();
        group.destruct();
    }

    @PmixTest(ranks = 3, nodes = 3, alone = true)
    void groupOfOtherMembersIsAnother(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        Jobs.useGroup(pmix, "it-first", all);
        if (pmix.self().rank() == 0) {
            context.await("called", 1);
            sayComplete(pmix, "it-other", all.subList(0, 2));
        } else if (pmix.self().rank() == 1) {
            CompletableFuture<Group> made = construct(pmix, context, "it-other");
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> Await.result(made))
                    .withCauseInstanceOf(PmixException.Exists.class)
                    .withMessageContaining(all.toString())
                    .withMessageContaining(all.subList(0, 2).toString());
        }
        pmix.fence();
    }
}
