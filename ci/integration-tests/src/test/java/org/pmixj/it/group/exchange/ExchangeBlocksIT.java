// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.group.exchange.ExchangeProcedure;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Exchanges that read the values in blocks, as those of large groups do. */
// Among the longer ones: begins early.
@Order(2)
class ExchangeBlocksIT {
    private static final String ALWAYS = "-Dpmixj.exchange.blocks=2";

    /** Three members, and two. */
    private static final int RANKS = 5;

    private static final int BLOCK = 3;

    private static PmixValue block(Pmix pmix, Group group, long number, int first) {
        String name = ExchangeProcedure.name(group.id(), number, group.members().get(first)) + WireKeys.EXCHANGE_BLOCK;
        return pmix.directory().lookup(Key.of(name, ValueType.ANY));
    }

    @PmixTest(
            ranks = RANKS,
            nodes = 3,
            jvm = {ALWAYS, Jobs.ALL_ANSWER})
    void valuesAndTimeoutsAreThoseWithoutBlocks(Pmix pmix) throws Exception {
        GroupExchangeIT.valuesOfManyTypes(pmix);
        GroupExchangeIT.exchangesDoNotMix(pmix);
        GroupExchangeIT.aMemberThatNeverCallsIsATimeout(pmix);
        GroupExchangeIT.aMemberThatLeavesAfterwards(pmix);
    }

    @PmixTest(ranks = RANKS, jvm = ALWAYS)
    void theFirstMemberPublishesItsBlock(Pmix pmix) {
        Group group = GroupExchangeIT.all(pmix, "it-blocks");
        assertThat(group.exchange(ValueType.INT32, group.rank()).values()).containsExactly(0, 1, 2, 3, 4);
        assertThat(block(pmix, group, 0, 0))
                .isInstanceOfSatisfying(
                        PmixValue.Array.class,
                        array -> assertThat(array.elements()).hasSize(BLOCK));
        // Together too large for the host to keep them twice.
        byte[] large = new byte[700_000];
        Arrays.fill(large, (byte) group.rank());
        int rank = 0;
        for (byte[] bytes : group.exchange(ValueType.BYTES, large).values()) {
            assertThat(bytes).hasSize(large.length).containsOnly(rank++);
        }
        assertThat(block(pmix, group, 1, 0)).isEqualTo(new PmixValue.Bool(false));
        group.destruct();
    }

    /** What fails in an exchange of a group that has ended is no block of the next group of the id. */
    @PmixTest(ranks = RANKS, jvm = ALWAYS)
    void anExchangeThatOutlivesItsGroup(Pmix pmix) {
        Group ended = GroupExchangeIT.all(pmix, "it-outlived");
        // The first member of the second block waits for the other one, which does not call.
        int rank = ended.rank();
        CompletableFuture<?> outliving = rank != BLOCK
                ? CompletableFuture.failedFuture(new TimeoutException())
                : ended.with(CollectiveOptions.within(Jobs.SHORT)).exchangeAsync(ValueType.INT32, -1);
        ended.destruct();
        Group next = GroupExchangeIT.all(pmix, "it-outlived");
        assertThat(outliving)
                .failsWithin(Await.LIMIT)
                .withThrowableThat()
                // Or it begins after the group has ended.
                .withCauseInstanceOf(rank != BLOCK ? TimeoutException.class : PmixException.class);
        next.fence();
        assertThat(next.exchange(ValueType.INT32, next.rank()).values()).containsExactly(0, 1, 2, 3, 4);
        assertThat(block(pmix, next, 0, BLOCK)).isInstanceOf(PmixValue.Array.class);
        next.destruct();
    }

    /** The first one is the first of its block. */
    @Tag("slow")
    @PmixTest(
            ranks = 5,
            nodes = 3,
            killed = {2, 4},
            jvm = ALWAYS)
    void membersThatDie(Pmix pmix, RankContext context) throws Exception {
        GroupExchangeIT.membersDie(pmix, context);
    }

    @PmixTest(ranks = 2, jvm = ALWAYS)
    void badInput(Pmix pmix) {
        new GroupExchangeIT().badInput(pmix);
    }
}
