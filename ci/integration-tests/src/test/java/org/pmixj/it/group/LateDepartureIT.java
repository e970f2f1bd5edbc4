// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Pmix;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.EventOutcome;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.OwnLeave;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * A process leaves a group, and constructs another of the same id while events of the first may still arrive. The event
 * that a member left belongs to the first group or to the second: the member itself knows.
 */
class LateDepartureIT {
    private static final String ID = "it-late";

    private static Group all(Pmix pmix) {
        return pmix.groups()
                .construct(GroupRequest.named(ID).members(pmix.job().members()).build());
    }

    /** Rank 0 leaves the first group; the other ranks end it without it, so that it hears of no departure. */
    private static void leaveFirst(Pmix pmix, RankContext context) throws InterruptedException {
        Group first = all(pmix);
        if (context.rank() == 0) {
            first.close();
            context.reached("left");
            // Otherwise libpmix may take the next construct for the end of the first group, see Group.leave.
            context.await("ended", 1, 2);
        } else {
            context.await("left", 0);
            Await.until("the group has two members", () -> first.size() == 2);
            first.destruct();
            context.reached("ended");
        }
    }

    /** The event that rank 1 left, as a server delivers it late: rank 0 waits in its construct. */
    private static void sendLate(Pmix pmix, ProcId to) {
        Handle context = UnderWay.handle();
        new NotifyCall(
                        context,
                        Notice.to(
                                        List.of(to),
                                        PMIxConstants.PMIX_GROUP_LEFT(),
                                        List.of(InfoAccess.get()
                                                .info(EventKeys.GROUP_ID, new PmixValue.Str(ID), false)))
                                .affecting(List.of(pmix.self())))
                .run(LIMIT.toNanos());
    }

    /** On three nodes: the server that gets such an event from its own client takes it for a departure at once. */
    @PmixTest(ranks = 3, nodes = 3)
    void anEventOfTheFirstGroupDoesNotCount(Pmix pmix, RankContext context) throws Exception {
        leaveFirst(pmix, context);
        ProcId zero = pmix.job().member(0);
        if (context.rank() == 1) {
            context.await("construct", 0);
            sendLate(pmix, zero);
        } else if (context.rank() == 0) {
            pmix.events().on(Statuses.GROUP_LEFT).register(event -> {
                context.reached("heard");
                return EventOutcome.noAction();
            });
            UnderWay.announceCall(pmix, context, "construct");
        } else {
            context.await("heard", 0);
        }
        Group second = all(pmix);
        second.fence();
        assertThat(second.members()).isEqualTo(pmix.job().members());
        second.destruct();
        pmix.fence();
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aDepartureFromTheSecondGroupCounts(Pmix pmix, RankContext context) throws Exception {
        leaveFirst(pmix, context);
        Group second = all(pmix);
        if (context.rank() == 1) {
            second.close();
        } else {
            Await.until("the group has two members", () -> second.size() == 2);
            second.fence();
            second.destruct();
        }
        pmix.fence();
    }

    /** The process that left is already constructing the second group when the others end the first. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void theSecondGroupIsConstructedBeforeTheFirstHasEnded(Pmix pmix, RankContext context) throws Exception {
        Group first = all(pmix);
        if (context.rank() == 0) {
            first.close();
            UnderWay.announceCall(pmix, context, "construct");
        } else {
            context.await("construct", 0);
            Await.until("the group has two members", () -> first.size() == 2);
            first.destruct();
        }
        Group second = all(pmix);
        assertThat(second.members()).isEqualTo(pmix.job().members());
        second.fence();
        second.destruct();
        pmix.fence();
    }

    /**
     * The answer that a member has left comes when the group is being destructed. Rank 1 leaves in such a way that no other
     * process learns of it.
     */
    @PmixTest(ranks = 3, nodes = 3)
    void aDepartureCountsInADestruct(Pmix pmix, RankContext context) throws Exception {
        Group group = all(pmix);
        if (context.rank() == 1) {
            context.await("destruct", 0, 2);
            new OwnLeave((GroupImpl) group).forgetNow(true);
            context.reached("left");
        } else {
            CompletableFuture<Void> ended =
                    group.with(CollectiveOptions.within(LIMIT)).destructAsync();
            context.reached("destruct");
            context.await("left", 1);
            assertThat(group.state()).isEqualTo(Group.State.DESTRUCTING);
            GroupTable.of(((GroupImpl) group).handle.session)
                    .method
                    .askMember((GroupImpl) group, pmix.job().member(1));
            Await.result(ended);
        }
        pmix.fence();
    }
}
