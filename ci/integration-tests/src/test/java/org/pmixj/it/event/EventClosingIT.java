// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.event.LocalEvents.A;
import static org.pmixj.it.event.LocalEvents.B;
import static org.pmixj.it.event.LocalEvents.number;
import static org.pmixj.it.event.LocalEvents.send;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.pmixj.Pmix;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIx;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;

/** Handlers that come and go while events are on their way. */
class EventClosingIT {
    private static void aHandlerClosesItself(Pmix pmix) throws Exception {
        ConcurrentLinkedQueue<Integer> called = new ConcurrentLinkedQueue<>();
        BlockingQueue<String> after = new LinkedBlockingQueue<>();
        CountDownLatch sent = new CountDownLatch(1);
        AtomicReference<Registration> own = new AtomicReference<>();
        Registration first = pmix.events().on(A).named("first").register(event -> {
            sent.await();
            called.add(number(event));
            own.get().close();
            return EventOutcome.partial();
        });
        own.set(first);
        try (Registration _ = pmix.events().on(A).register(event -> {
            after.add(number(event) + " after " + event.results().size());
            return EventOutcome.partial();
        })) {
            for (int i = 0; i < 5; i++) {
                send(pmix, A, i);
            }
            sent.countDown();
            // The outcome of the call in which it was closed counts.
            assertThat(Await.next(after)).isEqualTo("0 after 1");
            for (int i = 1; i < 5; i++) {
                assertThat(Await.next(after)).isEqualTo(i + " after 0");
            }
            assertThat(called).containsExactly(0);
            assertThat(first.isActive()).isFalse();
        }
    }

    private static void aHandlerClosesTheNextAndTheOneBefore(Pmix pmix) throws Exception {
        ConcurrentLinkedQueue<String> called = new ConcurrentLinkedQueue<>();
        CountDownLatch end = new CountDownLatch(2);
        AtomicReference<Registration> next = new AtomicReference<>();
        Registration before = pmix.events().on(A).register(event -> {
            called.add("before " + number(event));
            return EventOutcome.partial();
        });
        try (Registration _ = pmix.events().on(A).register(event -> {
                    called.add("closing " + number(event));
                    before.close();
                    next.get().close();
                    return EventOutcome.partial();
                });
                Registration closed = pmix.events().on(A).register(event -> {
                    called.add("next " + number(event));
                    return EventOutcome.partial();
                });
                Registration _ = pmix.events().on(A).register(event -> {
                    called.add(
                            "end " + number(event) + " after " + event.results().size());
                    end.countDown();
                    return EventOutcome.partial();
                })) {
            next.set(closed);
            send(pmix, A, 1);
            Await.until("one event", () -> end.getCount() == 1);
            send(pmix, A, 2);
            Await.open(end);
            assertThat(called).containsExactly("before 1", "closing 1", "end 1 after 2", "closing 2", "end 2 after 1");
        }
    }

    // Those that wait for a closed handler go on to the next; it is not called after close has returned.
    private static void closingLetsTheEventsInItsQueueGo(Pmix pmix) throws Exception {
        Gate gate = new Gate(EventOutcome.complete());
        ConcurrentLinkedQueue<Integer> slow = new ConcurrentLinkedQueue<>();
        BlockingQueue<Integer> after = new LinkedBlockingQueue<>();
        Registration closed = pmix.events().on(A).register(event -> {
            slow.add(number(event));
            return gate.handle(event);
        });
        try (Registration _ = pmix.events().on(A, B).register(event -> {
            after.add(number(event));
            return EventOutcome.partial();
        })) {
            for (int i = 0; i < 100; i++) {
                send(pmix, i % 10 == 9 ? B : A, i);
            }
            gate.awaitCall();
            closed.close();
            closed.close();
            assertThat(after).isEmpty();
            // "One under way goes on, and its outcome counts."
            gate.open();
            for (int i = 1; i < 100; i++) {
                assertThat(Await.next(after)).isEqualTo(i);
            }
            assertThat(slow).containsExactly(0);
        }
    }

    /** Runs all in one process. The first needs a code that libpmix does not know yet. */
    @PmixTest(ranks = 1)
    void handlersComeAndGo(Pmix pmix) throws Exception {
        aHandlerThatIsRegisteredWithinAnotherSeesTheNextEvent(pmix);
        idleIsWhenAllIsHandled(pmix);
        aHandlerClosesItself(pmix);
        aHandlerClosesTheNextAndTheOneBefore(pmix);
        closingLetsTheEventsInItsQueueGo(pmix);
        aHandlerClosesItsHandle(pmix);
        nothingStaysOfAHandlerAndItsEvents(pmix);
    }

    private static void aHandlerThatIsRegisteredWithinAnotherSeesTheNextEvent(Pmix pmix) throws Exception {
        BlockingQueue<String> called = new LinkedBlockingQueue<>();
        ConcurrentLinkedQueue<Registration> inner = new ConcurrentLinkedQueue<>();
        try (Registration _ = pmix.events().on(A).named("outer").register(event -> {
            called.add("outer " + number(event));
            if (number(event) == 1) {
                // One for a code that libpmix does not know of yet, too.
                inner.add(pmix.events().on(A, B).named("inner").after("outer").register(later -> {
                    called.add("inner " + later.code().code() + " " + number(later));
                    return EventOutcome.partial();
                }));
            }
            return EventOutcome.partial();
        })) {
            send(pmix, A, 1);
            Await.until("the registration", () -> !inner.isEmpty());
            send(pmix, A, 2);
            send(pmix, B, 3);
            for (String expected : List.of("outer 1", "outer 2", "inner -3001 2", "inner -3002 3")) {
                assertThat(Await.next(called)).isEqualTo(expected);
            }
            inner.forEach(Registration::close);
        }
    }

