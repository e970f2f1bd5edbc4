// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.event.LocalEvents.on;
import static org.pmixj.it.event.SeenEvents.partial;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CHandlers;
import org.pmixj.it.support.CHandlers.Place;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Each handler in Java receives an event once, although libpmix passes it from one native handler to the next. */
class EventOnceIT {
    private static final PmixStatus CODE = new PmixStatus(-3121);
    private static final PmixStatus OTHER = new PmixStatus(-3122);
    private static final Key<Integer> NUMBER = Key.of("c.number", ValueType.INT32);
    /** As many as are remembered for later handlers. */
    private static final int REMEMBERED = 512;

    private static void send(Pmix pmix, int number) {
        send(pmix, CODE, number);
    }

    private static void send(Pmix pmix, PmixStatus code, int number) {
        pmix.events()
                .notify(code)
                .toProcess()
                .toDefaultHandlersToo()
                .with(NUMBER, number)
                .send();
    }

    // --- kept events ---------------------------------------------------------------------------------------------

    @PmixTest(ranks = 1, alone = true)
    void aReplayIsForNoPlace(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        SeenEvents first = partial();
        SeenEvents plain = partial();
        SeenEvents last = partial();
        on(pmix, CODE).named("first").first().register(first);
        on(pmix, CODE).named("plain").register(plain);
        on(pmix, CODE).named("last").last().register(last);
        CHandlers.Handler c = library.register("c", Place.NONE, CODE, OTHER);
        for (int i = 0; i < 20; i++) {
            library.notify(CODE, CHandlers.PROC_LOCAL, CHandlers.REPLAYED, 1, 1);
        }
        c.seen(20);
        for (SeenEvents seen : List.of(first, plain, last)) {
            assertThat(seen.next(1, NUMBER)).containsExactly(1);
        }
        send(pmix, 2);
        for (SeenEvents seen : List.of(first, plain, last)) {
            assertThat(seen.next(1, NUMBER)).containsExactly(2);
        }
        assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        for (SeenEvents seen : List.of(first, plain, last)) {
            assertThat(seen.events).isEmpty();
        }
    }

    @PmixTest(ranks = 1, alone = true)
    void aHandlerInCHasTheNameOfOneInJava(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        SeenEvents plain = partial();
        SeenEvents twin = partial();
        on(pmix, CODE).named("plain").register(plain);
        on(pmix, CODE).named("twin").last().register(twin);
        CHandlers.Handler c = library.register("twin", Place.NONE, CODE);
        for (int i = 0; i < 20; i++) {
            library.notify(CODE, CHandlers.PROC_LOCAL, CHandlers.REPLAYED, 1, 1);
        }
        c.seen(20);
        assertThat(plain.next(1, NUMBER)).containsExactly(1);
        assertThat(twin.next(1, NUMBER)).containsExactly(1);
        send(pmix, 2);
        assertThat(plain.next(1, NUMBER)).containsExactly(2);
        assertThat(twin.next(1, NUMBER)).containsExactly(2);
        send(pmix, 3);
        assertThat(plain.earlier()).containsExactly("twin");
        assertThat(twin.earlier()).containsExactly("twin", "plain");
        assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        assertThat(plain.events).isEmpty();
        assertThat(twin.events).isEmpty();
    }

    /** libpmix passes an event on after the handlers in Java before have given it back. */
    @PmixTest(ranks = 1, alone = true)
    void noHandlerIsIdleBeforeTheEventHasPassedAllPlaces(Pmix pmix, RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        SeenEvents last = partial();
        on(pmix, CODE).named("plain").register(partial());
        on(pmix, CODE).named("last").last().register(last);
        for (int i = 0; i < 5; i++) {
            library.register("c" + i, Place.NONE, CODE, OTHER);
        }
        for (int i = 0; i < 100; i++) {
            send(pmix, i);
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(last.events).hasSize(i + 1);
        }
    }

    /** A handler remembers which kept events it received, not the events. */
    @PmixTest(ranks = 1)
    void aHandlerKeepsNoEventAlive(Pmix pmix) throws Exception {
        CompletableFuture<WeakReference<Info>> number = new CompletableFuture<>();
        on(pmix, CODE).named("first").first().register(event -> {
            number.complete(new WeakReference<>(event.attributes().infos().getFirst()));
            return EventOutcome.noAction();
        });
        pmix.events().notify(CODE).toProcess().cached().with(NUMBER, 7).send();
        Await.result(number);
        assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        CompletableFuture<Integer> late = new CompletableFuture<>();
        on(pmix, CODE).withCached().register(event -> {
            late.complete(event.attributes().get(NUMBER).orElse(-1));
            return EventOutcome.noAction();
        });
        assertThat(Await.result(late)).isEqualTo(7);
        for (int i = 0; i < REMEMBERED; i++) {
            pmix.events().notify(CODE).toProcess().cached().with(NUMBER, i).send();
        }
        assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
        WeakReference<Info> seen = Await.result(number);
        Await.until("the event is forgotten", () -> {
            System.gc();
            return seen.refersTo(null);
        });
    }

