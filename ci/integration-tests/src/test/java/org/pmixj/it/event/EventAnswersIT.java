// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.event.LocalEvents.A;
import static org.pmixj.it.event.LocalEvents.number;
import static org.pmixj.it.event.LocalEvents.send;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Warnings;
import org.pmixj.junit.PmixTest;

/** Every way in which a handler can answer, or fail to. */
class EventAnswersIT {
    /** Runs out at the first event, and must not for the two that are answered at once. */
    private static final Duration LATE = Duration.ofSeconds(3);

    private static final PmixStatus NOTHING = Statuses.EVENT_NO_ACTION_TAKEN;
    private static final PmixStatus PARTIAL = Statuses.EVENT_PARTIAL_ACTION_TAKEN;

    /** How a handler answers the first event, and what of it the one after sees. */
    private record Answer(
            String how,
            EventHandler handler,
            PmixStatus status,
            @Nullable String warning) {
        /** Whether its time runs out. */
        boolean isLate() {
            return warning != null && warning.contains("gave no outcome");
        }
    }

    // Whatever a handler does, the one after it is called once for each event, and so is the handler itself.
    @PmixTest(ranks = 1)
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
                new Answer("throws", EventAnswersIT::exception, NOTHING, "'x' failed at event"),
                new Answer("throws an error", EventAnswersIT::error, NOTHING, "'x' failed at event"),
                new Answer("overflows the stack", EventAnswersIT::endless, NOTHING, "'x' failed at event"),
                new Answer("null", EventAnswersIT::none, NOTHING, "'x' answered null to event"),
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
                        EventAnswersIT::circle,
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
                        .answerWithin(answer.isLate() ? LATE : LIMIT)
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
            for (int number = 1; number <= 3; number++) {
                int i = number;
                Event event = after.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
                soft.check(() ->
                        assertThat(event).as("%s: event %d", answer.how(), i).isNotNull());
                if (event != null) {
                    soft.check(() -> assertThat(number(event)).as(answer.how()).isEqualTo(i));
                    soft.check(() -> assertThat(event.results())
                            .as(answer.how())
                            .extracting(HandlerResult::status)
                            .containsExactly(i == 1 ? answer.status() : Statuses.EVENT_ACTION_DEFERRED));
                }
            }
            soft.check(() -> assertThat(called).as(answer.how()).containsExactly(1, 2, 3));
            soft.check(() -> assertThat(after).as(answer.how()).isEmpty());
            if (answer.warning() == null) {
                soft.check(
                        () -> assertThat(warnings.messages()).as(answer.how()).isEmpty());
            } else {
                warnings.await(answer.warning() + (answer.warning().endsWith("event") ? " " + A : ""));
            }
        }
    }

    private static CompletableFuture<EventOutcome> later(@Nullable EventOutcome outcome) {
        CompletableFuture<EventOutcome> future = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                // So that the handler has returned, most times: either order is right.
                Thread.sleep(20);
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
        return endless(event).noTermination();
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
}
