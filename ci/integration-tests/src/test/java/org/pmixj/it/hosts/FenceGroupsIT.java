// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.host.Capabilities;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.AsyncPairs;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Groups that members construct by fences under PRRTE: a property says so. On three nodes where nothing says otherwise. */
// Among the longer ones: begins early.
@Order(2)
class FenceGroupsIT {
    private static final String BY_FENCES = "-Dpmixj.groups=fences";

    @Tag("row:groups-1")
    @Tag("row:groups-3")
    @Tag("row:groups-8")
    @Tag("row:groups-12")
    @Tag("row:construct-1")
    @Tag("row:destruct-1")
    @Conforms(byFences = true)
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void groupsOfOneIdOnSeveralNodes(Pmix pmix) throws Exception {
        live(pmix);
    }

    private static void live(Pmix pmix) throws Exception {
        assertThat(pmix.capabilities().groupMethod()).isEqualTo(Capabilities.GroupMethod.FENCES);
        assertThat(pmix.capabilities().hostName()).isEqualTo("PRRTE");
        GroupsByFences.live(pmix);
    }

    @Tag("row:construct-2")
    @Tag("row:construct-5")
    @Tag("row:construct-29")
    @Tag("row:collective-1")
    @Tag("row:collective-4")
    @Conforms(byFences = true)
    @PmixTest(
            ranks = 4,
            nodes = 3,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void valuesReachTheirGroupsInAnyOrder(Pmix pmix) throws Exception {
        GroupsByFences.orders(pmix);
        GroupsByFences.types(pmix);
        AsyncPairs.check(pmix, "it-pairs");
    }

    @Tag("row:construct-5")
    @Tag("row:construct-29")
    @Conforms(byFences = true)
    @PmixTest(
            ranks = 5,
            nodes = 3,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void groupsAtOnceOnSeveralNodes(Pmix pmix) {
        GroupsByFences.atOnceInAnyOrder(pmix);
    }

    @Tag("row:construct-6")
    @Tag("row:construct-13")
    @Conforms(byFences = true)
    @PmixTest(
            ranks = 3,
            nodes = 3,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void whoIsMissing(Pmix pmix, RankContext context) throws InterruptedException {
        GroupsByFences.whoIsMissing(pmix, context);
        GroupsByFences.whoHasSentNothing(pmix, context);
    }

    @PmixTest(
            ranks = 3,
            nodes = 3,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void calledAgain(Pmix pmix, RankContext context) throws Exception {
        GroupsByFences.theFirstMemberCallsAgain(pmix, context);
        GroupsByFences.exchangesCalledAgain(pmix, context);
        GroupsByFences.endedByTheTimeoutOfAnother(pmix, context);
        GroupsByFences.aDestructIsGivenUp(pmix, context);
    }

    @PmixTest(
            ranks = 2,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void metByAnother(Pmix pmix, RankContext context) throws Exception {
        AsyncPairs.check(pmix, "it-pairs");
        GroupsByFences.plainFencesInTurn(pmix);
        GroupsByFences.interruptedBeforeAllHaveCalled(pmix, context);
        GroupsByFences.unreadable(pmix);
        GroupsByFences.exchangeInterrupted(pmix, context);
        GroupsByFences.aDestructIsGivenUp(pmix, context);
    }

    @PmixTest(
            ranks = 2,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void exchangeWhoseFenceFails(Pmix pmix) {
        GroupsByFences.exchangeWhoseFenceFails(pmix);
    }

    @Tag("row:groups-9")
    @Tag("row:groups-10")
    @Tag("row:groups-11")
    @Tag("row:leave-1")
    @Conforms(byFences = true)
    @PmixTest(
            ranks = 3,
            nodes = 3,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void theOthersGoOnWithoutALeaver(Pmix pmix, RankContext context) throws Exception {
        GroupsByFences.oneLeaves(pmix, context);
        GroupsByFences.constructedAfterALeave(pmix, context);
    }

    @PmixTest(
            ranks = 3,
            nodes = 3,
            jvm = {BY_FENCES, Jobs.ALL_ANSWER})
    void whatNeedsGroupsOfTheHostIsRefused(Pmix pmix) {
        GroupsByFences.refusals(pmix, "such as PRRTE 5");
    }
}
