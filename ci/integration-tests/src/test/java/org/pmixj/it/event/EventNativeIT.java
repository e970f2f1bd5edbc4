// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.event.SeenEvents.noAction;
import static org.pmixj.it.event.SeenEvents.partial;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Boundaries;
import org.pmixj.it.support.CHandlers;
import org.pmixj.it.support.CHandlers.Place;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The chain in Java beside the handlers of a C library in the same process, as Open MPI's and OpenMP tools' are. */
class EventNativeIT {
    private static final PmixStatus CODE = new PmixStatus(-3101);
    private static final PmixStatus OTHER = new PmixStatus(-3102);
    private static final PmixStatus END = new PmixStatus(-3103);
    private static final Key<Integer> NUMBER = Key.of("c.number", ValueType.INT32);
    private static final Key<Integer> MINE = Key.of("it.mine", ValueType.INT32);
    private static final Key<String> TEXT = Key.of("c.text", ValueType.STRING);

    // --- the chain -----------------------------------------------------------------------------------------------

    /**
     * Registered natively in this order: early, the chain in Java, late. Of one category libpmix calls the one that was
     * registered last first.
     */
    @Tag("row:hybrid-35")
    @Tag("row:hybrid-39")
    @Tag("row:hybrid-40")
    @PmixTest(ranks = 3, nodes = 3, alone = true)
    void handlersOfAllKindsHaveTheirTurns(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        CHandlers.Handler early = library.register("c.early", Place.NONE, CODE);
        CHandlers.Handler multi = library.register("c.multi", Place.NONE, CODE, OTHER);
        CHandlers.Handler any = library.register("c.any", Place.NONE);
        CHandlers.Handler last = library.register("c.last", Place.LAST, CODE);
        SeenEvents a = new SeenEvents(EventOutcome.partial().with(MINE, 1).with(Keys.PROCID, pmix.self()));
        SeenEvents b = noAction();
        SeenEvents unnamed = new SeenEvents(EventOutcome.deferred());
        SeenEvents javaAny = noAction();
        try (Registration _ = pmix.events().on(CODE).named("it.a").register(a);
                Registration _ = pmix.events().on(CODE, OTHER).named("it.b").register(b);
                Registration _ = pmix.events().on(CODE, OTHER).lastInCategory().register(unnamed);
                Registration _ = pmix.events().onAny().named("it.any").register(javaAny)) {
            CHandlers.Handler late = library.register("c.late", Place.NONE, CODE);
            CHandlers.Handler first = library.register("c.first", Place.FIRST, CODE);
            first.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 2, 0);
            late.answers(Statuses.EVENT_ACTION_DEFERRED, 0, 0);
            early.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 1, 0);
            pmix.events().notify(CODE).toProcess().with(MINE, 7).text("ü").send();

            Event event = a.next();
            assertThat(SeenEvents.names(event)).containsExactly("c.first", "c.late");
            HandlerResult given = event.result("c.first").orElseThrow();
            assertThat(given.results().get(TEXT)).contains("from C");
            assertThat(given.results().infos()).hasSize(2);
            assertThat(given.results().infos().getLast().value())
                    .isInstanceOfSatisfying(
                            PmixValue.Array.class,
                            array -> assertThat(array.elements())
                                    .singleElement()
                                    .asString()
                                    .contains("c.inner", "18446744073709551615"));
            // What libpmix makes of the status of a C handler.
            assertThat(given.status()).isEqualTo(CODE);
            assertThat(event.result("c.late").orElseThrow().results().infos()).isEmpty();
            assertThat(event.source()).contains(pmix.self());
            assertThat(event.attributes().get(MINE)).contains(7);
            assertThat(event.text()).contains("ü");
            assertThat(b.earlier()).containsExactly("c.first", "c.late", "it.a");
            Event end = unnamed.next();
            assertThat(SeenEvents.names(end)).containsExactly("c.first", "c.late", "it.a", "it.b");
            assertThat(end.result("it.a").orElseThrow().status()).isEqualTo(Statuses.EVENT_PARTIAL_ACTION_TAKEN);

