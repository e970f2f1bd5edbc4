// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.HandlerResult;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.it.event.EventOrderRows.Given;
import org.pmixj.it.event.EventOrderRows.Refusal;
import org.pmixj.it.event.EventOrderRows.Row;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;

/** The order in which handlers are called, row by row of {@link EventOrderRows}. */
class EventOrderIT {
    /** False for the event that is sent after the one of the row, and reaches every handler. */
    private static final Key<Boolean> COUNTS = Key.of("it.counts", ValueType.BOOL);

    @Tag("row:hybrid-35")
    @Tag("row:hybrid-36")
    @Tag("row:hybrid-42")
    @Tag("row:hybrid-43")
    @Tag("row:hybrid-46")
    @Tag("row:hybrid-47")
    @Tag("row:hybrid-48")
    @Tag("row:hybrid-49")
    @Tag("row:hybrid-50")
    @Tag("row:hybrid-51")
    @Tag("row:hybrid-52")
    @Tag("row:hybrid-53")
    @Tag("row:hybrid-58")
    @Tag("row:hybrid-61")
    @Tag("row:hybrid-62")
    @Tag("row:hybrid-63")
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void everyRow(Pmix pmix) throws Exception {
        SoftAssertions soft = new SoftAssertions();
        int number = 0;
        for (Row row : EventOrderRows.ROWS) {
            // Each rank has its turn as the one that sends.
            run(pmix, row, number++ % pmix.job().size(), soft);
        }
        soft.assertAll();
        whatContradictsAnotherIsRefused(pmix);
        pmix.fence();
    }

    private static void run(Pmix pmix, Row row, int sender, SoftAssertions soft) throws Exception {
        ConcurrentLinkedQueue<String> called = new ConcurrentLinkedQueue<>();
        Set<String> through = ConcurrentHashMap.newKeySet();
        List<String> wanted = new ArrayList<>();
        List<Registration> registrations = new ArrayList<>();
        for (Given given : row.handlers()) {
            Registration made = given.on(pmix.events()).register(event -> {
                if (!event.attributes().get(COUNTS).orElse(false)) {
                    through.add(given.name());
                    return EventOutcome.partial();
                }
                if (!names(event).equals(List.copyOf(called))) {
                    called.add("the results of " + names(event) + " for");
                }
                called.add(given.name());
                return given.completes() ? EventOutcome.complete() : EventOutcome.partial();
            });
            registrations.add(made);
            if (given.isFor(EventOrderRows.CODE)) {
                wanted.add(given.name());
            }
        }
        for (Registration made : registrations) {
            if (row.closed().contains(made.name().orElseThrow())) {
                made.close();
            }
        }
        wanted.removeAll(row.closed());
        pmix.fence();
        if (pmix.self().rank() == sender) {
            Notification event = pmix.events().notify(EventOrderRows.CODE).with(COUNTS, true);
            (row.nonDefault() ? event : event.toDefaultHandlersToo()).send();
            pmix.events()
                    .notify(EventOrderRows.CODE)
                    .with(COUNTS, false)
                    .toDefaultHandlersToo()
                    .send();
        }
        // A handler is called for one event after the other: whoever has had the second would have had the first.
        try {
            Await.until("all of " + wanted, () -> through.size() == wanted.size());
        } catch (AssertionError e) {
            soft.fail(row + ": " + e.getMessage() + ", but " + through);
        }
        soft.check(() -> assertThat(called).as("%s", row).containsExactlyElementsOf(row.expected()));
        registrations.forEach(Registration::close);
        pmix.fence();
    }

    /** Registrations of a new code that are not awaited keep the order of their calls. */
    @PmixTest(
            ranks = 2,
            nodes = {1, 2})
    void registeredWithoutWaiting(Pmix pmix) throws Exception {
        for (int code = -3190; code > -3195; code--) {
            PmixStatus fresh = new PmixStatus(code);
            List<String> called = new CopyOnWriteArrayList<>();
            List<CompletableFuture<Registration>> registrations = new ArrayList<>();
            for (String name : List.of("a", "b", "c", "d", "e", "f")) {
                HandlerBuilder builder = pmix.events().on(fresh).named("it-" + name);
                // It is there already, for all that follow.
                HandlerBuilder placed = name.equals("d") ? builder.before("it-b") : builder;
                registrations.add(placed.registerAsync(_ -> {
                    called.add(name);
                    return EventOutcome.partial();
                }));
            }
            for (CompletableFuture<Registration> registration : registrations) {
                Await.result(registration);
            }
            pmix.events().notify(fresh).toProcess().send();
            Await.until("all are called", () -> called.size() == registrations.size());
            assertThat(called).containsExactly("a", "d", "b", "c", "e", "f");
            registrations.forEach(registration -> registration.join().close());
        }
    }

    private static List<String> names(Event event) {
        List<String> names = new ArrayList<>();
        for (HandlerResult result : event.results()) {
            names.add(result.name().orElse(""));
        }
        return names;
    }

    private static void whatContradictsAnotherIsRefused(Pmix pmix) {
        SoftAssertions soft = new SoftAssertions();
        for (Refusal row : EventOrderRows.REFUSALS) {
            List<Registration> registrations = new ArrayList<>();
            for (Given given : row.handlers()) {
                registrations.add(given.on(pmix.events()).register(event -> EventOutcome.noAction()));
            }
            soft.check(() -> assertThatThrownBy(
                            () -> row.refused().on(pmix.events()).register(event -> EventOutcome.noAction()))
                    .as("%s", row)
                    .isInstanceOf(row.exception())
                    .hasMessageContaining(row.message()));
            registrations.forEach(Registration::close);
        }
        soft.assertAll();
    }
}
