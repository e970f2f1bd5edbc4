// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Pmix;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.EventOutcome;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Events and answers of collectives arrive in any order: a departure may be reported before the group is there. */
class EarlyDepartureIT {
    private static final String ID = "it-early";

    // On one node it cannot be shown so: the server ends a construct of a group that one is reported to have left.
    @PmixTest(ranks = 3, nodes = 3)
    void onThreeNodes(Pmix pmix, RankContext context) throws Exception {
        // Handlers of the application are called after the library has processed the event.
        pmix.events().on(Statuses.GROUP_LEFT).register(event -> {
            context.reached("notified");
            return EventOutcome.noAction();
        });
        GroupRequest request =
                GroupRequest.named(ID).members(pmix.job().members()).build();
        ProcId leaver = pmix.job().members().getLast();
        List<ProcId> rest = pmix.job().members().subList(0, pmix.job().size() - 1);
        CompletableFuture<Group> pending = null;
        if (!pmix.self().equals(leaver)) {
            pending = pmix.groups().constructAsync(request);
            UnderWay.awaitCall(pmix, "construct");
        }
        pmix.fence();
        if (pmix.self().equals(leaver)) {
            // As leaving tells it, which it does when the group is there.
            Handle own = UnderWay.handle();
            new NotifyCall(
                            own,
                            Notice.to(
                                            rest,
                                            PMIxConstants.PMIX_GROUP_LEFT(),
                                            List.of(InfoAccess.get()
                                                    .info(EventKeys.GROUP_ID, new PmixValue.Str(ID), false)))
                                    .affecting(List.of(leaver)))
                    .run(LIMIT.toNanos());
            context.await("notified");
            pmix.groups().construct(request).close();
        } else {
            Group group = Await.result(Objects.requireNonNull(pending));
            assertThat(group.members()).isEqualTo(rest);
            group.fence();
            group.destruct();
        }
        pmix.fence();
    }
}
