// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.event.LocalEvents.A;
import static org.pmixj.it.event.LocalEvents.B;
import static org.pmixj.it.event.LocalEvents.NUMBER;
import static org.pmixj.it.event.LocalEvents.number;
import static org.pmixj.it.event.LocalEvents.send;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.Range;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Warnings;
import org.pmixj.junit.PmixTest;

/** Where handlers run, and what they may do there. */
class EventExecutorsIT {
    /** Runs all in one process. */
    @PmixTest(ranks = 1)
    void whereHandlersRun(Pmix pmix) throws Exception {
        handlersRunOnTheExecutorOfTheirHandle(pmix);
        withoutOneTheyRunOnThreadsOfTheLibrary(pmix);
        executorsOfEveryKind(pmix);
        anExecutorThatStallsCostsItsHandlersTheirTurnAlone(pmix);
        handlersShareASingleThread(pmix);
        inlineHandlersRunOnTheProgressThread(pmix);
        anInlineHandlerThatFails(pmix);
    }

    private static void handlersRunOnTheExecutorOfTheirHandle(Pmix pmix) throws Exception {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch called = new CountDownLatch(20);
        try (ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "it-executor"));
                Pmix own = Pmix.builder().executor(executor).init();
                Registration _ = own.events()
                        .on(A)
                        .where(event -> threads.add(Thread.currentThread().getName()) || true)
                        .register(event -> {
                            threads.add(Thread.currentThread().getName());
                            called.countDown();
                            return EventOutcome.partial();
                        })) {
            for (int i = 0; i < 20; i++) {
                send(pmix, A, i);
            }
            Await.open(called);
        }
        assertThat(threads).containsExactly("it-executor");
    }

    private static void withoutOneTheyRunOnThreadsOfTheLibrary(Pmix pmix) {
        CompletableFuture<String> thread = new CompletableFuture<>();
        try (Registration _ = pmix.events().on(A).register(event -> {
            thread.complete(Thread.currentThread().getName());
            return EventOutcome.partial();
        })) {
            send(pmix, A, 1);
            assertThat(thread).succeedsWithin(LIMIT).isEqualTo("pmixj-dispatcher");
        }
    }

    private static void inlineHandlersRunOnTheProgressThread(Pmix pmix) throws Exception {
        List<Integer> sent = new ArrayList<>();
        Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
        Set<String> threads = ConcurrentHashMap.newKeySet();
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        CompletableFuture<Integer> own = new CompletableFuture<>();
        Key<Integer> key = Key.of("it.own", ValueType.INT32);
        pmix.put(Scope.LOCAL, key, 5);
        Map<String, HandlerBuilder> handlers = new LinkedHashMap<>();
        handlers.put("first", pmix.events().on(A).inline());
        handlers.put("second", pmix.events().on(A).inline());
        handlers.put("of this node", pmix.events().on(A).inline().from(Range.LOCAL));
        handlers.put("on its own thread", pmix.events().on(A));
        handlers.put("inline after it", pmix.events().on(A).inline());
        List<Registration> registrations = new ArrayList<>();
        handlers.forEach((name, handler) ->
                registrations.add(handler.named(name).register(event -> {
                    seen.computeIfAbsent(name, _ -> new CopyOnWriteArrayList<>())
                            .add(number(event));
                    threads.add(name + ": " + Thread.currentThread().getName());
                    if (name.equals("first") && number(event) == 0) {
                        try {
                            pmix.fence();
                        } catch (IllegalStateException e) {
                            refused.complete(e);
                        }
                        assertThatIllegalStateException()
                                .isThrownBy(() -> pmix.process(pmix.self()).info(Keys.LOCAL_RANK));
                        assertThatIllegalStateException().isThrownBy(pmix::node);
                        assertThatIllegalStateException().isThrownBy(Pmix::init);
                        // libpmix reads nothing on this thread.
                        CompletableFuture<?> _ = pmix.getAsync(pmix.self(), key).thenAccept(own::complete);
                        assertThat(pmix.events()
                                        .notify(B)
                                        .with(NUMBER, 7)
                                        .toProcess()
                                        .sendAsync())
                                .isNotNull();
                    }
                    return EventOutcome.partial();
                })));
        registrations.add(pmix.events().on(B).inline().once().register(event -> {
            answer.complete(number(event));
            return EventOutcome.noAction();
        }));
        for (int i = 0; i < 200; i++) {
            send(pmix, A, i);
            sent.add(i);
        }
        assertThat(answer).succeedsWithin(LIMIT).isEqualTo(7);
        assertThat(own).succeedsWithin(LIMIT).isEqualTo(5);
        // The last one has been sent, and may not have arrived yet.
        Await.until(
                "all in each handler, but " + seen.keySet(),
                () -> handlers.keySet().stream()
                        .allMatch(name -> seen.getOrDefault(name, List.of()).size() >= sent.size()));
        assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        registrations.forEach(Registration::close);
        assertThat(refused)
                .succeedsWithin(LIMIT)
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .hasMessageContaining("would block libpmix's progress thread; use the Async form");
        assertThat(seen.keySet()).isEqualTo(handlers.keySet());
        seen.forEach((name, numbers) -> assertThat(numbers).as(name).isEqualTo(sent));
        assertThat(threads)
                .hasSize(5)
                .contains("of this node: pmixj-dispatcher", "on its own thread: pmixj-dispatcher")
                .contains("inline after it: pmixj-dispatcher")
                .doesNotContain("first: pmixj-dispatcher", "second: pmixj-dispatcher");
    }

    private static void anInlineHandlerThatFails(Pmix pmix) throws Exception {
        BlockingQueue<Integer> after = new LinkedBlockingQueue<>();
        try (Warnings warnings = new Warnings();
                Registration _ = pmix.events().on(A).inline().named("it-fails").register(event -> {
                    throw new AssertionError("broken");
                });
                Registration _ = pmix.events().on(A).inline().register(event -> {
                    after.add(number(event));
                    return EventOutcome.complete();
                });
                Registration _ = pmix.events().on(A).inline().register(event -> {
                    after.add(-1);
                    return EventOutcome.noAction();
                })) {
            send(pmix, A, 1);
            send(pmix, A, 2);
            Await.until("both, but " + after, () -> after.contains(2));
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(after).containsExactly(1, 2);
            warnings.await("'it-fails' failed at event " + A);
        }
    }

    // Whatever an executor does: each handler is called once for each event, in order.
    private static void executorsOfEveryKind(Pmix pmix) throws Exception {
        Map<String, Executor> executors = Map.of(
                "in the calling thread",
                Runnable::run,
                "refuses",
                task -> {
                    throw new RejectedExecutionException("full");
                },
                "throws an error",
                task -> {
                    throw new AssertionError("broken");
                },
                "throws after it has run the task",
                task -> {
                    task.run();
                    throw new IllegalStateException("after the fact");
                },
                "throws and runs the task elsewhere",
                task -> {
                    Thread.ofVirtual().start(task);
                    throw new IllegalStateException("after the fact");
                },
                "runs the task twice",
                task -> {
                    task.run();
                    task.run();
                });
        for (Map.Entry<String, Executor> entry : executors.entrySet()) {
            BlockingQueue<Integer> first = new LinkedBlockingQueue<>();
            BlockingQueue<Integer> second = new LinkedBlockingQueue<>();
            try (Pmix own = Pmix.builder().executor(entry.getValue()).init();
                    Registration _ = own.events().on(A).register(event -> {
                        first.add(number(event));
                        CompletableFuture<EventOutcome> later = new CompletableFuture<>();
                        later.completeOnTimeout(EventOutcome.partial(), 2, TimeUnit.MILLISECONDS);
                        return EventOutcome.when(later);
                    });
                    Registration _ = own.events().on(A).register(event -> {
                        second.add(number(event));
                        return EventOutcome.partial();
                    })) {
                List<Integer> sent = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    send(pmix, A, i);
                    sent.add(i);
                }
                Await.until(entry.getKey() + ": all, but " + second, () -> second.contains(19));
                assertThat(first).as(entry.getKey()).containsExactlyElementsOf(sent);
                assertThat(second).as(entry.getKey()).containsExactlyElementsOf(sent);
            }
        }
    }

    // Of an executor that has stopped running things: the chain goes on, and the log says why.
    private static void anExecutorThatStallsCostsItsHandlersTheirTurnAlone(Pmix pmix) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        ConcurrentLinkedQueue<Integer> late = new ConcurrentLinkedQueue<>();
        BlockingQueue<Integer> after = new LinkedBlockingQueue<>();
        try (ExecutorService executor = Executors.newSingleThreadExecutor();
                Pmix own = Pmix.builder().executor(executor).init();
                Warnings warnings = new Warnings();
                Registration _ = own.events()
                        .on(B)
                        .named("stalls")
                        .answerWithin(Duration.ofMillis(200))
                        .register(event -> {
                            release.await();
                            return EventOutcome.partial();
                        });
                Registration _ = own.events()
                        .on(A)
                        .named("waits")
                        // Long enough for its second call, which is not held up, on a busy machine.
                        .answerWithin(Duration.ofSeconds(3))
                        .register(event -> {
                            late.add(number(event));
                            return EventOutcome.partial();
                        });
                Registration _ = pmix.events().on(A).register(event -> {
                    after.add(number(event));
                    return EventOutcome.partial();
                })) {
            send(pmix, B, 0);
            warnings.await("'stalls' gave no outcome to event " + B);
            send(pmix, A, 1);
            assertThat(Await.next(after)).isEqualTo(1);
            warnings.await("'waits' gave no outcome to event " + A);
            release.countDown();
            // The only thread of the executor is free again.
            Await.result(executor.submit(() -> {}));
            send(pmix, A, 2);
            assertThat(Await.next(after)).isEqualTo(2);
            // Its turn for the first is over.
            assertThat(late).containsExactly(2);
        }
    }

    // One handler that always has something to do does not keep a single thread from the next.
    private static void handlersShareASingleThread(Pmix pmix) throws Exception {
        ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
        CountDownLatch arrived = new CountDownLatch(100);
        CountDownLatch done = new CountDownLatch(200);
        try (ExecutorService executor = Executors.newSingleThreadExecutor();
                Pmix own = Pmix.builder().executor(executor).init();
                Registration _ = pmix.events().on(A).named("counts").register(event -> {
                    arrived.countDown();
                    return EventOutcome.partial();
                });
                Registration _ = own.events().on(A).named("one").register(event -> {
                    arrived.await();
                    order.add("one " + number(event));
                    done.countDown();
                    return EventOutcome.partial();
                });
                Registration _ = own.events().on(A).named("two").register(event -> {
                    order.add("two " + number(event));
                    done.countDown();
                    return EventOutcome.partial();
                })) {
            for (int i = 0; i < 100; i++) {
                send(pmix, A, i);
            }
            Await.open(done);
            assertThat(order).containsSubsequence("two 0", "one 99");
        }
    }

    // On virtual threads, and in the calling thread of the dispatcher.
    @PmixTest(ranks = 2)
    void aHandlerMayDoAnything(Pmix pmix) throws Exception {
        Key<Integer> key = Key.of("it.within", ValueType.INT32);
        for (Executor executor : new Executor[] {null, Runnable::run}) {
            Pmix.Builder builder = Pmix.builder();
            try (Pmix own = executor == null
                    ? builder.init()
                    : builder.executor(executor).init()) {
                int other = 1 - own.self().rank();
                CompletableFuture<Integer> done = new CompletableFuture<>();
                try (Registration _ = own.events().on(A).answerWithin(LIMIT).register(event -> {
                    try {
                        own.put(Scope.GLOBAL, key, 40 + own.self().rank());
                        own.commit();
                        own.fence();
                        int value = own.get(own.job().member(other), key);
                        Group group = own.groups()
                                .construct(Jobs.all(own, "it-within").build());
                        group.fence();
                        group.destruct();
                        done.complete(value);
                    } catch (Throwable e) {
                        done.completeExceptionally(e);
                    }
                    return EventOutcome.partial();
                })) {
                    pmix.fence();
                    if (own.self().rank() == 0) {
                        own.events().notify(A).send();
                    }
                    assertThat(done).succeedsWithin(LIMIT).isEqualTo(40 + other);
                    pmix.fence();
                }
            }
        }
    }
}