    // --- sessions ------------------------------------------------------------------------------------------------

    /** A C library keeps libpmix initialised, with the native handlers of the first session, in this test and the next ones. */
    @PmixTest(ranks = 1)
    void theSharedHandlerOfAnEarlierSession(RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        try (Pmix pmix = Pmix.init()) {
            library.init();
            on(pmix, CODE).register(partial());
        }
        try (Pmix pmix = Pmix.init()) {
            SeenEvents any = partial();
            on(pmix).named("any").register(any);
            // libpmix may use the address of one chain for the next. The native handler of the first session is still
            // there for one of the codes.
            for (int i = 0; i < 20; i++) {
                send(pmix, i % 2 == 0 ? OTHER : CODE, i);
                assertThat(any.next(1, NUMBER)).containsExactly(i);
            }
            send(pmix, 20);
            assertThat(any.earlier()).isEmpty();
            SeenEvents last = partial();
            on(pmix, OTHER).named("last").last().register(last);
            SeenEvents code = partial();
            on(pmix, CODE).named("code").register(code);
            send(pmix, 21);
            assertThat(code.earlier()).isEmpty();
            assertThat(any.earlier()).containsExactly("code");
            assertThat(pmix.events().awaitIdle(LIMIT)).isTrue();
            assertThat(any.events).isEmpty();
            assertThat(code.events).isEmpty();
        }
        library.finish();
    }

    /** The slot receives an event while the handler that others share is being registered, and a handler in C holds it. */
    @PmixTest(ranks = 2)
    void aPlaceOfAnEarlierSession(RankContext context) throws Exception {
        if (context.rank() == 1) {
            try (Pmix pmix = Pmix.init()) {
                context.await("registering");
                CHandlers.load(context.scratch()).notify(CODE, CHandlers.GLOBAL, 0, 1, 1);
                context.reached("sent");
                pmix.fence();
            }
            return;
        }
        CHandlers library = CHandlers.load(context.scratch());
        try (Pmix pmix = Pmix.init()) {
            library.init();
            on(pmix, CODE).named("first").first().register(partial());
        }
        CHandlers.Handler holds = library.register("holds", Place.NONE, CODE);
        holds.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 0, CHandlers.HELD);
        CHandlers.Handler blocks = library.register("blocks", Place.NONE, OTHER);
        blocks.answers(Statuses.EVENT_NO_ACTION_TAKEN, 0, CHandlers.BLOCKED);
        try (Pmix pmix = Pmix.init()) {
            SeenEvents any = partial();
            library.notify(OTHER, CHandlers.PROC_LOCAL, CHandlers.DO_NOT_CACHE, 0, 1);
            blocks.seen(1);
            CompletableFuture<Registration> registration =
                    on(pmix).named("any").withCached().registerAsync(any);
            context.reached("registering");
            context.await("sent");
            blocks.release();
            holds.seen(1);
            Await.result(registration);
            holds.answers(Statuses.EVENT_PARTIAL_ACTION_TAKEN, 0, 0);
            holds.release();
            library.notify(CODE, CHandlers.PROC_LOCAL, CHandlers.DO_NOT_CACHE, 2, 1);
            assertThat(any.next(2, NUMBER)).containsExactlyInAnyOrder(1, 2);
            any.nothingMore();
            pmix.fence();
        }
        library.finish();
    }

    @PmixTest(ranks = 1)
    void aSessionEndsDuringARegistration(RankContext context) throws Exception {
        CHandlers library = CHandlers.load(context.scratch());
        CHandlers.Handler blocks;
        CompletableFuture<Registration> registration;
        try (Pmix pmix = Pmix.init()) {
            library.init();
            on(pmix, CODE).register(partial());
            blocks = library.register("blocks", Place.NONE, OTHER);
            blocks.answers(Statuses.EVENT_NO_ACTION_TAKEN, 0, CHandlers.BLOCKED);
            library.notify(OTHER, CHandlers.PROC_LOCAL, CHandlers.DO_NOT_CACHE, 1, 1);
            blocks.seen(1);
            registration = on(pmix, CODE).first().registerAsync(partial());
        }
        assertThatThrownBy(() -> Await.result(registration)).hasMessageContaining("closed");
        blocks.release();
        try (Pmix pmix = Pmix.init()) {
            SeenEvents first = partial();
            SeenEvents plain = partial();
            on(pmix, CODE).named("plain").register(plain);
            on(pmix, CODE).named("first").first().register(first);
            CHandlers.Handler late = library.register("late", Place.PREPEND, CODE);
            send(pmix, 2);
            assertThat(first.earlier()).isEmpty();
            assertThat(plain.earlier()).containsExactly("first", "late");
            late.seen(1);
        }
        library.finish();
    }
}
