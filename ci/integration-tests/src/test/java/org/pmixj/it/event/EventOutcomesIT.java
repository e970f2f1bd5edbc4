// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.event.LocalEvents.A;
import static org.pmixj.it.event.LocalEvents.B;
import static org.pmixj.it.event.LocalEvents.number;
import static org.pmixj.it.event.LocalEvents.send;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.Warnings;
import org.pmixj.junit.PmixTest;

/** All kinds of outcomes of handlers, and the results that later handlers see. */
class EventOutcomesIT {
    private static final Key<Integer> TAKEN = Key.of("it.taken", ValueType.INT32);
    private static final Key<String> WHY = Key.of("it.why", ValueType.STRING);
    private static final PmixStatus NOTHING = Statuses.EVENT_NO_ACTION_TAKEN;
    private static final PmixStatus PARTIAL = Statuses.EVENT_PARTIAL_ACTION_TAKEN;

    /** Runs out at the first event, and must not for those that are answered at once, on a busy machine. */
    private static final Duration BOUND = Duration.ofSeconds(3);

    @Tag("row:hybrid-38")
    @Tag("row:hybrid-39")
    @Tag("row:hybrid-40")
    @Tag("row:hybrid-41")
    @Tag("row:hybrid-43")
    @Tag("row:hybrid-55")
    @Tag("row:hybrid-56")
    @Tag("row:hybrid-57")
    @Tag("row:hybrid-58")
    @Tag("row:hybrid-59")
    @Smoke
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void outcomesAndResults(Pmix pmix) throws Exception {
        thoseAfterSeeNameStatusAndResults(pmix);
        onlyCompleteEndsTheChain(pmix);
    }

