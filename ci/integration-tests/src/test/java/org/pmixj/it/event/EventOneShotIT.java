// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.event.LocalEvents.A;
import static org.pmixj.it.event.LocalEvents.number;
import static org.pmixj.it.event.LocalEvents.send;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.Pmix;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Warnings;
import org.pmixj.junit.PmixTest;

/** Handlers for one event, and tests before the call. */
class EventOneShotIT {
    /** Runs all in one process. The last leaves a handler behind. */
    @PmixTest(ranks = 1)
    void oneShotHandlersAndTests(Pmix pmix) throws Exception {
        aOneShotHandlerIsCalledOnce(pmix);
        aTestThatThrowsLetsTheEventPassBy(pmix);
        aOneShotHandlerCanRegisterItselfAgain(pmix);
    }

    private static void aOneShotHandlerIsCalledOnce(Pmix pmix) throws Exception {
        for (int round = 0; round < 30; round++) {
            int wanted = round % 2 == 0 ? 0 : 4;
            BlockingQueue<Integer> all = new LinkedBlockingQueue<>();
            ConcurrentLinkedQueue<String> shots = new ConcurrentLinkedQueue<>();
            Registration once = pmix.events()
                    .on(A)
                    .named("once")
                    .once()
                    .where(event -> number(event) >= wanted)
                    .register(event -> {
                        shots.add("once " + number(event));
                        return EventOutcome.partial();
                    });
            Registration plain = pmix.events().on(A).once().register(event -> {
                shots.add("plain " + number(event));
                return EventOutcome.partial();
            });
            try (Registration _ = pmix.events().on(A).register(event -> {
                all.add(number(event));
                return EventOutcome.partial();
            })) {
                for (int i = 0; i < 10; i++) {
                    send(pmix, A, i);
                }
                for (int i = 0; i < 10; i++) {
                    assertThat(Await.next(all)).isEqualTo(i);
                }
                assertThat(shots).containsExactlyInAnyOrder("once " + wanted, "plain 0");
                assertThat(once.isActive()).isFalse();
                assertThat(plain.isActive()).isFalse();
            }
        }
    }

    // The name of a one-shot handler is free in its call.
    private static void aOneShotHandlerCanRegisterItselfAgain(Pmix pmix) throws Exception {
        BlockingQueue<Integer> called = new LinkedBlockingQueue<>();
        again(pmix, called).close();
        Registration first = again(pmix, called);
        for (int i = 0; i < 5; i++) {
            send(pmix, A, i);
            assertThat(Await.next(called)).isEqualTo(i);
        }
        assertThat(first.isActive()).isFalse();
    }

    private static Registration again(Pmix pmix, BlockingQueue<Integer> called) {
        return pmix.events().on(A).named("again").once().register(event -> {
            Registration _ = again(pmix, called);
            called.add(number(event));
            return EventOutcome.partial();
        });
    }

    private static void aTestThatThrowsLetsTheEventPassBy(Pmix pmix) throws Exception {
        ConcurrentLinkedQueue<Integer> called = new ConcurrentLinkedQueue<>();
        BlockingQueue<Integer> results = new LinkedBlockingQueue<>();
        try (Warnings warnings = new Warnings();
                Registration picky = pmix.events()
                        .on(A)
                        .named("picky")
                        .once()
                        .where(event -> {
                            if (number(event) < 2) {
                                throw new IllegalStateException("deliberate");
                            }
                            return true;
                        })
                        .register(event -> {
                            called.add(number(event));
                            return EventOutcome.partial();
                        });
                Registration _ = pmix.events().on(A).register(event -> {
                    results.add(event.results().size());
                    return EventOutcome.partial();
                })) {
            for (int i = 0; i < 4; i++) {
                send(pmix, A, i);
            }
            for (int expected : List.of(0, 0, 1, 0)) {
                assertThat(Await.next(results)).isEqualTo(expected);
            }
            assertThat(called).containsExactly(2);
            assertThat(picky.isActive()).isFalse();
            warnings.await("'picky' does not receive, because its test failed: event " + A);
        }
    }
}
