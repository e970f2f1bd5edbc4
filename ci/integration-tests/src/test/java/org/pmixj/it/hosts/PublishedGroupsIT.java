// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.host.Capabilities;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Groups that members construct by values that they publish: a property says so, or the host is PRRTE 3. */
@Order(2)
class PublishedGroupsIT {
    private static final String PUBLISHED = "-Dpmixj.groups=published";

    @Tag("smoke")
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void groupsOfOneIdOneAfterTheOther(Pmix pmix) throws Exception {
        assertThat(pmix.capabilities().groupMethod()).isEqualTo(Capabilities.GroupMethod.PUBLISHED);
        GroupsByFences.live(pmix);
        GroupsByFences.orders(pmix);
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void groupsAtOnce(Pmix pmix) {
        for (int round = 0; round < Integer.getInteger("it.rounds", 5); round++) {
            GroupsByFences.atOnceInAnyOrder(pmix);
        }
    }

    @Tag("slow")
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void whoIsMissing(Pmix pmix, RankContext context) throws InterruptedException {
        GroupsByFences.whoIsMissing(pmix, context);
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void calledAgain(Pmix pmix, RankContext context) throws InterruptedException {
        GroupRequest.Builder request = Jobs.all(pmix, "it-again").assignContextId();
        if (context.rank() == 0) {
            GroupRequest brief = request.timeout(Jobs.SHORT).build();
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(PmixException.Timeout.class)
                        .isThrownBy(() -> pmix.groups().construct(brief))
                        .withMessageContaining("not called it");
            }
            context.reached("given-up");
        } else {
            context.await("given-up", 0);
        }
        for (int i = 0; i < 3; i++) {
            Group group = pmix.groups().construct(request.timeout(Await.LIMIT).build());
            long contextId = group.contextId().orElseThrow();
            assertThat(group.exchange(ValueType.INT64, contextId).values()).containsOnly(contextId);
            group.destruct();
        }
    }

    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {PUBLISHED, Jobs.ALL_ANSWER})
    void theOthersGoOnWithoutALeaver(Pmix pmix, RankContext context) throws InterruptedException {
        GroupsByFences.oneLeaves(pmix, context);
    }
}