    // "The results are appended to the array of prior results, with the returned values combined into an array within a
    // single pmix_info_t as follows: 1. array[0]: the event handler name provided at registration (may be an empty
    // field
    // if a string name was not given) will be in the key, with the pmix_status_t value returned by the handler
    // 2. array[*]: the array of results returned by the handler, if any."
    // (hybrid-programming-models.md, Coordination at Runtime with Multiple Event Handlers)
    private static void thoseAfterSeeNameStatusAndResults(Pmix pmix) throws Exception {
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(A).named("one").register(event -> {
                    seen.add(event);
                    return EventOutcome.partial().with(TAKEN, 7).with(WHY, "busy");
                });
                Registration _ = pmix.events().on(A).register(event -> {
                    seen.add(event);
                    return EventOutcome.deferred().with(TAKEN, 8);
                });
                Registration _ = pmix.events().on(A).named("three").register(event -> {
                    seen.add(event);
                    return EventOutcome.when(CompletableFuture.completedFuture(
                            EventOutcome.noAction().noTermination()));
                });
                Registration _ = pmix.events().on(A).register(event -> {
                    seen.add(event);
                    return EventOutcome.complete();
                })) {
            send(pmix, A, 1);
            HandlerResult one = new HandlerResult(
                    Optional.of("one"),
                    PARTIAL,
                    Attributes.builder().set(TAKEN, 7).set(WHY, "busy").build());
            HandlerResult two =
                    new HandlerResult(Optional.empty(), Statuses.EVENT_ACTION_DEFERRED, Attributes.of(TAKEN, 8));
            assertThat(Await.next(seen).results()).isEmpty();
            assertThat(Await.next(seen).results()).containsExactly(one);
            assertThat(Await.next(seen).results()).containsExactly(one, two);
            Event last = Await.next(seen);
            assertThat(last.results()).hasSize(3).startsWith(one, two);
            assertThat(last.result("one")).hasValue(one);
            HandlerResult three = last.result("three").orElseThrow();
            assertThat(three.status()).isEqualTo(NOTHING);
            assertThat(three.results().infos().getFirst().key()).isEqualTo("pmix.evnoterm");
            assertThat(last.result("four")).isEmpty();
        }
    }

    // "the handler has completely resolved the event and no further handlers should be called"; the other three go on.
    private static void onlyCompleteEndsTheChain(Pmix pmix) throws Exception {
        List<EventOutcome> outcomes = List.of(
                EventOutcome.complete(),
                EventOutcome.partial(),
                EventOutcome.complete().with(TAKEN, 1),
                EventOutcome.deferred(),
                EventOutcome.when(CompletableFuture.completedFuture(EventOutcome.complete())),
                EventOutcome.noAction());
        BlockingQueue<Integer> reached = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(A).register(event -> outcomes.get(number(event)));
                Registration _ = pmix.events().onAny().register(event -> {
                    reached.add(number(event));
                    return EventOutcome.noAction();
                })) {
            for (int i = 0; i < outcomes.size(); i++) {
                pmix.events()
                        .notify(A)
                        .toProcess()
                        .toDefaultHandlersToo()
                        .with(LocalEvents.NUMBER, i)
                        .send();
            }
            // Events come one after the other: those that were left out are before the last.
            Await.until("the last", () -> reached.contains(5));
            assertThat(reached).containsExactly(1, 3, 5);
        }
    }

    /** The timeout of ten seconds runs out while the other test goes on. */
    @PmixTest(ranks = 1)
    void boundsOfAnswers(Pmix pmix) throws Exception {
        CountDownLatch after = new CountDownLatch(1);
        try (Warnings warnings = new Warnings();
                Registration _ = pmix.events().on(B).register(event -> EventOutcome.when(new CompletableFuture<>()));
                Registration _ = pmix.events().on(B).register(event -> {
                    after.countDown();
                    return EventOutcome.partial();
                })) {
            long sent = System.nanoTime();
            send(pmix, B, 1);
            anAnswerAfterTheBoundIsIgnored(pmix);
            Await.open(after);
            assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(10));
            warnings.await("an event handler without a name gave no outcome to event " + B);
            warnings.await("within 10000 ms");
        }
    }

    // "its call goes on": but what it gives then is nobody's.
    private static void anAnswerAfterTheBoundIsIgnored(Pmix pmix) throws Exception {
        CompletableFuture<EventOutcome> tooLate = new CompletableFuture<>();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch returned = new CountDownLatch(1);
        Gate busy = new Gate(EventOutcome.partial());
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Warnings warnings = new Warnings();
                Registration _ = pmix.events()
                        .on(A)
                        .named("stage")
                        .answerWithin(BOUND)
                        .register(event -> number(event) == 1 ? EventOutcome.when(tooLate) : EventOutcome.partial());
                Registration _ = pmix.events()
                        .on(A)
                        .named("thread")
                        .answerWithin(BOUND)
                        .register(event -> {
                            if (number(event) == 1) {
                                release.await();
                                returned.countDown();
                                return EventOutcome.complete();
                            }
                            return EventOutcome.partial();
                        });
                // The event is still on its way when they come.
                Registration _ =
                        pmix.events().on(A).named("busy").answerWithin(LIMIT).register(busy);
                Registration _ = pmix.events().on(A).register(event -> {
                    StringBuilder line = new StringBuilder().append(number(event));
                    for (HandlerResult result : event.results()) {
                        line.append(' ').append(result.status().code());
                    }
                    seen.add(line.toString());
                    return EventOutcome.partial();
                })) {
            send(pmix, A, 1);
            warnings.await("'stage' gave no outcome to event " + A);
            warnings.await("'thread' gave no outcome to event " + A);
            busy.awaitCall();
            assertThat(tooLate.complete(EventOutcome.complete())).isTrue();
            release.countDown();
            returned.await();
            assertThat(seen).isEmpty();
            busy.open();
            assertThat(Await.next(seen)).isEqualTo("1 " + NOTHING.code() + " " + NOTHING.code() + " " + PARTIAL.code());
            for (int i = 2; i < 20; i++) {
                send(pmix, A, i);
                assertThat(Await.next(seen))
                        .isEqualTo(i + " " + PARTIAL.code() + " " + PARTIAL.code() + " " + PARTIAL.code());
            }
            assertThat(seen).isEmpty();
        }
    }
}