    private static void aHandlerClosesItsHandle(Pmix pmix) throws Exception {
        ConcurrentLinkedQueue<String> called = new ConcurrentLinkedQueue<>();
        CountDownLatch after = new CountDownLatch(2);
        Pmix own = Pmix.init();
        Registration closing = own.events().on(A).register(event -> {
            own.close();
            called.add("closing " + number(event));
            return EventOutcome.partial();
        });
        Registration sibling = own.events().on(A).register(event -> {
            called.add("sibling " + number(event));
            return EventOutcome.partial();
        });
        try (Registration _ = pmix.events().on(A).register(event -> {
            called.add("other " + number(event) + " after " + event.results().size());
            after.countDown();
            return EventOutcome.partial();
        })) {
            send(pmix, A, 1);
            send(pmix, A, 2);
            Await.open(after);
            assertThat(called).containsExactly("closing 1", "other 1 after 1", "other 2 after 0");
            assertThat(closing.isActive()).isFalse();
            assertThat(sibling.isActive()).isFalse();
            sibling.close();
            assertThatIllegalStateException().isThrownBy(() -> own.events().on(A));
            pmix.fence();
        }
    }

    // Neither a bound that is far away nor a queue keeps what nobody needs any more.
    private static void nothingStaysOfAHandlerAndItsEvents(Pmix pmix) throws Exception {
        ConcurrentLinkedQueue<WeakReference<?>> gone = new ConcurrentLinkedQueue<>();
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(A).register(event -> {
            gone.add(new WeakReference<>(event.attributes()));
            seen.add(number(event));
            return number(event) % 2 == 0 ? EventOutcome.complete() : EventOutcome.partial();
        })) {
            for (int i = 0; i < 20; i++) {
                EventHandler handler = new EventHandler() {
                    @Override
                    public EventOutcome handle(Event event) {
                        return EventOutcome.partial();
                    }
                };
                gone.add(new WeakReference<>(handler));
                HandlerBuilder builder = pmix.events().on(A, B).answerWithin(ChronoUnit.FOREVER.getDuration());
                Registration registered = (i % 4 < 2 ? builder : builder.once()).register(handler);
                send(pmix, A, i);
                assertThat(Await.next(seen)).isEqualTo(i);
                registered.close();
            }
        }
        Await.until("all are collected", () -> {
            System.gc();
            return gone.stream().allMatch(one -> one.get() == null);
        });
    }

    // Events in each state are about: with a handler, waiting for one, waiting for a stage.
    @PmixTest(ranks = 1)
    void aHandlerClosesTheSession() throws Exception {
        for (int round = 0; round < 5; round++) {
            Pmix pmix = Pmix.init();
            CompletableFuture<EventOutcome> stage = new CompletableFuture<>();
            CountDownLatch sent = new CountDownLatch(1);
            CompletableFuture<Integer> closed = new CompletableFuture<>();
            ConcurrentLinkedQueue<Integer> tested = new ConcurrentLinkedQueue<>();
            pmix.events().on(B).register(event -> EventOutcome.when(stage));
            pmix.events().on(A).register(event -> {
                sent.await();
                pmix.close();
                closed.complete(PMIx.PMIx_Initialized());
                return EventOutcome.partial();
            });
            Registration next = pmix.events()
                    .on(A, B)
                    .where(event -> tested.add(number(event)))
                    .register(event -> EventOutcome.partial());
            for (int i = 0; i < 20; i++) {
                send(pmix, i % 2 == 0 ? A : B, i);
            }
            sent.countDown();
            assertThat(closed).succeedsWithin(LIMIT).isEqualTo(0);
            // Too late for libpmix, which has the event back.
            assertThat(stage.complete(EventOutcome.partial())).isTrue();
            assertThat(next.isActive()).isFalse();
            assertThat(tested).isEmpty();
        }
    }

    private static void idleIsWhenAllIsHandled(Pmix pmix) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        CountDownLatch release = new CountDownLatch(1);
        assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        AtomicInteger arrived = new AtomicInteger();
        try (Registration _ = pmix.events().on(A).register(event -> {
                    arrived.incrementAndGet();
                    return EventOutcome.noAction();
                });
                Registration _ = pmix.events().on(A).answerWithin(LIMIT).register(event -> {
                    release.await();
                    handled.incrementAndGet();
                    return EventOutcome.noAction();
                })) {
            for (int i = 0; i < 20; i++) {
                send(pmix, A, i);
            }
            // The server may have accepted the last one before it is here.
            Await.until("all have arrived", () -> arrived.get() == 20);
            assertThat(pmix.events().awaitIdle(Duration.ofMillis(1))).isFalse();
            release.countDown();
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(handled).hasValue(20);
        }
    }
}
