// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Registration;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CHandlers;
import org.pmixj.it.support.CHandlers.Place;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The order of handlers in Java among those of a C library in the same process. */
class EventNativeOrderIT {
    private static final PmixStatus CODE = new PmixStatus(-3111);
    private static final PmixStatus OTHER = new PmixStatus(-3112);
    private static final int REFUSED = -144;

    /** Answers one event after the other, and keeps whose results it has seen. */
    private static final class Seen implements EventHandler {
        private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        private final EventOutcome outcome;

        Seen(EventOutcome outcome) {
            this.outcome = outcome;
        }

        @Override
        public EventOutcome handle(Event event) {
            events.add(event);
            return outcome;
        }

        /** Returns the names of the handlers before this one at its next event. */
        List<String> earlier() throws InterruptedException {
            List<String> names = new ArrayList<>();
            for (HandlerResult result : Await.next(events).results()) {
                names.add(result.name().orElse("-"));
            }
            return names;
        }
    }

    private static Seen seen() {
        return new Seen(EventOutcome.partial());
    }

    private static void send(Pmix pmix, PmixStatus code) {
        pmix.events().notify(code).toProcess().toDefaultHandlersToo().send();
    }

    /** Returns whose results a handler in C has seen, one name after the other. */
    private static List<String> earlier(String results) {
        String line = results;
        for (String shorter = ""; !shorter.equals(line); ) {
            shorter = line;
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

    @Conforms({"hybrid-36", "hybrid-47", "hybrid-52", "hybrid-61", "hybrid-62", "hybrid-63"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void theMasterInCAndTheThreadInJava(Pmix pmix, RankContext context) throws Exception {
        PmixStatus code = Statuses.OPENMP_PARALLEL_ENTERED;
        CHandlers library = CHandlers.load(context.scratch());
        CHandlers.Handler early = library.register("early", Place.NONE, code);
        CHandlers.Handler master = library.register("OpenMP-Master", Place.FIRST, code);
        master.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 0, 0);
        Seen other = seen();
        Seen thread = new Seen(EventOutcome.complete());
        try (Registration _ = pmix.events().on(code).named("other").register(other);
                Registration _ = pmix.events()
                        .on(code)
                        .named("MPI-Thread")
                        .after("OpenMP-Master")
                        .register(thread)) {
            send(pmix, code);
            assertThat(thread.earlier()).containsExactly("OpenMP-Master");
            master.seen(1);
            // The thread is the last step.
            early.seen(0);
            assertThat(other.events).isEmpty();
        }
        pmix.fence();
    }

    @Conforms({"hybrid-36", "hybrid-47", "hybrid-52", "hybrid-61", "hybrid-62", "hybrid-63"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void theMasterInJavaAndTheThreadInC(Pmix pmix, RankContext context) throws Exception {
        PmixStatus code = Statuses.OPENMP_PARALLEL_ENTERED;
        CHandlers library = CHandlers.load(context.scratch());
        Seen master = seen();
        Seen other = seen();
        try (Registration _ = pmix.events().on(code).named("other").register(other);
                Registration _ =
                        pmix.events().on(code).named("OpenMP-Master").first().register(master)) {
            CHandlers.Handler late = library.register("late", Place.NONE, code);
            CHandlers.Handler thread = library.registerBeside("MPI-Thread", Place.AFTER, "OpenMP-Master", code);
            thread.answers(Statuses.EVENT_ACTION_COMPLETE, 0, 0);
            send(pmix, code);
            assertThat(earlier(thread.results())).containsExactly("OpenMP-Master");
            assertThat(master.earlier()).isEmpty();
            late.seen(0);
            assertThat(other.events).isEmpty();
        }
        pmix.fence();
    }

    // --- each directive ------------------------------------------------------------------------------------------

    /** Each has a session of its own, because a place in libpmix stays. */
    @Conforms({"hybrid-36", "hybrid-42", "hybrid-47", "hybrid-48", "hybrid-51", "hybrid-52"})
    @PmixTest(ranks = 1)
    void placesInBothLanguages(RankContext context) throws Exception {
        javaBesideC(context, CODE);
        javaBesideC(context, CODE, OTHER);
        javaBesideC(context);
        cBesideJava(context, CODE);
        cBesideJava(context, CODE, OTHER);
        cBesideJava(context);
        firstAndLast(context);
        categories(context);
    }

    private static HandlerBuilder on(Pmix pmix, PmixStatus... codes) {
        return codes.length == 0 ? pmix.events().onAny() : pmix.events().on(codes);
    }

    private static void javaBesideC(RankContext context, PmixStatus... codes) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            Seen plain = seen();
            on(pmix, codes).named("plain").register(plain);
            CHandlers.Handler two = library.register("c.2", Place.NONE, codes);
            CHandlers.Handler one = library.register("c.1", Place.NONE, codes);
            CHandlers.Handler end = library.register("end", Place.LAST, CODE);
            Seen before = seen();
            Seen after = seen();
            Seen afterAfter = seen();
            on(pmix, codes).named("before").before("c.2").register(before);
            on(pmix, codes).named("after").after("c.2").register(after);
            on(pmix, codes).named("afterAfter").after("after").register(afterAfter);
            send(pmix, CODE);
            assertThat(earlier(end.results())).containsExactly("c.1", "before", "c.2", "after", "afterAfter", "plain");
            assertThat(before.earlier()).containsExactly("c.1");
            assertThat(after.earlier()).containsExactly("c.1", "before", "c.2");
            assertThat(afterAfter.earlier()).containsExactly("c.1", "before", "c.2", "after");
            assertThat(plain.earlier()).containsExactly("c.1", "before", "c.2", "after", "afterAfter");
            one.seen(1);
            two.seen(1);
            assertThat(pmix.events().awaitIdle(Duration.ofSeconds(30))).isTrue();
        }
    }

    private static void cBesideJava(RankContext context, PmixStatus... codes) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            Seen c = seen();
            on(pmix, codes).named("a").register(seen());
            on(pmix, codes).named("b").register(seen());
            on(pmix, codes).register(seen());
            on(pmix, codes).named("c").register(c);
            library.registerBeside("after-a", Place.AFTER, "a", codes);
            library.registerBeside("before-a", Place.BEFORE, "a", codes);
            library.registerBeside("before-b", Place.BEFORE, "b", codes);
            library.registerBeside("before-c", Place.BEFORE, "c", codes);
            library.registerBeside("after-c", Place.AFTER, "c", codes);
            CHandlers.Handler end = library.register("end", Place.LAST, CODE);
            send(pmix, CODE);
            assertThat(earlier(end.results()))
                    .containsExactly(
                            "before-a", "a", "after-a", "before-b", "b", "UNKNOWN", "before-c", "c", "after-c");
            assertThat(c.earlier()).containsExactly("before-a", "a", "after-a", "before-b", "b", "-", "before-c");
        }
    }

    private static void firstAndLast(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            library.register("single", Place.NONE, CODE);
            library.register("multi", Place.NONE, CODE, OTHER);
            library.register("any", Place.NONE);
            Seen first = seen();
            Seen last = seen();
            on(pmix, CODE).named("plain").register(seen());
            on(pmix, CODE).named("first").first().register(first);
            on(pmix, CODE).named("last").last().register(last);
            library.register("late single", Place.NONE, CODE);
            library.register("late multi", Place.NONE, CODE, OTHER);
            library.register("late any", Place.NONE);
            library.registerBeside("before last", Place.BEFORE, "last", CODE, OTHER);
            send(pmix, CODE);
            assertThat(last.earlier())
                    .containsExactly(
                            "first",
                            "late single",
                            "plain",
                            "single",
                            "late multi",
                            "multi",
                            "before last",
                            "late any",
                            "any");
            assertThat(first.earlier()).isEmpty();
        }
    }

