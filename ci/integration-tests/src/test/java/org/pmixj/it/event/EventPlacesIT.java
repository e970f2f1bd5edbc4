// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.event.LocalEvents.on;
import static org.pmixj.it.event.SeenEvents.noAction;
import static org.pmixj.it.event.SeenEvents.partial;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CHandlers;
import org.pmixj.it.support.CHandlers.Place;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The places of handlers in Java among those of a C library in the same process. */
class EventPlacesIT {
    private static final PmixStatus CODE = new PmixStatus(-3111);
    private static final PmixStatus OTHER = new PmixStatus(-3112);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);
    private static final Key<String> FOUND = Key.of("it.found", ValueType.STRING);

    private static void send(Pmix pmix, PmixStatus code) {
        pmix.events().notify(code).toProcess().toDefaultHandlersToo().send();
    }

    /** Returns whose results a handler in C has seen at its only event, one name after the other. */
    private static List<String> earlier(CHandlers.Handler handler) {
        String line = handler.results();
        for (String longer = ""; !longer.equals(line); ) {
            longer = line;
            line = line.replaceAll("\\[[^\\[\\]]*\\]", "");
        }
        List<String> names = new ArrayList<>();
        for (String entry : line.split(" ")) {
            String name = entry.replaceAll("=.*", "");
            if (!name.isEmpty() && !name.startsWith("org.pmixj") && !names.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    // --- the example of the use case -----------------------------------------------------------------------------

    @Tag("row:hybrid-47")
    @Tag("row:hybrid-52")
    @Tag("row:hybrid-58")
    @Tag("row:hybrid-61")
    @Tag("row:hybrid-62")
    @Tag("row:hybrid-63")
    @PmixTest(ranks = 3, alone = true)
    void theMasterInCAndTheThreadInJava(Pmix pmix, RankContext context) throws Exception {
        PmixStatus code = Statuses.OPENMP_PARALLEL_ENTERED;
        CHandlers library = CHandlers.load(context.scratch());
        CHandlers.Handler early = library.register("early", Place.NONE, code);
        CHandlers.Handler master = library.register("OpenMP-Master", Place.FIRST, code);
        master.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 1, 0);
        SeenEvents other = partial();
        SeenEvents thread = new SeenEvents(EventOutcome.complete());
        try (Registration _ = on(pmix, code).named("other").register(other);
                Registration _ = on(pmix, code)
                        .named("MPI-Thread")
                        .after("OpenMP-Master")
                        .register(thread)) {
            send(pmix, code);
            Event event = thread.next();
            assertThat(SeenEvents.names(event)).containsExactly("OpenMP-Master");
            assertThat(event.result("OpenMP-Master").orElseThrow().results().get(Key.of("c.text", ValueType.STRING)))
                    .contains("from C");
            master.seen(1);
            // The thread is the last step.
            early.seen(0);
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(other.events).isEmpty();
        }
        pmix.fence();
    }

    @Tag("row:hybrid-47")
    @Tag("row:hybrid-52")
    @Tag("row:hybrid-58")
    @Tag("row:hybrid-61")
    @Tag("row:hybrid-62")
    @Tag("row:hybrid-63")
    @PmixTest(ranks = 3, nodes = 3, alone = true)
    void theMasterInJavaAndTheThreadInC(Pmix pmix, RankContext context) throws Exception {
        PmixStatus code = Statuses.OPENMP_PARALLEL_ENTERED;
        CHandlers library = CHandlers.load(context.scratch());
        SeenEvents master = new SeenEvents(EventOutcome.partial().with(FOUND, "by the master"));
        SeenEvents other = partial();
        try (Registration _ = on(pmix, code).named("other").register(other);
                Registration _ = on(pmix, code).named("OpenMP-Master").first().register(master)) {
            CHandlers.Handler late = library.register("late", Place.NONE, code);
            CHandlers.Handler thread = library.registerBeside("MPI-Thread", Place.AFTER, "OpenMP-Master", code);
            thread.answers(Statuses.EVENT_ACTION_COMPLETE, 0, 0);
            send(pmix, code);
            assertThat(thread.results())
                    .contains("OpenMP-Master=DATA_ARRAY:INFO[OpenMP-Master=STATUS:-332 it.found=STRING:by the master]");
            assertThat(earlier(thread)).containsExactly("OpenMP-Master");
            assertThat(master.earlier()).isEmpty();
            late.seen(0);
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(other.events).isEmpty();
        }
        pmix.fence();
    }

    // --- each directive ------------------------------------------------------------------------------------------

    /** Each has a session of its own, because libpmix keeps a place as long as the session. */
    @Tag("row:hybrid-47")
    @Tag("row:hybrid-48")
    @Tag("row:hybrid-51")
    @Tag("row:hybrid-52")
    @PmixTest(ranks = 1)
    void placesOfBothLanguages(RankContext context) throws Exception {
        firstAndLast(context, CODE);
        firstAndLast(context, CODE, OTHER);
        javaBesideC(context, CODE);
        javaBesideC(context, CODE, OTHER);
        cBesideJava(context);
        cBesideAllOfJava(context);
        resultsOfAllReachAll(context);
        resultsOfThoseWithoutAction();
    }

    private static void firstAndLast(RankContext context, PmixStatus... codes) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            library.register("single", Place.NONE, CODE);
            library.register("multi", Place.NONE, CODE, OTHER);
            library.register("any", Place.NONE);
            SeenEvents first = partial();
            SeenEvents last = partial();
            SeenEvents plain = partial();
            on(pmix, CODE).named("plain").register(plain);
            on(pmix, codes).named("first").first().register(first);
            on(pmix, codes).named("last").last().register(last);
            library.register("late single", Place.NONE, CODE);
            library.register("late multi", Place.NONE, CODE, OTHER);
            library.register("late any", Place.NONE);
            send(pmix, CODE);
            assertThat(last.earlier())
                    .containsExactly(
                            "first", "late single", "plain", "single", "late multi", "multi", "late any", "any");
            assertThat(first.earlier()).isEmpty();
            assertThat(plain.earlier()).containsExactly("first", "late single");
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(first.events).isEmpty();
            assertThat(last.events).isEmpty();
        }
    }

    private static void javaBesideC(RankContext context, PmixStatus... codes) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            library.register("c.2", Place.NONE, codes);
            library.register("c.1", Place.NONE, codes);
            CHandlers.Handler end = library.register("end", Place.LAST, CODE);
            SeenEvents before = partial();
            SeenEvents after = partial();
            SeenEvents beside = partial();
            on(pmix, codes).named("before").before("c.2").register(before);
            assertThat(Await.result(on(pmix, codes).named("after").after("c.2").registerAsync(after))
                            .isActive())
                    .isTrue();
            // Beside a handler in Java: any category.
            on(pmix).named("beside").after("after").register(beside);
            send(pmix, CODE);
            assertThat(beside.earlier()).containsExactly("c.1", "before", "c.2", "after");
            assertThat(before.earlier()).containsExactly("c.1");
            assertThat(after.earlier()).containsExactly("c.1", "before", "c.2");
            assertThat(earlier(end)).containsExactly("c.1", "before", "c.2", "after", "beside");
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        }
    }

    private static void cBesideJava(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            library.register("c", Place.NONE, CODE);
            SeenEvents java = partial();
            on(pmix, CODE).named("java").after("c").register(java);
            library.registerBeside("before-java", Place.BEFORE, "java", CODE);
            library.registerBeside("after-java", Place.AFTER, "java", CODE);
            on(pmix, CODE).named("last").last().register(partial());
            library.registerBeside("before-last", Place.BEFORE, "last", CODE, OTHER);
            CHandlers.Handler any = library.register("any", Place.NONE);
            send(pmix, CODE);
            assertThat(earlier(any)).containsExactly("c", "before-java", "java", "after-java", "before-last");
            assertThat(java.earlier()).containsExactly("c", "before-java");
        }
    }

    /** Handlers in Java without such a place have no name of their own for C libraries. */
    private static void cBesideAllOfJava(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            SeenEvents b = partial();
            on(pmix, CODE).named("a").register(partial());
            on(pmix, CODE).named("b").register(b);
            assertThat(library.tryBeside("x", Place.AFTER, "a", CODE))
                    .isEqualTo(Statuses.ERR_EVENT_REGISTRATION.code());
            library.registerBeside("before-all", Place.BEFORE, "org.pmixj", CODE);
            library.registerBeside("after-all", Place.AFTER, "org.pmixj", CODE);
            CHandlers.Handler any = library.register("any", Place.NONE);
            send(pmix, CODE);
            assertThat(earlier(any)).containsExactly("before-all", "a", "b", "after-all");
            assertThat(b.earlier()).containsExactly("before-all", "a");
        }
    }

    private static void resultsOfAllReachAll(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler c = library.register("c", Place.NONE, CODE);
            c.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 1, 0);
            SeenEvents last = partial();
            on(pmix, CODE)
                    .first()
                    .register(new SeenEvents(EventOutcome.deferred().with(NUMBER, 1)));
            on(pmix, CODE).named("silent").register(noAction());
            on(pmix, CODE).register(new SeenEvents(EventOutcome.partial().with(NUMBER, 2)));
            on(pmix, CODE)
                    .named("other source")
                    .after("c")
                    .from(new ProcId(pmix.self().nspace(), 7))
                    .register(partial());
            on(pmix, CODE).last().register(last);
            send(pmix, CODE);
            List<HandlerResult> results = last.next().results();
            assertThat(results)
                    .extracting(result -> result.name().orElse("-"))
                    .containsExactly("-", "silent", "-", "c");
            assertThat(results)
                    .extracting(HandlerResult::status)
                    .startsWith(
                            Statuses.EVENT_ACTION_DEFERRED,
                            Statuses.EVENT_NO_ACTION_TAKEN,
                            Statuses.EVENT_PARTIAL_ACTION_TAKEN);
            assertThat(results.get(0).results().get(NUMBER)).contains(1);
            assertThat(results.get(2).results().get(NUMBER)).contains(2);
        }
    }

    private static void resultsOfThoseWithoutAction() throws Exception {
        try (Pmix pmix = Pmix.init()) {
            SeenEvents last = partial();
            on(pmix, CODE).named("first").first().register(noAction());
            on(pmix, CODE).named("silent").register(noAction());
            on(pmix, CODE).named("last").last().register(last);
            send(pmix, CODE);
            assertThat(last.earlier()).containsExactly("first", "silent");
        }
    }

    // --- what is refused -----------------------------------------------------------------------------------------

    @Tag("row:hybrid-47")
    @Tag("row:hybrid-48")
    @Tag("row:hybrid-51")
    @Tag("row:hybrid-52")
    @PmixTest(ranks = 1)
    void placesThatThereAreNot(RankContext context) throws Exception {
        unknownNeighbours(context, CODE);
        unknownNeighbours(context, CODE, OTHER);
        placesThatAHandlerInCHas(context);
        placesThatAHandlerInJavaHas(context);
        codesOfThisLibrary(context);
    }

    private static void unknownNeighbours(RankContext context, PmixStatus... codes) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> on(pmix, codes).after("nobody").register(partial()))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("there is no event handler 'nobody'");
                assertThatThrownBy(() -> on(pmix, codes)
                                .before("nobody")
                                .registerAsync(partial())
                                .join())
                        .isInstanceOf(CompletionException.class)
                        .hasCauseInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("there is no event handler 'nobody'");
            }
            CHandlers library = CHandlers.load(context.scratch());
            library.register("first", Place.FIRST, CODE);
            assertThatThrownBy(() -> on(pmix, codes).before("first").register(partial()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'first'")
                    .hasMessageContaining("BEFORE");
            // Those that are refused disturb nobody, and their names are free.
            SeenEvents seen = partial();
            on(pmix, codes).named("seen").after("first").register(seen);
            send(pmix, CODE);
            assertThat(seen.earlier()).containsExactly("first");
        }
    }

    private static void placesThatAHandlerInCHas(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            library.register("c.first", Place.FIRST, OTHER);
            library.register("c.last", Place.LAST, OTHER);
            assertThatThrownBy(() -> on(pmix, CODE).first().register(partial()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("C library")
                    .hasMessageContaining("FIRST already");
            assertThatThrownBy(
                            () -> on(pmix, CODE).last().registerAsync(partial()).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("LAST already");
            SeenEvents seen = partial();
            on(pmix, CODE).named("seen").register(seen);
            send(pmix, CODE);
            assertThat(seen.earlier()).isEmpty();
        }
    }

    private static void placesThatAHandlerInJavaHas(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            SeenEvents first = partial();
            on(pmix, CODE).named("first").first().register(first);
            assertThat(library.tryRegister("c.first", Place.FIRST, OTHER))
                    .isEqualTo(Statuses.ERR_EVENT_REGISTRATION.code());
            assertThatThrownBy(() -> on(pmix, CODE).first().register(partial()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("FIRST already, 'first'");
            assertThatThrownBy(() -> on(pmix, CODE, OTHER).first().register(partial()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("FIRST already, 'first'");
            // libpmix has one: this is the first in Java.
            SeenEvents second = partial();
            SeenEvents plain = partial();
            on(pmix, OTHER).named("plain").register(plain);
            on(pmix, OTHER).named("second").first().register(second);
            library.register("late", Place.NONE, OTHER);
            send(pmix, OTHER);
            assertThat(second.earlier()).containsExactly("late");
            assertThat(plain.earlier()).containsExactly("late", "second");
        }
    }

    /** If a handler ended the chain of such a code before this library, groups would not learn of a death. */
    private static void codesOfThisLibrary(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            PmixStatus code = Statuses.EVENT_PROC_TERMINATED;
            library.register("c", Place.NONE, code);
            assertThatThrownBy(() -> on(pmix, code).after("c").register(partial()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("there is no event handler 'c' in Java");
            assertThatThrownBy(() -> on(pmix).after("c").register(partial()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("there is no event handler 'c' in Java");
            on(pmix, CODE, code).first().register(partial());
            // The place of libpmix is free.
            library.register("c.first", Place.FIRST, CODE);
        }
    }

    // --- what ends -----------------------------------------------------------------------------------------------

    @PmixTest(ranks = 1)
    void handlersWithPlacesEnd(RankContext context) throws Exception {
        aPlaceIsTakenAgain(context);
        sessionsFollowEachOther(context);
        eventsKeepTheirOrder(context);
        aHandlerIsClosedWhileItHasAnEvent(context);
        aHandlerIsLate(context);
        theSessionEndsWhileAHandlerHasAnEvent(context);
        keptEventsArriveOnce(context);
    }

    private static void aPlaceIsTakenAgain(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler c = library.register("c", Place.NONE, CODE);
            for (int i = 0; i < 100; i++) {
                on(pmix, CODE).named("first").first().register(partial()).close();
                on(pmix, CODE).named("java").after("c").register(partial()).close();
                on(pmix, CODE).before("c").register(partial()).close();
            }
            // libpmix keeps the place for Java.
            assertThat(library.tryRegister("c.first", Place.FIRST, CODE))
                    .isEqualTo(Statuses.ERR_EVENT_REGISTRATION.code());
            SeenEvents first = partial();
            SeenEvents java = partial();
            Registration old = on(pmix, CODE).first().register(partial());
            old.close();
            on(pmix, CODE).named("first").first().register(first);
            on(pmix, CODE).named("java").after("c").register(java);
            CHandlers.Handler last = library.register("last", Place.LAST, CODE);
            send(pmix, CODE);
            assertThat(first.earlier()).isEmpty();
            assertThat(java.earlier()).containsExactly("first", "c");
            c.seen(1);
            // The 300 closed handlers have left two places, and that of one without a name.
            assertThat(earlier(last)).containsExactly("first", "c", "java");
            assertThat(last.results().split("first=STATUS:-3111|java=STATUS:-3111|org[.]pmixj[.][0-9]+=", -1))
                    .hasSize(4);
        }
    }

    private static void sessionsFollowEachOther(RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        for (String round : List.of("alone", "kept by C", "kept by C", "restarted by C")) {
            if (round.equals("restarted by C")) {
                // Another thread of libpmix, which has none of the handlers.
                library.finish();
                library.finish();
                library.init();
            }
            try (Pmix pmix = Pmix.init()) {
                if (round.equals("kept by C")) {
                    library.init();
                }
                SeenEvents plain = partial();
                on(pmix, CODE).named("plain").register(plain);
                send(pmix, CODE);
                // No handler of an earlier session.
                assertThat(plain.earlier()).isEmpty();
                SeenEvents first = partial();
                SeenEvents last = partial();
                on(pmix, CODE).named("first").first().register(first);
                on(pmix, CODE).named("last").last().register(last);
                on(pmix, CODE).named("second").after("first").register(partial());
                pmix.events().notify(CODE).toProcess().with(NUMBER, 2).send();
                Event event = last.next();
                while (event.attributes().get(NUMBER).isEmpty()) {
                    // The event before may have been on its way to the last handler when that was registered.
                    event = last.next();
                }
                assertThat(SeenEvents.names(event)).containsExactly("first", "second", "plain");
                assertThat(first.earlier()).isEmpty();
                assertThat(plain.earlier()).containsExactly("first", "second");
                assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
                assertThat(first.events).isEmpty();
                assertThat(last.events).isEmpty();
                CompletableFuture<Boolean> isRefused = new CompletableFuture<>();
                on(pmix, OTHER).inline().once().register(other -> {
                    try {
                        pmix.get(pmix.self(), FOUND);
                    } catch (IllegalStateException e) {
                        isRefused.complete(true);
                    } catch (RuntimeException e) {
                        isRefused.completeExceptionally(e);
                    }
                    return EventOutcome.noAction();
                });
                send(pmix, OTHER);
                assertThat(isRefused).as(round).succeedsWithin(LIMIT).isEqualTo(true);
            }
        }
        library.finish();
    }

    private static List<Integer> numbers(SeenEvents seen) {
        return seen.events.stream()
                .map(event -> event.attributes().get(NUMBER).orElse(-1))
                .toList();
    }

    /** Handlers that do not want an event must not let it overtake others. */
    private static void eventsKeepTheirOrder(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler c = library.register("c", Place.NONE, CODE);
            Gate atFirst = new Gate(EventOutcome.partial());
            Gate inBetween = new Gate(EventOutcome.partial());
            SeenEvents plain = partial();
            SeenEvents last = partial();

            ProcId nobody = new ProcId(pmix.self().nspace(), 7);
            on(pmix, CODE).named("first").first().register(noAction());
            on(pmix, CODE).after("first").affecting(nobody).register(atFirst);
            on(pmix, CODE).register(plain);
            on(pmix, CODE).affecting(nobody).register(inBetween);
            on(pmix, CODE).last().register(last);
            for (int i = 0; i < 100; i++) {
                // The handlers that wait want one event alone.
                pmix.events()
                        .notify(CODE)
                        .toProcess()
                        .affecting(i == 1 ? nobody : pmix.self())
                        .with(NUMBER, i)
                        .send();
            }
            atFirst.awaitCall();
            assertThat(pmix.events().awaitIdle(Duration.ofMillis(50))).isFalse();
            atFirst.open();
            inBetween.awaitCall();
            inBetween.open();
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            String numbers = IntStream.range(0, 100).boxed().toList().toString();
            assertThat(numbers(plain)).hasToString(numbers);
            assertThat(numbers(last)).hasToString(numbers);
            c.seen(100);
        }
    }

    private static void aHandlerIsClosedWhileItHasAnEvent(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler c = library.register("c", Place.NONE, CODE);
            Gate gate = new Gate(EventOutcome.partial());
            Registration first = on(pmix, CODE).named("first").first().register(gate);
            SeenEvents plain = partial();
            on(pmix, CODE).named("plain").register(plain);
            send(pmix, CODE);
            send(pmix, CODE);
            gate.awaitCall();
            first.close();
            assertThat(first.isActive()).isFalse();
            gate.open();
            assertThat(plain.earlier()).containsExactly("first");
            assertThat(plain.earlier()).isEmpty();
            c.seen(2);
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        }
    }

    private static void aHandlerIsLate(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler c = library.register("c", Place.NONE, CODE);
            Gate gate = new Gate(EventOutcome.complete());
            on(pmix, CODE).first().answerWithin(Duration.ofMillis(50)).register(gate);
            send(pmix, CODE);
            c.seen(1);
            gate.open();
        }
    }

    private static void theSessionEndsWhileAHandlerHasAnEvent(RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        Gate gate = new Gate(EventOutcome.partial());
        CHandlers.Handler c;
        try (Pmix pmix = Pmix.init()) {
            library.init();
            c = library.register("c", Place.NONE, CODE);
            on(pmix, CODE).named("first").first().register(gate);
            send(pmix, CODE);
            send(pmix, CODE);
            gate.awaitCall();
        }
        // The end of the session gives both back.
        c.seen(2);
        gate.open();
        library.finish();
    }

    /** An event passes handlers when another one is registered: it is for that one if it was kept and is asked for. */
    @PmixTest(ranks = 1, alone = true)
    void registeredWhileAnEventPasses(Pmix pmix, RankContext context) throws Exception {
        PmixStatus code = new PmixStatus(-3119);
        CHandlers library = CHandlers.load(context.scratch());
        CHandlers.Handler c = library.register("it-between", Place.NONE, code);
        Gate gate = new Gate(EventOutcome.partial());
        SeenEvents plain = partial();
        SeenEvents after = partial();
        SeenEvents kept = partial();
        try (Registration _ =
                on(pmix, code).named("it-before").before("it-between").register(gate)) {
            pmix.events().notify(code).toProcess().cached().with(NUMBER, 1).send();
            gate.awaitCall();
            try (Registration _ = on(pmix, code).named("it-plain").register(plain);
                    Registration _ =
                            on(pmix, code).named("it-after").after("it-between").register(after);
                    Registration _ =
                            on(pmix, code).named("it-kept").withCached().register(kept)) {
                pmix.events().notify(code).toProcess().cached().with(NUMBER, 2).send();
                gate.open();
                c.seen(2);
                assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
                assertThat(numbers(plain)).containsExactly(2);
                assertThat(numbers(after)).containsExactly(2);
                assertThat(numbers(kept)).containsExactly(1, 2);
            }
        }
    }

    private static void keptEventsArriveOnce(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            CHandlers.Handler c = library.register("c", Place.NONE, CODE);
            SeenEvents plain = partial();
            on(pmix, CODE).register(plain);
            for (int i = 0; i < 3; i++) {
                pmix.events().notify(CODE).toProcess().cached().with(NUMBER, i).send();
            }
            library.notify(CODE, CHandlers.PROC_LOCAL, 0, 7, 1);
            for (int i = 0; i < 4; i++) {
                plain.next();
            }
            c.seen(4);
            SeenEvents first = partial();
            SeenEvents last = partial();
            on(pmix, CODE).named("first").first().withCached().register(first);
            on(pmix, CODE).named("last").last().withCached().register(last);
            for (int i = 3; i < 6; i++) {
                pmix.events().notify(CODE).toProcess().cached().with(NUMBER, i).send();
            }
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(numbers(first)).containsExactly(0, 1, 2, -1, 3, 4, 5);
            assertThat(numbers(last)).containsExactly(0, 1, 2, -1, 3, 4, 5);
            assertThat(numbers(plain)).containsExactly(3, 4, 5);
        }
    }
}
