// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.LocalEvents.A;
import static org.pmixj.it.LocalEvents.number;
import static org.pmixj.it.LocalEvents.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.internal.ForeignHandler;
import org.pmixj.junit.PmixTest;

/** The chain as a handler of a C library sees it, which libpmix calls after it. */
class EventNativeChainIT {
    private static final Key<Integer> TAKEN = Key.of("it.taken", ValueType.INT32);
    private static final Key<Integer> NOT_CARRIED = Key.of("it.type", ValueType.DATA_TYPE);

    // "array[0]: the event handler name provided at registration (may be an empty field if a string name was not given)
    // will be in the key, with the pmix_status_t value returned by the handler; array[*]: the array of results returned
    // by the handler, if any" (hybrid-programming-models.md)
    @PmixTest(ranks = 1)
    void resultsHaveTheFormOfTheSpecification(Pmix pmix) throws Exception {
        ForeignHandler c = ForeignHandler.register(A);
        try (Registration _ = pmix.events()
                        .on(A)
                        .named("one")
                        .register(event -> EventOutcome.partial().with(TAKEN, 7));
                Registration _ = pmix.events().on(A).register(event -> EventOutcome.deferred())) {
            send(pmix, A, 1);
            Attributes results = next(c);
            // libpmix puts the name of the whole chain before.
            assertThat(results.infos()).hasSize(3);
            assertThat(results.infos().get(0).key()).isEqualTo("org.pmixj");
            assertForm(
                    results.infos().get(1),
                    "one",
                    Statuses.EVENT_PARTIAL_ACTION_TAKEN,
                    Attributes.of(TAKEN, 7).infos());
            assertForm(results.infos().get(2), "", Statuses.EVENT_ACTION_DEFERRED, List.of());
        }
    }

    private static void assertForm(Info result, String name, PmixStatus status, List<Info> more) {
        assertThat(result.key()).isEqualTo(name);
        assertThat(result.value()).isInstanceOf(PmixValue.Array.class);
        List<PmixValue> elements = new ArrayList<>(((PmixValue.Array) result.value()).elements());
        assertThat(elements.removeFirst()).isInstanceOfSatisfying(Info.class, first -> {
            assertThat(first.key()).isEqualTo(name);
            assertThat(first.value()).isEqualTo(new PmixValue.Status(status));
        });
        assertThat(elements).containsExactlyElementsOf(more);
    }

    private static Attributes next(ForeignHandler c) throws InterruptedException {
        Attributes results = c.seen().poll(10, TimeUnit.SECONDS);
        assertThat(results).isNotNull();
        return results;
    }

    // "the handler has completely resolved the event and no further handlers should be called"
    @PmixTest(ranks = 1)
    void completeIsForAllLibraries(Pmix pmix) throws Exception {
        ForeignHandler c = ForeignHandler.register(A);
        BlockingQueue<Integer> called = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(A).register(event -> {
            called.add(number(event));
            return number(event) % 2 == 0 ? EventOutcome.complete() : EventOutcome.noAction();
        })) {
            for (int i = 0; i < 10; i++) {
                send(pmix, A, i);
            }
            for (int i = 0; i < 5; i++) {
                assertThat(next(c).size()).isEqualTo(1);
            }
            assertThat(called).hasSize(10);
        }
        // Without a handler in Java the event goes on.
        send(pmix, A, 10);
        assertThat(next(c).size()).isEqualTo(1);
        assertThat(c.seen()).isEmpty();
    }

    // The chain of libpmix goes on where the one in Java has not come to its end.
    @PmixTest(ranks = 1)
    void theEndOfTheSessionGivesOpenEventsBack() throws Exception {
        for (int round = 0; round < 5; round++) {
            Pmix pmix = Pmix.init();
            ForeignHandler c = ForeignHandler.register(A);
            CountDownLatch called = new CountDownLatch(1);
            pmix.events().on(A).register(event -> {
                called.countDown();
                return EventOutcome.when(new CompletableFuture<>());
            });
            send(pmix, A, 1);
            assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(c.seen()).isEmpty();
            pmix.close();
            next(c);
        }
    }

    // Whatever becomes of a chain, libpmix gets its event back, once.
    @PmixTest(ranks = 1)
    void theEventIsGivenBackWhateverHandlersDo(Pmix pmix) throws Exception {
        ForeignHandler c = ForeignHandler.register(A);
        BlockingQueue<Integer> after = new LinkedBlockingQueue<>();
        try (Warnings warnings = new Warnings();
                Registration _ = pmix.events()
                        .on(A)
                        .named("x")
                        .answerWithin(Duration.ofMillis(300))
                        .register(event -> switch (number(event)) {
                            case 0 -> throw new IllegalStateException("deliberate");
                            case 1 -> EventOutcome.when(new CompletableFuture<>());
                            case 2 -> EventOutcome.partial().with(NOT_CARRIED, 3);
                            default -> EventOutcome.partial();
                        });
                Registration _ = pmix.events().on(A).register(event -> {
                    after.add(number(event));
                    return EventOutcome.partial();
                })) {
            for (int i = 0; i < 5; i++) {
                send(pmix, A, i);
            }
            for (int i = 0; i < 5; i++) {
                assertThat(after.poll(10, TimeUnit.SECONDS)).isEqualTo(i);
                next(c);
            }
            warnings.await("handlers of C libraries are not told the results of an event: libpmix cannot carry");
            pmix.fence();
            assertThat(c.seen()).isEmpty();
        }
    }
}
