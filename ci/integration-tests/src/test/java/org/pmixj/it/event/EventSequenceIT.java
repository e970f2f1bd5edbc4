// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.event.LocalEvents.A;
import static org.pmixj.it.event.LocalEvents.B;
import static org.pmixj.it.event.LocalEvents.C;
import static org.pmixj.it.event.LocalEvents.NUMBER;
import static org.pmixj.it.event.LocalEvents.number;
import static org.pmixj.it.event.LocalEvents.send;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** "A handler is called for one event at a time, in the order in which the events arrived here" ({@code Events}). */
class EventSequenceIT {
    private static final PmixStatus[] CODES = {A, B, C};
    private static final int EVENTS = 200;

    /** Counts how many calls are under way at once. */
    private static final class Overlap {
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        void enter() {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
        }

        void leave() {
            now.decrementAndGet();
        }
    }

    @Tag("row:hybrid-37")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void severalCodes(Pmix pmix) throws Exception {
        eventsOfASourceAreSeenInOrderWhateverTheirCodes(pmix);
        aSlowHandlerHoldsUpNeitherLibpmixNorOtherCodes(pmix);
    }

    // Events of one code go through a slow handler before: they hold up those of the other codes, and nothing
    // overtakes.
    private static void eventsOfASourceAreSeenInOrderWhateverTheirCodes(Pmix pmix) throws Exception {
        Map<ProcId, List<Integer>> seen = new ConcurrentHashMap<>();
        Overlap calls = new Overlap();
        CountDownLatch all = new CountDownLatch(EVENTS * pmix.job().size());
        try (Registration _ = pmix.events().on(A).register(event -> {
                    // It takes its time.
                    Thread.sleep(2);
                    return EventOutcome.partial();
                });
                Registration _ = pmix.events().on(B).register(event -> {
                    CompletableFuture<EventOutcome> later = new CompletableFuture<>();
                    later.completeOnTimeout(EventOutcome.partial(), 1, TimeUnit.MILLISECONDS);
                    return EventOutcome.when(later);
                });
                Registration _ = pmix.events().on(CODES).register(event -> {
                    calls.enter();
                    List<Integer> numbers =
                            seen.computeIfAbsent(event.source().orElseThrow(), source -> new ArrayList<>());
                    // Not safe for two at once.
                    numbers.add(number(event));
                    if (number(event) % 7 == 0) {
                        Thread.yield();
                    }
                    calls.leave();
                    all.countDown();
                    return EventOutcome.partial();
                })) {
            pmix.fence();
            for (int i = 0; i < EVENTS; i++) {
                pmix.events().notify(CODES[i % CODES.length]).with(NUMBER, i).send();
            }
            Await.open(all);
            pmix.fence();
            List<Integer> sent = new ArrayList<>();
            for (int i = 0; i < EVENTS; i++) {
                sent.add(i);
            }
            assertThat(seen.keySet())
                    .containsExactlyInAnyOrderElementsOf(pmix.job().members());
            for (List<Integer> numbers : seen.values()) {
                assertThat(numbers).isEqualTo(sent);
            }
            assertThat(calls.most).hasValue(1);
        }
    }

    @PmixTest(ranks = 2)
    void orderWhateverIsUnderWay(Pmix pmix, RankContext context) throws Exception {
        asynchronousSendsKeepTheirOrder(pmix, context);
        aDefaultHandlerSeesTheOrderWhileAnotherIsRegistered(pmix);
        aHandlerIsNeverCalledWhileItsOutcomeIsOpen(pmix);
        whoWaitsForAnEventThatEndsBeforeGoesOnToTheNext(pmix);
    }

    // The first have to wait until libpmix keeps them for this process too.
    private static void asynchronousSendsKeepTheirOrder(Pmix pmix, RankContext context) throws Exception {
        for (int round = 0; round < 5; round++) {
            PmixStatus code = new PmixStatus(-3100 - round);
            List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
            List<Integer> sent = new ArrayList<>();
            try (Registration _ = context.rank() == 0
                    ? pmix.events().on(A).register(event -> EventOutcome.noAction())
                    : pmix.events().on(code).register(event -> {
                        seen.add(number(event));
                        return EventOutcome.partial();
                    })) {
                pmix.fence();
                List<CompletableFuture<Void>> sending = new ArrayList<>();
                for (int i = 0; i < 2000; i++) {
                    sent.add(i);
                    if (context.rank() == 0) {
                        Notification next = pmix.events().notify(code).with(NUMBER, i);
                        sending.add((i % 100 == 99 ? next : next.cached()).sendAsync());
                    }
                }
                Await.result(CompletableFuture.allOf(sending.toArray(CompletableFuture[]::new)));
                if (context.rank() == 1) {
                    Await.until("all", () -> seen.size() == sent.size());
                    assertThat(seen).isEqualTo(sent);
                }
                pmix.fence();
            }
        }
    }

