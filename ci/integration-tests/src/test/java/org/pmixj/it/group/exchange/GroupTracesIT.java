// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.List;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.group.exchange.ExchangeProcedure;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;

/** Exchanges leave the last value of a group until nobody can wait for it, and nothing else. */
class GroupTracesIT {
    /** How long a last value stays: long enough for the exchange on a busy machine. */
    private static final Duration MOMENT = Duration.ofSeconds(8);

    private static Group all(Pmix pmix, String id) {
        return pmix.groups()
                .construct(GroupRequest.named(id).members(pmix.job().members()).build());
    }

    private static boolean isThere(Pmix pmix, String group, long number) {
        Key<Integer> key = Key.of(ExchangeProcedure.name(group, number, pmix.self()), ValueType.INT32);
        try {
            pmix.directory().lookup(key);
            return true;
        } catch (PmixException.NotFound e) {
            return false;
        }
    }

    private static void awaitGone(Pmix pmix, String group, long number) throws InterruptedException {
        Await.until("value " + number + " is deleted", () -> !isThere(pmix, group, number));
    }

    private static void traces(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-traces");
        for (int i = 0; i < 5; i++) {
            assertThat(group.with(CollectiveOptions.within(MOMENT))
                            .exchange(ValueType.INT32, i)
                            .values())
                    .containsOnly(i);
        }
        assertThat(isThere(pmix, "it-traces", 4)).isTrue();
        for (int i = 0; i < 4; i++) {
            awaitGone(pmix, "it-traces", i);
        }
        group.destruct();

        // Of the next group of the same name nothing is taken for its own, though it might have been kept for longer.
        for (int i = 0; i < 10; i++) {
            Group again = all(pmix, "it-traces-2");
            assertThat(again.exchange(ValueType.INT32, i).values()).containsOnly(i);
            if (i % 2 == 0) {
                again.destruct();
            } else {
                // The last one that leaves deletes its value at once.
                if (pmix.self().rank() == 0) {
                    again.close();
                }
                pmix.fence();
                again.close();
                pmix.fence();
            }
        }
        if (pmix.self().rank() == 0) {
            assertThat(isThere(pmix, "it-traces-2", 0)).isTrue();
        }
        all(pmix, "it-traces-2").destruct();
        awaitGone(pmix, "it-traces-2", 0);
        awaitGone(pmix, "it-traces", 4);
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.directory()
                        .lookup(Key.of(ExchangeProcedure.name("it-traces", 4, pmix.self()), ValueType.ANY)));
        pmix.fence();
    }

    /** The process has left when the turn of an exchange comes: it sends nothing, and does not wait for its timeout. */
    private static void leftMeanwhile(Pmix pmix) throws Exception {
        Group group = all(pmix, "it-meanwhile");
        if (pmix.self().rank() == 0) {
            var first = group.exchangeAsync(ValueType.INT32, 1);
            var second = group.exchangeAsync(ValueType.INT32, 2);
            // The first one waits for the value of the other member.
            UnderWay.awaitCall(pmix, "lookup");
            group.close();
            for (var exchange : List.of(first, second)) {
                assertThat(exchange)
                        .failsWithin(LIMIT)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(PmixException.MemberLost.class);
            }
            assertThat(isThere(pmix, "it-meanwhile", 1)).isFalse();
        }
        pmix.fence();
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void ofExchanges(Pmix pmix) throws Exception {
        leftMeanwhile(pmix);
        traces(pmix);
    }
}
