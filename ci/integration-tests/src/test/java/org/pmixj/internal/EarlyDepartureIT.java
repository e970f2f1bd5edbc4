// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.pmixj.Pmix;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.PmixTest;

/** Events and answers of collectives come in any order: a member may be told to have left before the group is there. */
class EarlyDepartureIT {
    private static final String ID = "it-early";

    private static void departure(Pmix pmix) throws Exception {
        GroupRequest request = GroupRequest.named(ID)
                .members(pmix.job().members())
                .timeout(Duration.ofSeconds(15))
                .build();
        ProcId leaver = pmix.job().members().getLast();
        List<ProcId> rest = pmix.job().members().subList(0, pmix.job().size() - 1);
        CompletableFuture<Group> pending = null;
        if (!pmix.self().equals(leaver)) {
            pending = pmix.groups().constructAsync(request);
            Thread.sleep(300);
        }
        pmix.fence();
        if (pmix.self().equals(leaver)) {
            // As leaving tells it, which it does when the group is there.
            Context context = new Context(Objects.requireNonNull(Session.current()), null, Duration.ofSeconds(10));
            new Notify(
                            context,
                            PMIxConstants.PMIX_GROUP_LEFT(),
                            (byte) PMIxConstants.PMIX_RANGE_CUSTOM(),
                            rest,
                            List.of(leaver),
                            List.of(Trusted.get().info(EventKeys.GROUP_ID, new PmixValue.Str(ID), false)),
                            null,
                            false,
                            false)
                    .run(10_000_000_000L);
            Thread.sleep(500);
            pmix.groups().construct(request).close();
        } else {
            Group group = Objects.requireNonNull(pending).get(15, TimeUnit.SECONDS);
            assertThat(group.members()).isEqualTo(rest);
            group.fence(Duration.ofSeconds(10));
            group.destruct(Duration.ofSeconds(10));
        }
        pmix.fence();
    }

    // On one node it cannot be shown so: the server ends a construct of a group that one is told to have left.
    @PmixTest(ranks = 3, nodes = 3)
    void onThreeNodes(Pmix pmix) throws Exception {
        departure(pmix);
    }
}
