// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmixj.it.LocalEvents.A;
import static org.pmixj.it.LocalEvents.number;
import static org.pmixj.it.LocalEvents.send;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Registration;
import org.pmixj.junit.PmixTest;

/** What handlers answer, in whatever way, and what those after them see of it. */
class EventOutcomesIT {
    private static final Key<Integer> TAKEN = Key.of("it.taken", ValueType.INT32);
    private static final Key<String> WHY = Key.of("it.why", ValueType.STRING);
    private static final PmixStatus NOTHING = Statuses.EVENT_NO_ACTION_TAKEN;
    private static final PmixStatus PARTIAL = Statuses.EVENT_PARTIAL_ACTION_TAKEN;

    // "The results are appended to the array of prior results, with the returned values combined into an array within a
    // single pmix_info_t as follows: 1. array[0]: the event handler name provided at registration (may be an empty
    // field
    // if a string name was not given) will be in the key, with the pmix_status_t value returned by the handler
    // 2. array[*]: the array of results returned by the handler, if any."
    // (hybrid-programming-models.md, Coordination at Runtime with Multiple Event Handlers)
    @PmixTest(ranks = 1)
    void thoseAfterSeeNameStatusAndResults(Pmix pmix) throws Exception {
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
            assertThat(next(seen).results()).isEmpty();
            assertThat(next(seen).results()).containsExactly(one);
            assertThat(next(seen).results()).containsExactly(one, two);
            Event last = next(seen);
            assertThat(last.results()).hasSize(3).startsWith(one, two);
            assertThat(last.result("one")).isEqualTo(one);
            HandlerResult three = last.result("three");
            assertThat(three.status()).isEqualTo(NOTHING);
            assertThat(three.results().infos().getFirst().key()).isEqualTo("pmix.evnoterm");
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> last.result("four"))
                    .withMessageContaining("'four'");
        }
    }

    private static Event next(BlockingQueue<Event> seen) throws InterruptedException {
        Event event = seen.poll(10, TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        return event;
    }

    // "the handler has completely resolved the event and no further handlers should be called"; the other three go on.
    @PmixTest(ranks = 1)
    void onlyCompleteEndsTheChain(Pmix pmix) throws Exception {
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
            Jobs.await("the last", () -> reached.contains(5));
            assertThat(reached).containsExactly(1, 3, 5);
        }
    }

    /** How a handler answers the first event, and what of it the one after sees. */
    private record Answer(
            String how,
            EventHandler handler,
            PmixStatus status,
            @Nullable String warning) {}

    // Whatever a handler does, the one after it is called once for each event, and so is the handler itself.
    @PmixTest(ranks = 1, timeLimit = 120)
    void everyWayToAnswerLetsTheChainGoOn(Pmix pmix) throws Exception {
        SoftAssertions soft = new SoftAssertions();
        CountDownLatch release = new CountDownLatch(1);
        for (Answer answer : answers(release)) {
            answered(pmix, answer, soft);
        }
        release.countDown();
        soft.assertAll();
    }

    private static List<Answer> answers(CountDownLatch release) {
        return List.of(
                new Answer("at once", event -> EventOutcome.partial(), PARTIAL, null),
                new Answer("later", event -> EventOutcome.when(later(EventOutcome.partial())), PARTIAL, null),
                new Answer(
                        "later, and later again",
                        event -> EventOutcome.when(later(EventOutcome.when(later(EventOutcome.partial())))),
                        PARTIAL,
                        null),
                new Answer("throws", EventOutcomesIT::exception, NOTHING, "'x' failed at event"),
                new Answer("throws an error", EventOutcomesIT::error, NOTHING, "'x' failed at event"),
                new Answer("overflows the stack", EventOutcomesIT::endless, NOTHING, "'x' failed at event"),
                new Answer("null", EventOutcomesIT::none, NOTHING, "'x' answered null to event"),
                new Answer(
                        "null later", event -> EventOutcome.when(later(null)), NOTHING, "'x' answered null to event"),
                new Answer(
                        "exception later",
                        event -> EventOutcome.when(CompletableFuture.supplyAsync(() -> EventOutcome.partial())
                                .thenApply(outcome -> {
                                    throw new IllegalStateException("deliberate");
                                })),
                        NOTHING,
                        "'x' failed at event"),
                new Answer(
                        "cancelled",
                        event -> {
                            CompletableFuture<EventOutcome> future = new CompletableFuture<>();
                            future.cancel(false);
                            return EventOutcome.when(future);
                        },
                        NOTHING,
                        "'x' failed at event"),
                new Answer("a stage that answers twice", event -> EventOutcome.when(new Twice()), PARTIAL, null),
                new Answer(
                        "a stage that cannot be followed",
                        event -> EventOutcome.when(new Broken()),
                        NOTHING,
                        "'x' gave a stage that fails for event"),
                new Answer(
                        "never",
                        event -> EventOutcome.when(new CompletableFuture<>()),
                        NOTHING,
                        "'x' gave no outcome to event"),
                new Answer(
                        "a stage within itself",
                        EventOutcomesIT::circle,
                        NOTHING,
                        "'x' gave more than 100 stages within each other for event"),
                new Answer(
                        "blocks",
                        event -> {
                            release.await();
                            return EventOutcome.complete();
                        },
                        NOTHING,
                        "'x' gave no outcome to event"));
    }

    private static void answered(Pmix pmix, Answer answer, SoftAssertions soft) throws Exception {
        BlockingQueue<Integer> called = new ArrayBlockingQueue<>(100);
        BlockingQueue<Event> after = new ArrayBlockingQueue<>(100);
        try (Warnings warnings = new Warnings();
                Registration _ = pmix.events()
                        .on(A)
                        .named("x")
                        .answerWithin(answer.warning() == null ? Duration.ofSeconds(30) : Duration.ofSeconds(1))
                        .register(event -> {
                            called.add(number(event));
                            return number(event) == 1 ? answer.handler().handle(event) : EventOutcome.deferred();
                        });
                Registration _ = pmix.events().on(A).register(event -> {
                    after.add(event);
                    return EventOutcome.partial();
                })) {
            for (int i = 1; i <= 3; i++) {
                send(pmix, A, i);
            }
            for (int i = 1; i <= 3; i++) {
                Event event = after.poll(15, TimeUnit.SECONDS);
                soft.assertThat(event).as("%s: event %d", answer.how(), i).isNotNull();
                if (event != null) {
                    soft.assertThat(number(event)).as(answer.how()).isEqualTo(i);
                    soft.assertThat(event.results())
                            .as(answer.how())
                            .extracting(HandlerResult::status)
                            .containsExactly(i == 1 ? answer.status() : Statuses.EVENT_ACTION_DEFERRED);
                }
            }
            soft.assertThat(called).as(answer.how()).containsExactly(1, 2, 3);
            soft.assertThat(after).as(answer.how()).isEmpty();
            if (answer.warning() == null) {
                soft.assertThat(warnings.messages()).as(answer.how()).isEmpty();
            } else {
                warnings.await(answer.warning() + (answer.warning().endsWith("event") ? " " + A : ""));
            }
        }
    }

    private static CompletableFuture<EventOutcome> later(@Nullable EventOutcome outcome) {
        CompletableFuture<EventOutcome> future = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            future.complete(outcome);
        });
        return future;
    }

    private static EventOutcome exception(Event event) throws Exception {
        throw new Exception("deliberate at " + event.code());
    }

    private static EventOutcome error(Event event) {
        throw new AssertionError("deliberate at " + event.code());
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack is full
    private static EventOutcome endless(Event event) {
        return endless(event).with(TAKEN, 1);
    }

    private static @Nullable EventOutcome none(Event event) {
        return null;
    }

    private static EventOutcome circle(Event event) {
        CompletableFuture<EventOutcome> future = new CompletableFuture<>();
        EventOutcome outcome = EventOutcome.when(future);
        future.complete(outcome);
        return outcome;
    }

    /** Answers complete after it has answered partial. */
    private static final class Twice extends CompletableFuture<EventOutcome> {
        @Override
        public CompletableFuture<EventOutcome> whenComplete(
                BiConsumer<? super EventOutcome, ? super Throwable> action) {
            action.accept(EventOutcome.partial(), null);
            action.accept(EventOutcome.complete(), null);
            return this;
        }
    }

    private static final class Broken extends CompletableFuture<EventOutcome> {
        @Override
        public CompletableFuture<EventOutcome> whenComplete(
                BiConsumer<? super EventOutcome, ? super Throwable> action) {
            throw new UnsupportedOperationException("deliberate");
        }
    }

    // "its call goes on": but what it gives then is nobody's.
    @PmixTest(ranks = 1)
    void anAnswerAfterTheBoundIsIgnored(Pmix pmix) throws Exception {
        CompletableFuture<EventOutcome> tooLate = new CompletableFuture<>();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch returned = new CountDownLatch(1);
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Warnings warnings = new Warnings();
                Registration _ = pmix.events()
                        .on(A)
                        .named("stage")
                        .answerWithin(Duration.ofMillis(300))
                        .register(event -> number(event) == 1 ? EventOutcome.when(tooLate) : EventOutcome.partial());
                Registration _ = pmix.events()
                        .on(A)
                        .named("thread")
                        .answerWithin(Duration.ofMillis(300))
                        .register(event -> {
                            if (number(event) == 1) {
                                release.await();
                                returned.countDown();
                                return EventOutcome.complete();
                            }
                            return EventOutcome.partial();
                        });
                Registration _ = pmix.events().on(A).register(event -> {
                    seen.add(number(event) + " " + event.result("stage").status() + " "
                            + event.result("thread").status());
                    return EventOutcome.partial();
                })) {
            send(pmix, A, 1);
            assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo("1 " + NOTHING + " " + NOTHING);
            warnings.await("'stage' gave no outcome to event " + A);
            warnings.await("'thread' gave no outcome to event " + A);
            assertThat(tooLate.complete(EventOutcome.complete())).isTrue();
            release.countDown();
            returned.await();
            for (int i = 2; i < 20; i++) {
                send(pmix, A, i);
                assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo(i + " " + PARTIAL + " " + PARTIAL);
            }
            assertThat(seen).isEmpty();
        }
    }

    @PmixTest(ranks = 1)
    void theDefaultBoundIsTenSeconds(Pmix pmix) throws Exception {
        CompletionStage<EventOutcome> never = new CompletableFuture<>();
        CountDownLatch after = new CountDownLatch(1);
        try (Warnings warnings = new Warnings();
                Registration _ = pmix.events().on(A).register(event -> EventOutcome.when(never));
                Registration _ = pmix.events().on(A).register(event -> {
                    after.countDown();
                    return EventOutcome.partial();
                })) {
            send(pmix, A, 1);
            assertThat(after.await(5, TimeUnit.SECONDS)).isFalse();
            assertThat(after.await(30, TimeUnit.SECONDS)).isTrue();
            warnings.await("an event handler without a name gave no outcome to event " + A);
            warnings.await("within 10000 ms");
        }
    }
}