    // Events that arrive while libpmix takes the first handler of their code are not among those it has kept.
    private static void aDefaultHandlerSeesTheOrderWhileAnotherIsRegistered(Pmix pmix) throws Exception {
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events()
                .onAny()
                .where(event -> event.attributes().contains(NUMBER))
                .register(event -> {
                    seen.add(number(event));
                    return EventOutcome.partial();
                })) {
            for (int round = 0; round < 10; round++) {
                PmixStatus code = new PmixStatus(-3620 - round);
                AtomicBoolean end = new AtomicBoolean();
                FutureTask<Integer> sending = new FutureTask<>(() -> {
                    int sent = 0;
                    while (!end.get()) {
                        pmix.events()
                                .notify(code)
                                .toProcess()
                                .toDefaultHandlersToo()
                                .with(NUMBER, sent++)
                                .send();
                    }
                    return sent;
                });
                Thread.ofPlatform().start(sending);
                Await.next(seen);
                pmix.events().on(code).register(event -> EventOutcome.partial()).close();
                end.set(true);
                int sent = Await.result(sending);
                for (int i = 1; i < sent; i++) {
                    assertThat(Await.next(seen)).isEqualTo(i);
                }
            }
        }
    }

    // A call lasts until its outcome is known, on whatever thread that is.
    private static void aHandlerIsNeverCalledWhileItsOutcomeIsOpen(Pmix pmix) throws Exception {
        Overlap calls = new Overlap();
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        Thread[] senders = new Thread[4];
        try (Registration _ = pmix.events().on(A, B, C).register(event -> {
            calls.enter();
            CompletableFuture<EventOutcome> later = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                Thread.yield();
                calls.leave();
                seen.add(number(event));
                later.complete(EventOutcome.partial());
            });
            return EventOutcome.when(later);
        })) {
            for (int i = 0; i < senders.length; i++) {
                int first = i * 100;
                senders[i] = Thread.ofPlatform().start(() -> {
                    for (int n = 0; n < 100; n++) {
                        send(pmix, CODES[n % CODES.length], first + n);
                    }
                });
            }
            for (Thread sender : senders) {
                sender.join();
            }
            Await.until("400 events", () -> seen.size() == 400);
            assertThat(calls.most).hasValue(1);
            assertThat(seen).doesNotHaveDuplicates();
        }
    }

    // The handler is behind one that ends the chain of its first event; nothing else happens after.
    private static void whoWaitsForAnEventThatEndsBeforeGoesOnToTheNext(Pmix pmix) throws Exception {
        Gate gate = new Gate(EventOutcome.complete());
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(A).answerWithin(LIMIT).register(gate);
                Registration _ = pmix.events().on(A, B).register(event -> {
                    seen.add(number(event));
                    return EventOutcome.partial();
                })) {
            send(pmix, A, 1);
            gate.awaitCall();
            send(pmix, B, 2);
            pmix.fence();
            assertThat(seen).isEmpty();
            gate.open();
            assertThat(Await.next(seen)).isEqualTo(2);
        }
    }

    private static void aSlowHandlerHoldsUpNeitherLibpmixNorOtherCodes(Pmix pmix) throws Exception {
        Gate gate = new Gate(EventOutcome.partial());
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(A).answerWithin(LIMIT).register(gate);
                Registration _ = pmix.events().on(B).register(event -> {
                    seen.add("B " + number(event));
                    return EventOutcome.partial();
                });
                // Behind the slow one it waits, for its events of B as well.
                Registration _ = pmix.events().on(A, B).register(event -> {
                    seen.add("both " + number(event));
                    return EventOutcome.partial();
                })) {
            send(pmix, A, 1);
            gate.awaitCall();
            // Nobody is released before everybody has been through.
            pmix.fence();
            send(pmix, B, 2);
            assertThat(Await.next(seen)).isEqualTo("B 2");
            send(pmix, B, 3);
            assertThat(Await.next(seen)).isEqualTo("B 3");
            pmix.fence();
            assertThat(seen).isEmpty();
            gate.open();
            for (int i = 1; i <= 3; i++) {
                assertThat(Await.next(seen)).isEqualTo("both " + i);
            }
        }
    }
}