    private static void categories(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            Seen any = seen();
            on(pmix).named("any").register(any);
            on(pmix, CODE, OTHER).named("multi").register(seen());
            on(pmix, CODE).named("single").register(seen());
            library.register("c.any", Place.NONE);
            library.register("c.multi", Place.NONE, CODE, OTHER);
            library.register("c.single", Place.NONE, CODE);
            send(pmix, CODE);
            assertThat(any.earlier()).containsExactly("c.single", "single", "c.multi", "multi", "c.any");
            send(pmix, OTHER);
            assertThat(any.earlier()).containsExactly("c.multi", "multi", "c.any");
        }
    }

    // --- what ends in between ------------------------------------------------------------------------------------

    @PmixTest(ranks = 1)
    void handlersEndBetweenThoseOfC(RankContext context) throws Exception {
        handlersAreClosedWhileAnEventIsAtThem(context);
        theNamesOfClosedHandlersKeepTheirPlaces(context);
        placesAreUsedAgain(context);
        theSessionEndsWhileAnEventIsInC(context);
    }

    private static void handlersAreClosedWhileAnEventIsAtThem(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            Gate gate = new Gate(EventOutcome.partial());
            Registration a = on(pmix, CODE).named("a").register(gate);
            Registration b = on(pmix, CODE).named("b").register(seen());
            Seen c = seen();
            on(pmix, CODE, OTHER).named("c").register(c);
            library.registerBeside("between", Place.AFTER, "a", CODE);
            CHandlers.Handler end = library.register("end", Place.LAST, CODE);
            send(pmix, CODE);
            gate.awaitCall();
            a.close();
            b.close();
            gate.open();
            assertThat(c.earlier()).containsExactly("a", "between");
            assertThat(earlier(end.results())).containsExactly("a", "between", "b", "c");
            assertThat(pmix.events().awaitIdle(Duration.ofSeconds(30))).isTrue();
            assertThat(c.events).isEmpty();
        }
    }

    private static void theNamesOfClosedHandlersKeepTheirPlaces(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            Registration a = on(pmix, CODE).named("a").register(seen());
            CHandlers.Handler c = library.registerBeside("c", Place.AFTER, "a", CODE);
            Seen b = seen();
            on(pmix, CODE).named("b").after("a").register(b);
            send(pmix, CODE);
            assertThat(b.earlier()).containsExactly("a");
            a.close();
            send(pmix, CODE);
            assertThat(b.earlier()).isEmpty();
            assertThat(earlier(c.seen(2).getLast().replaceAll(".* [|] ", ""))).containsExactly("a", "b");
            on(pmix, CODE).named("a").prepend().register(seen());
            send(pmix, CODE);
            assertThat(b.earlier()).containsExactly("a");
            c.seen(3);
        }
    }

    private static void placesAreUsedAgain(RankContext context) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            CHandlers library = CHandlers.load(context.scratch());
            library.register("c", Place.NONE, CODE);
            for (int i = 0; i < 300; i++) {
                Seen seen = seen();
                try (Registration _ = on(pmix, CODE).named("a").after("c").register(seen);
                        Registration _ = on(pmix, CODE).named("b" + i).prepend().register(seen())) {
                    if (i % 50 == 0) {
                        send(pmix, CODE);
                        assertThat(seen.earlier()).containsExactly("b" + i, "c");
                    }
                }
            }
        }
    }

    private static void theSessionEndsWhileAnEventIsInC(RankContext context) throws Exception {
        CHandlers library;
        CHandlers.Handler between;
        Seen never = seen();
        try (Pmix pmix = Pmix.init()) {
            library = CHandlers.load(context.scratch());
            library.init();
            on(pmix, CODE).named("a").register(seen());
            on(pmix, CODE).named("b").register(never);
            between = library.registerBeside("between", Place.AFTER, "a", CODE);
            between.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 0, CHandlers.HELD);
            send(pmix, CODE);
            between.seen(1);
        }
        try (Pmix pmix = Pmix.init()) {
            Seen next = seen();
            on(pmix, CODE).named("b").register(next);
            between.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 0, 0);
            between.release();
            send(pmix, CODE);
            assertThat(next.earlier()).isEmpty();
            between.seen(2);
            assertThat(pmix.events().awaitIdle(Duration.ofSeconds(30))).isTrue();
            assertThat(next.events).isEmpty();
        }
        assertThat(never.events).isEmpty();
        library.finish();
    }

    // --- limits of libpmix ---------------------------------------------------------------------------------------

    /** Each fails when libpmix can do it: then the limits in the Javadoc of HandlerBuilder go. */
    @Conforms({"hybrid-47", "hybrid-48", "hybrid-49", "hybrid-51", "hybrid-52"})
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void whatLibpmixCannotDo(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        Registration single = on(pmix, CODE).named("single").register(seen());
        try (Registration _ = on(pmix, CODE).named("first").first().register(seen());
                Registration _ = on(pmix, CODE).named("last").last().register(seen())) {
            // One first and one last handler in a process.
            assertThat(library.tryRegister("c.first", Place.FIRST, OTHER)).isEqualTo(REFUSED);
            assertThat(library.tryRegister("c.last", Place.LAST, OTHER)).isEqualTo(REFUSED);
            Seen other = seen();
            try (Registration _ = on(pmix, OTHER).register(seen());
                    Registration _ =
                            on(pmix, OTHER).named("other first").first().register(other)) {
                library.register("late", Place.NONE, OTHER);
                send(pmix, OTHER);
                assertThat(other.earlier()).containsExactly("late");
            }
            // Each category is by itself.
            library.register("c.multi", Place.NONE, CODE, OTHER);
            assertThat(library.tryBeside("multi", Place.BEFORE, "single", CODE, OTHER))
                    .isEqualTo(REFUSED);
            assertThatThrownBy(() -> on(pmix, CODE).before("c.multi").register(seen()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("there is no event handler 'c.multi'");
            // A handler in C without a place comes before the first of its category.
            Seen category = seen();
            try (Registration _ = on(pmix, CODE).firstInCategory().register(category)) {
                library.register("late", Place.NONE, CODE);
                send(pmix, CODE);
                assertThat(category.earlier()).containsExactly("first", "late");
            }
            // The name of a closed handler is known.
            single.close();
            assertThat(library.tryBeside("beside", Place.AFTER, "single", CODE)).isNotNegative();
        }
        pmix.fence();
    }

    // --- what is refused -----------------------------------------------------------------------------------------

    @PmixTest(ranks = 1)
    void whatHasNoPlaceIsRefused(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        for (boolean before : List.of(true, false)) {
            for (PmixStatus[] codes :
                    List.of(new PmixStatus[] {CODE}, new PmixStatus[] {CODE, OTHER}, new PmixStatus[0])) {
                HandlerBuilder builder = on(pmix, codes);
                HandlerBuilder placed = before ? builder.before("nobody") : builder.after("nobody");
                assertThatThrownBy(() -> placed.register(seen()))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("there is no event handler 'nobody'")
                        .hasMessageContaining("register it first");
            }
        }
        Registration gone = on(pmix, CODE).named("gone").register(seen());
        gone.close();
        assertThatThrownBy(() -> on(pmix, CODE).after("gone").register(seen()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'gone'");
        library.register("c.first", Place.FIRST, CODE);
        library.register("c.last", Place.LAST, CODE);
        assertThatThrownBy(() -> on(pmix, CODE).first().register(seen()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("C library");
        assertThatThrownBy(() -> on(pmix, CODE).last().register(seen()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("C library");
        assertThat(library.tryBeside("x", Place.AFTER, "nobody", CODE)).isEqualTo(REFUSED);
        // Those that are refused disturb nobody.
        Seen seen = seen();
        on(pmix, CODE).named("seen").register(seen);
        send(pmix, CODE);
        assertThat(seen.earlier()).containsExactly("c.first");
    }
}