            String head = CODE.code() + " " + pmix.self() + " it.mine=INT32:7 pmix.evtext=STRING:ü "
                    + "pmix.evnondef=BOOL:true pmix.evnocache=BOOL:true | ";
            String resultOfFirst =
                    "c.first=STATUS:-3101 c.text=STRING:from C c.array=DATA_ARRAY:INFO[c.inner=UINT64:18446744073709551615]";
            String before = resultOfFirst + " c.late=STATUS:-3101";
            String java = " org.pmixj=STATUS:-3101"
                    + " it.a=DATA_ARRAY:INFO[it.a=STATUS:-332 it.mine=INT32:1 pmix.procid=PROC:" + pmix.self() + "]"
                    + " it.b=DATA_ARRAY:INFO[it.b=STATUS:-331]"
                    + " UNKNOWN=DATA_ARRAY:INFO[=STATUS:-333]";
            assertThat(sorted(first.seen(1).getFirst())).isEqualTo(sorted(head));
            assertThat(late.results()).isEqualTo(resultOfFirst);
            assertThat(early.results()).isEqualTo(before + java);
            assertThat(multi.results()).isEqualTo(before + java + " c.early=STATUS:-3101 c.text=STRING:from C");
            assertThat(last.results())
                    .isEqualTo(before + java + " c.early=STATUS:-3101 c.text=STRING:from C c.multi=STATUS:-3101");
            any.seen(0);
            javaAny.nothingMore();
            a.nothingMore();
            b.nothingMore();
            unnamed.nothingMore();
        }
    }

    /** The order of attributes is not promised. */
    private static List<String> sorted(String line) {
        return List.of(line.split(" ")).stream().sorted().toList();
    }

    /** All in one process, each with a session and a library of its own. */
    @PmixTest(ranks = 1)
    void chainsOfBothKinds(RankContext context) throws Exception {
        defaultHandlersSeeWhatIsForThem(context);
        completeEndsTheNativeChainAndNothingElseDoes(context);
        aHandlerInCBeforeTheChainEndsItToo(context);
        aHandlerInCThatCompletesLaterDisturbsNothing(context);
        resultsOfEveryTypeReachHandlersInC(context);
        theEventIsGivenBackWhateverAHandlerDoes(context);
        aRegistrationClosedWhileItsEventIsInFlight(context);
    }

    private static void defaultHandlersSeeWhatIsForThem(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler before = library.register("c.any", Place.NONE);
            SeenEvents single = partial();
            SeenEvents any = noAction();
            try (Registration _ = pmix.events().on(CODE).named("it.single").register(single);
                    Registration _ = pmix.events().onAny().named("it.any").register(any)) {
                CHandlers.Handler after = library.register("c.any.2", Place.NONE);
                pmix.events().notify(CODE).toProcess().send();
                single.next();
                before.seen(0);
                after.seen(0);
                pmix.events().notify(CODE).toProcess().toDefaultHandlersToo().send();
                single.next();
                assertThat(any.earlier()).containsExactly("it.single");
                String java = "org.pmixj=STATUS:-3101 it.single=DATA_ARRAY:INFO[it.single=STATUS:-332]"
                        + " it.any=DATA_ARRAY:INFO[it.any=STATUS:-331]";
                assertThat(after.results()).isEqualTo(java);
                assertThat(before.results()).startsWith(java + " c.any.2=STATUS:-3101");
                // Of a code that no Java handler is for alone.
                pmix.events().notify(OTHER).toProcess().toDefaultHandlersToo().send();
                assertThat(any.earlier()).containsExactly("c.any.2");
                assertThat(after.seen(2).getLast()).endsWith(" | ");
                before.seen(2);
                single.nothingMore();
                any.nothingMore();
            }
        }
    }

    private static void completeEndsTheNativeChainAndNothingElseDoes(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler behind = library.register("c.behind", Place.NONE, CODE);
            CHandlers.Handler last = library.register("c.last", Place.LAST, CODE, OTHER);
            List<EventOutcome> outcomes = List.of(
                    EventOutcome.noAction(),
                    EventOutcome.partial(),
                    EventOutcome.deferred(),
                    EventOutcome.when(CompletableFuture.completedFuture(EventOutcome.partial())),
                    EventOutcome.complete(),
                    EventOutcome.complete().with(MINE, 1),
                    EventOutcome.when(CompletableFuture.completedFuture(EventOutcome.complete())));
            SeenEvents skipped = noAction();
            BlockingQueue<EventOutcome> next = new LinkedBlockingQueue<>(outcomes);
            try (Registration _ = pmix.events().on(CODE).register(event -> next.remove());
                    Registration _ = pmix.events().on(CODE).register(skipped)) {
                for (EventOutcome _ : outcomes) {
                    pmix.events().notify(CODE).toProcess().send();
                }
                pmix.events().notify(OTHER).toProcess().send();
                // Events overtake each other only where the chain of one waits.
                behind.seen(4);
                last.seen(5);
                for (int i = 0; i < 4; i++) {
                    skipped.next();
                }
                skipped.nothingMore();
                assertThat(next).isEmpty();
            }
        }
    }

    /** A C handler before the chain that ends it. */
    private static void aHandlerInCBeforeTheChainEndsItToo(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            SeenEvents seen = noAction();
            try (Registration _ = pmix.events().on(CODE).register(seen)) {
                CHandlers.Handler before = library.register("c.before", Place.FIRST, CODE);
                before.answers(Statuses.EVENT_ACTION_COMPLETE, 0, 0);
                pmix.events().notify(CODE).toProcess().with(NUMBER, 1).send();
                before.seen(1);
                before.answers(Statuses.EVENT_ACTION_DEFERRED, 0, 0);
                pmix.events().notify(CODE).toProcess().with(NUMBER, 2).send();
                assertThat(seen.next(1, NUMBER)).containsExactly(2);
                seen.nothingMore();
            }
        }
    }

    /** Each event waits for its own completion in C, and others pass it. */
    private static void aHandlerInCThatCompletesLaterDisturbsNothing(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler behind = library.register("c.behind", Place.NONE, CODE);
            SeenEvents seen = partial();
            try (Registration _ = pmix.events().on(CODE).register(seen)) {
                CHandlers.Handler before = library.register("c.before", Place.NONE, CODE);
                before.answers(Statuses.EVENT_ACTION_DEFERRED, 1, CHandlers.HELD);
                behind.answers(Statuses.EVENT_NO_ACTION_TAKEN, 0, 50);
                pmix.events().notify(CODE).toProcess().with(NUMBER, 1).send();
                before.seen(1);
                before.answers(Statuses.EVENT_ACTION_DEFERRED, 1, 0);
                for (int i = 2; i <= 50; i++) {
                    pmix.events().notify(CODE).toProcess().with(NUMBER, i).send();
                }
                List<Integer> numbers = seen.next(49, NUMBER);
                assertThat(numbers).isSorted().doesNotHaveDuplicates().doesNotContain(1);
                before.release();
                assertThat(seen.next(1, NUMBER)).containsExactly(1);
                before.seen(50);
                behind.seen(50);
                seen.nothingMore();
            }
        }
    }

    /** libpmix copies what a handler adds. */
    private static void resultsOfEveryTypeReachHandlersInC(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler last = library.register("c.last", Place.LAST, CODE);
            CHandlers.Handler behind = library.register("c.behind", Place.NONE, CODE);
            BlockingQueue<PmixValue> values = new LinkedBlockingQueue<>(Boundaries.values());
            values.addAll(Boundaries.refused());
            int count = values.size();
            try (Registration _ = pmix.events().on(CODE).named("it").register(event -> {
                return EventOutcome.partial().with(Key.of("it.value", ValueType.ANY), values.remove());
            })) {
                for (int i = 0; i < count; i++) {
                    pmix.events().notify(CODE).toProcess().send();
                }
                List<String> seen = behind.seen(count);
                // The last is nested as deeply as can be without being a result.
                assertThat(seen.subList(0, Boundaries.values().size() - 1))
                        .allSatisfy(line -> assertThat(line).contains("it=DATA_ARRAY:INFO[it=STATUS:-332 it.value="));
                last.seen(count);
            }
        }
    }

    // --- exactly once --------------------------------------------------------------------------------------------

    private static void theEventIsGivenBackWhateverAHandlerDoes(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler behind = library.register("c.behind", Place.NONE, CODE);
            int given = 0;
            CountDownLatch never = new CountDownLatch(1);
            Registration[] self = new Registration[1];
            CompletableFuture<EventOutcome> twice = new CompletableFuture<>();
            List<EventHandler> handlers = List.of(
                    event -> {
                        throw new IllegalStateException("deliberate");
                    },
                    event -> {
                        throw new StackOverflowError("deliberate");
                    },
                    event -> null,
                    event -> EventOutcome.when(CompletableFuture.failedFuture(new IllegalStateException("deliberate"))),
                    event -> EventOutcome.when(CompletableFuture.completedFuture(null)),
                    event -> EventOutcome.when(new CompletableFuture<>()),
                    event -> {
                        never.await();
                        return EventOutcome.partial();
                    },
                    event -> {
                        self[0].close();
                        return EventOutcome.partial();
                    },
                    event -> EventOutcome.when(twice),
                    // What libpmix cannot carry.
                    event -> EventOutcome.partial()
                            .with(
                                    Key.of("it.bad", ValueType.ANY),
                                    new PmixValue.UInt(org.pmixj.DataType.DATA_TYPE, 1)));
            for (EventHandler handler : handlers) {
                try (Registration registration = pmix.events()
                        .on(CODE)
                        .answerWithin(Duration.ofMillis(300))
                        .register(handler)) {
                    self[0] = registration;
                    pmix.events().notify(CODE).toProcess().with(NUMBER, given++).send();
                    assertThat(behind.seen(given).getLast()).contains("c.number=INT32:" + (given - 1) + " ");
                }
            }
            never.countDown();
            twice.complete(EventOutcome.complete());
            twice.obtrudeValue(EventOutcome.complete());
            behind.seen(given);
        }
    }

    private static void aRegistrationClosedWhileItsEventIsInFlight(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler behind = library.register("c.behind", Place.NONE, CODE);
            Gate gate = new Gate(EventOutcome.partial());
            Registration registration = pmix.events().on(CODE).named("it").register(gate);
            for (int i = 0; i < 3; i++) {
                pmix.events().notify(CODE).toProcess().with(NUMBER, i).send();
            }
            gate.awaitCall();
            behind.seen(0);
            registration.close();
            // Those that wait for the handler go on at once; the outcome of the one it has counts.
            assertThat(behind.seen(2)).allSatisfy(line -> assertThat(line).endsWith("| org.pmixj=STATUS:-3101"));
            gate.open();
            assertThat(behind.seen(3).getLast()).contains("c.number=INT32:0 ", "it=DATA_ARRAY:INFO[it=STATUS:-332]");
        }
    }

    /** The C library has a session of its own, so that libpmix goes on when Java's session ends and starts again. */
    @PmixTest(ranks = 1)
    void theSessionEndsWhileAnEventIsInFlight(RankContext context) throws Exception {
        CHandlers library;
        CHandlers.Handler behind;
        Gate gate = new Gate(EventOutcome.complete());
        try (Pmix pmix = Pmix.init()) {
            library = CHandlers.load(context.scratch());
            library.init();
            behind = library.register("c.behind", Place.NONE, CODE);
            pmix.events().on(CODE).register(gate);
            pmix.events().onAny().register(event -> EventOutcome.partial());
            pmix.events().notify(CODE).toProcess().with(NUMBER, 1).send();
            pmix.events().notify(CODE).toProcess().with(NUMBER, 2).send();
            gate.awaitCall();
        }
        behind.seen(2);
        gate.open();
        library.notify(CODE, CHandlers.PROC_LOCAL, CHandlers.DO_NOT_CACHE, 3, 1);
        behind.seen(3);
        try (Pmix pmix = Pmix.init()) {
            SeenEvents seen = partial();
            SeenEvents any = noAction();
            pmix.events().on(CODE).named("it").register(seen);
            pmix.events().onAny().named("it.any").register(any);
            library.notify(CODE, CHandlers.PROC_LOCAL, CHandlers.DO_NOT_CACHE, 4, 2);
            assertThat(seen.next(2, NUMBER)).containsExactly(4, 5);
            assertThat(any.next(2, NUMBER)).containsExactly(4, 5);
            assertThat(behind.seen(5).getLast()).containsOnlyOnce("it=STATUS:-332");
            seen.nothingMore();
            any.nothingMore();
        }
        library.notify(CODE, CHandlers.PROC_LOCAL, CHandlers.DO_NOT_CACHE, 6, 1);
        behind.seen(6);
        library.finish();
    }

    // --- events that are kept ------------------------------------------------------------------------------------

    @PmixTest(ranks = 1, alone = true)
    void whatCSentBeforeAnybodyRegisteredComesOnceAndInOrder(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        library.notify(CODE, CHandlers.PROC_LOCAL, CHandlers.NON_DEFAULT, 1, 6);
        library.notify(OTHER, CHandlers.PROC_LOCAL, 0, 1, 6);
        SeenEvents seen = noAction();
        SeenEvents again = noAction();
        SeenEvents any = noAction();
        SeenEvents single = noAction();
        try (Registration _ = pmix.events().on(CODE).withCached().register(seen);
                Registration _ = pmix.events().on(CODE).withCached().register(again);
                Registration _ = pmix.events().onAny().withCached().register(any);
                Registration _ = pmix.events().on(OTHER).withCached().register(single)) {
            library.notify(CODE, CHandlers.PROC_LOCAL, 0, 7, 1);
            library.notify(OTHER, CHandlers.PROC_LOCAL, 0, 7, 1);
            assertThat(seen.next(7, NUMBER)).containsExactly(1, 2, 3, 4, 5, 6, 7);
            assertThat(again.next(7, NUMBER)).containsExactly(1, 2, 3, 4, 5, 6, 7);
            assertThat(any.next(8, NUMBER)).containsExactly(1, 2, 3, 4, 5, 6, 7, 7);
            assertThat(single.next(7, NUMBER)).containsExactly(1, 2, 3, 4, 5, 6, 7);
            for (SeenEvents one : List.of(seen, again, any, single)) {
                one.nothingMore();
            }
        }
    }

    /** libpmix keeps what was delivered, and hands it out once more to the first of the chain when another registers. */
    @PmixTest(ranks = 1, alone = true)
    void whatWasDeliveredIsNotDeliveredAgain(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        SeenEvents single = noAction();
        SeenEvents any = noAction();
        try (Registration _ = pmix.events().on(CODE).register(single)) {
            library.notify(CODE, CHandlers.PROC_LOCAL, 0, 1, 3);
            // The same thing twice is two events.
            library.notify(CODE, CHandlers.PROC_LOCAL, 0, 3, 1);
            pmix.events()
                    .notify(CODE)
                    .toProcess()
                    .with(NUMBER, 4)
                    .cached()
                    .toDefaultHandlersToo()
                    .send();
            assertThat(single.next(5, NUMBER)).containsExactly(1, 2, 3, 3, 4);
            try (Registration _ = pmix.events().onAny().register(any)) {
                any.nothingMore();
                single.nothingMore();
                library.notify(OTHER, CHandlers.PROC_LOCAL, 0, 5, 2);
                library.notify(OTHER, CHandlers.PROC_LOCAL, 0, 6, 1);
                pmix.events()
                        .notify(OTHER)
                        .toProcess()
                        .with(NUMBER, 7)
                        .cached()
                        .toDefaultHandlersToo()
                        .send();
                assertThat(any.next(4, NUMBER)).containsExactly(5, 6, 6, 7);
                SeenEvents late = noAction();
                try (Registration _ = pmix.events().on(OTHER).register(late)) {
                    late.nothingMore();
                    any.nothingMore();
                    library.notify(OTHER, CHandlers.PROC_LOCAL, 0, 8, 1);
                    assertThat(late.next(1, NUMBER)).containsExactly(8);
                    assertThat(any.next(1, NUMBER)).containsExactly(8);
                }
            }
        }
    }
}
