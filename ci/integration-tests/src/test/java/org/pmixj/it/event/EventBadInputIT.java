// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Boundaries;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/**
 * Input that crashes or confuses libpmix 7.0.0rc1 if a C program tries it, in the form a Java program can try it. It
 * causes a Java exception or no harm, and the process still sends and receives events afterwards.
 */
class EventBadInputIT {
    /** The Standard has withdrawn it. */
    private static final Key<Boolean> WANT_TERMINATION = Key.standard("pmix.evterm", ValueType.BOOL);

    private static final PmixStatus CODE = new PmixStatus(-3501);
    private static final PmixStatus OTHER = new PmixStatus(-3502);
    private static final PmixStatus ALIVE = new PmixStatus(-3503);
    private static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);
    private static final Key<PmixValue> ANY = Key.of("it.any", ValueType.ANY);
    private static final EventHandler NOTHING = event -> EventOutcome.noAction();

    /** One attempt, and the result that it must have. */
    private static final class Table {
        private final SoftAssertions all = new SoftAssertions();
        private int rows;

        void row(String what, Class<? extends Throwable> expected, String message, ThrowingCallable call) {
            rows++;
            all.check(() ->
                    assertThatThrownBy(call).as(what).isInstanceOf(expected).hasMessageContaining(message));
        }

        void refusesNull(String what, ThrowingCallable call) {
            rows++;
            all.check(() -> assertThatThrownBy(call).as(what).isInstanceOf(NullPointerException.class));
        }

        void argument(String what, String message, ThrowingCallable call) {
            row(what, IllegalArgumentException.class, message, call);
        }

        void state(String what, String message, ThrowingCallable call) {
            row(what, IllegalStateException.class, message, call);
        }

        void check(int expected) {
            all.check(() -> assertThat(rows).isEqualTo(expected));
            all.assertAll();
        }
    }

    /** Events of this process still come. */
    private static void assertAlive(Pmix pmix) throws InterruptedException {
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(ALIVE).register(event -> {
            seen.add(event);
            return EventOutcome.partial();
        })) {
            pmix.events().notify(ALIVE).with(NUMBER, 1).send();
            pmix.events().notify(ALIVE).toProcess().with(NUMBER, 1).send();
            for (int i = 0; i < 2; i++) {
                assertThat(Await.next(seen).attributes().get(NUMBER)).contains(1);
            }
        }
    }

    // --- registration --------------------------------------------------------------------------------------------

    @Tag("slow")
    @PmixTest(ranks = 2, nodes = 2)
    void betweenNodes(Pmix pmix, RankContext context) throws Exception {
        notifications(pmix, context);
        anyCodeArrives(pmix, context);
        attributesOfTheStandardArriveAsTheyAre(pmix, context);
        valuesOfEveryTypeArriveOnAnotherNode(pmix, context);
    }

    @PmixTest(ranks = 1)
    void ofOneProcess(Pmix pmix) throws Exception {
        registrations(pmix);
        directivesAreNoAttributes(pmix);
        whatLibrariesActUponIsNotSent(pmix);
        aClosedHandle(pmix);
        aHandlerMayCallAnything(pmix);
    }

    private static void registrations(Pmix pmix) throws Exception {
        Table table = new Table();
        // PMIx_Register_event_handler with codes that are NULL or none, and with a handler that is NULL.
        table.refusesNull("null for the codes", () -> pmix.events().on((PmixStatus[]) null));
        table.refusesNull("null among the codes", () -> pmix.events().on(CODE, null));
        table.argument("no codes", "onAny()", () -> pmix.events().on());
        table.refusesNull("no handler", () -> on(pmix).register(null));
        table.refusesNull("no handler, asynchronously", () -> on(pmix).registerAsync(null));
        // PMIX_EVENT_HDLR_NAME, _BEFORE and _AFTER: of another type, NULL, or of no handler.
        table.refusesNull("null for a name", () -> on(pmix).named(null));
        table.refusesNull("before null", () -> on(pmix).before(null));
        table.refusesNull("after null", () -> on(pmix).after(null));
        for (String name : List.of("", "a\0b", "\ud800", "n".repeat(512), "€".repeat(171))) {
            String message = name.isEmpty() ? "is empty" : name.length() > 10 ? "the limit is 511" : "contains";
            table.argument("name " + name.length(), message, () -> on(pmix).named(name));
            table.argument("before " + name.length(), message, () -> on(pmix).before(name));
            table.argument("after " + name.length(), message, () -> on(pmix).after(name));
        }
        table.argument(
                "before nobody",
                "there is no event handler 'nobody'",
                () -> on(pmix).before("nobody").register(NOTHING));
        table.argument(
                "after nobody",
                "there is no event handler 'nobody'",
                () -> on(pmix).after("nobody").register(NOTHING));
        table.row(
                "after nobody, asynchronously",
                CompletionException.class,
                "there is no event handler",
                () -> on(pmix).after("nobody").registerAsync(NOTHING).join());
        // Several of the directives of a place, each of which libpmix takes, and one that is switched off.
        List<Place> places = List.of(
                HandlerBuilder::first,
                HandlerBuilder::last,
                HandlerBuilder::firstInCategory,
                HandlerBuilder::lastInCategory,
                builder -> builder.before("a"),
                builder -> builder.after("a"),
                HandlerBuilder::prepend,
                HandlerBuilder::append);
        for (Place place : places) {
            for (Place other : places) {
                table.state("two places", "already", () -> other.of(place.of(on(pmix))));
            }
        }
        // PMIX_EVENT_AFFECTED_PROCS, PMIX_EVENT_CUSTOM_RANGE and PMIX_RANGE of a registration.
        List<ProcId> withNull = Collections.singletonList(null);
        table.argument("from nobody", "no sources", () -> on(pmix).from(List.of()));
        table.refusesNull("from a list with null", () -> on(pmix).from(withNull));
        table.refusesNull("from a null list", () -> on(pmix).from((List<ProcId>) null));
        table.refusesNull("from a null process", () -> on(pmix).from((ProcId) null));
        table.refusesNull("from a null range", () -> on(pmix).from((Range) null));
        table.argument("from range CUSTOM", "CUSTOM", () -> on(pmix).from(Range.CUSTOM));
        table.argument("from range RM", "the host", () -> on(pmix).from(Range.RM));
        table.argument("affecting nobody", "no processes", () -> on(pmix).affecting(List.of()));
        table.refusesNull("affecting a list with null", () -> on(pmix).affecting(withNull));
        table.refusesNull("affecting a null process", () -> on(pmix).affecting((ProcId) null));
        table.refusesNull("null for a test", () -> on(pmix).where(null));
        table.refusesNull("null for a bound", () -> on(pmix).answerWithin(null));
        table.argument("a bound of nothing", "not positive", () -> on(pmix).answerWithin(Duration.ZERO));
        // Names and places that are taken; libpmix takes the same name twice.
        try (Registration _ = on(pmix).named("it.first").first().register(NOTHING);
                Registration _ = on(pmix).named("it.last").last().register(NOTHING);
                Registration _ = pmix.events().on(OTHER).named("it.other").register(NOTHING)) {
            table.state(
                    "the same name",
                    "'it.first' already",
                    () -> pmix.events().on(OTHER).named("it.first").register(NOTHING));
            table.state(
                    "a second first", "FIRST already", () -> on(pmix).first().register(NOTHING));
            table.state("a second last", "LAST already", () -> on(pmix).last().register(NOTHING));
            table.state(
                    "before the first",
                    "one of them is FIRST",
                    () -> on(pmix).before("it.first").register(NOTHING));
            table.state(
                    "after the last",
                    "one of them is LAST",
                    () -> on(pmix).after("it.last").register(NOTHING));
            table.argument(
                    "before one of another code",
                    "none of the codes",
                    () -> on(pmix).before("it.other").register(NOTHING));
            // What is registered twice, closed twice, and named anew.
            HandlerBuilder builder = on(pmix).named("it.twice");
            Registration registration = builder.register(NOTHING);
            table.state("registered twice", "'it.twice' already", () -> builder.register(NOTHING));
            registration.close();
            registration.close();
            builder.register(NOTHING).close();
        }
        table.check(3 + 2 + 3 + 14 + 3 + 64 + 14 + 7);
        assertAlive(pmix);
    }

    private interface Place {
        HandlerBuilder of(HandlerBuilder builder);
    }

    private static HandlerBuilder on(Pmix pmix) {
        return pmix.events().on(CODE);
    }

    // --- notification --------------------------------------------------------------------------------------------

    private static Notification event(Pmix pmix) {
        return pmix.events().notify(CODE);
    }

    private static void notifications(Pmix pmix, RankContext context) throws Exception {
        Table table = new Table();
        List<ProcId> withNull = Arrays.asList(pmix.self(), null);
        String nspace = pmix.self().nspace();
        table.refusesNull("null for the code", () -> pmix.events().notify(null));
        table.refusesNull("to null", () -> event(pmix).to((ProcId) null));
        table.refusesNull("to a null list", () -> event(pmix).to((List<ProcId>) null));
        table.refusesNull("to a list with null", () -> event(pmix).to(withNull));
        table.argument("to nobody", "no processes", () -> event(pmix).to(List.of()));
        table.refusesNull("to a null namespace", () -> event(pmix).toNamespace(null));
        table.argument(
                "to a namespace without a name", "is empty", () -> event(pmix).toNamespace(""));
        table.argument("to a namespace with NUL", "NUL", () -> event(pmix).toNamespace("a\0b"));
        table.argument("to a long namespace", "limit is 255", () -> event(pmix).toNamespace("n".repeat(256)));
        table.refusesNull("to a null group", () -> event(pmix).toGroup(null));
        List<Whom> ranges = List.of(
                Notification::toProcess,
                Notification::toNode,
                Notification::toNamespace,
                Notification::toSession,
                Notification::toAll,
                Notification::toHost,
                one -> one.to(pmix.self()));
        for (Whom range : ranges) {
            for (Whom other : ranges) {
                table.state("to two", "already", () -> other.of(range.of(event(pmix))));
            }
        }
        // PMIX_EVENT_AFFECTED_PROC of another type or NULL; processes that are none are told as they are.
        table.refusesNull("affecting null", () -> event(pmix).affecting((ProcId) null));
        table.refusesNull("affecting a list with null", () -> event(pmix).affecting(withNull));
        table.refusesNull("null for the text", () -> event(pmix).text(null));
        table.argument("text with NUL", "NUL", () -> event(pmix).text("a\0b"));
        table.argument("text with half a pair", "surrogate", () -> event(pmix).text("\udc00"));
        table.refusesNull("a null key", () -> event(pmix).with(null, 1));
        table.refusesNull("a null value", () -> event(pmix).with(NUMBER, null));
        table.argument("a number too large", "300", () -> event(pmix).with(Key.of("it.byte", ValueType.UINT8), 300));
        // Whom libpmix accepts an event for, and tells nobody.
        table.row(
                "a namespace there is not",
                PmixException.NotFound.class,
                "no namespace 'it-nowhere'",
                () -> event(pmix).toNamespace("it-nowhere").send());
        table.row(
                "a process of it",
                CompletionException.class,
                "no namespace 'it-nowhere'",
                () -> event(pmix).to(new ProcId("it-nowhere", 0)).sendAsync().join());
        table.row(
                "a rank there is not",
                PmixException.NotFound.class,
                "there is no process",
                () -> event(pmix)
                        .to(List.of(pmix.self(), new ProcId(nspace, 2)))
                        .send());
        table.row(
                "a rank there is not, asynchronously",
                CompletionException.class,
                "there is no process",
                () -> event(pmix).to(new ProcId(nspace, 2)).sendAsync().join());
        table.row(
                "the highest rank",
                PmixException.NotFound.class,
                "there is no process",
                () -> event(pmix).to(new ProcId(nspace, Integer.MAX_VALUE)).send());
        // A group that this process has left, and ranks that it does not have.
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-events")
                        .members(ProcId.all(pmix.self().nspace()))
                        .build());
        table.argument("no ranks of a group", "no ", () -> event(pmix).toGroupRanks(group));
        table.refusesNull("null ranks of a group", () -> event(pmix).toGroupRanks(group, (int[]) null));
        for (int rank : new int[] {2, -1, Integer.MIN_VALUE}) {
            table.row(
                    "rank " + rank + " of a group",
                    IndexOutOfBoundsException.class,
                    "",
                    () -> event(pmix).toGroupRanks(group, rank));
        }
        table.row(
                "a rank that the group with the identifier does not have",
                PmixException.NotFound.class,
                "it-events",
                () -> event(pmix).to(new ProcId("it-events", 2)).send());
        Notification early = event(pmix).toGroup(group);
        pmix.fence();
        group.destruct();
        table.state(
                "a group that is left", "no longer a member", () -> event(pmix).toGroup(group));
        table.state("ranks of it", "no longer a member", () -> event(pmix).toGroupRanks(group, 0));
        table.state("left since", "no longer a member", early::send);
        table.row(
                "its identifier",
                PmixException.NotFound.class,
                "it-events",
                () -> event(pmix).toNamespace("it-events").send());
        // More than a message can be ends the connection, and with it the process.
        Notification large = event(pmix).with(ANY, new PmixValue.Bytes(new byte[32 << 20]));
        table.argument("32 MiB", "more than the", large::send);
        table.argument("32 MiB, asynchronously", "more than the", large::sendAsync);
        table.argument("32 MiB in parts", "more than the", () -> {
            Notification parts = event(pmix);
            for (int i = 0; i < 4; i++) {
                parts.with(ANY, new PmixValue.Bytes(new byte[9 << 20]));
            }
            parts.send();
        });
        for (PmixValue value : Boundaries.refused()) {
            table.argument(
                    Boundaries.describe(value),
                    "",
                    () -> event(pmix).with(ANY, value).send());
        }
        table.check(10 + 48 + 9 + 4 + 7 + 4 + 3 + Boundaries.refused().size());
        pmix.fence();
        if (context.rank() == 0) {
            assertAlive(pmix);
        }
        pmix.fence();
    }

    private interface Whom {
        Notification of(Notification event);
    }

    /** libpmix reads these as what they should be, whatever they are, and some of them make an endless loop. */
    private static void directivesAreNoAttributes(Pmix pmix) throws Exception {
        List<String> passed = new ArrayList<>();
        Table table = new Table();
        int directives = 0;
        for (Field field : Keys.class.getFields()) {
            if (field.getName().startsWith("EVENT_") && field.get(null) instanceof Key<?> key) {
                Object value = sample(pmix, key);
                if (isPayload(field.getName())) {
                    event(pmix).toProcess().with(unchecked(key), value).send();
                    passed.add(field.getName());
                } else {
                    directives++;
                    table.argument(
                            field.getName(),
                            "directive of events",
                            () -> event(pmix).with(unchecked(key), value));
                }
            }
        }
        for (String name : List.of("pmix.evname", "pmixj.event.sequence")) {
            table.argument(name, "reserved", () -> Key.of(name, ValueType.INT32));
        }
        table.check(directives + 2);
        assertThat(directives).isEqualTo(18);
        assertThat(passed).hasSize(8);
        assertAlive(pmix);
    }

    private static boolean isPayload(String name) {
        return name.contains("TERMINAT")
                || List.of("EVENT_PROXY", "EVENT_TIMESTAMP", "EVENT_ACTION_TIMEOUT")
                        .contains(name);
    }

    @SuppressWarnings("unchecked")
    private static Key<Object> unchecked(Key<?> key) {
        return (Key<Object>) key;
    }

    private static Object sample(Pmix pmix, Key<?> key) {
        Map<ValueType<?>, Object> samples = new LinkedHashMap<>();
        samples.put(ValueType.BOOL, false);
        samples.put(ValueType.STRING, "it");
        samples.put(ValueType.PROC, pmix.self());
        samples.put(ValueType.TIME, Instant.EPOCH);
        samples.put(Keys.EVENT_ACTION_TIMEOUT.type(), Duration.ofSeconds(5));
        samples.put(Keys.EVENT_CUSTOM_RANGE.type(), List.of(pmix.self()));
        samples.put(Keys.EVENT_AFFECTED_PROCS.type(), List.of(pmix.self()));
        samples.put(ValueType.POINTER, new PmixValue.Opaque(30));
        Object sample = samples.get(key.type());
        assertThat(sample).as("sample of %s", key).isNotNull();
        return sample;
    }

    private static void whatLibrariesActUponIsNotSent(Pmix pmix) throws Exception {
        Table table = new Table();
        List<PmixStatus> codes = List.of(
                Statuses.ERR_PROC_TERM_WO_SYNC,
                Statuses.ERR_PROC_ABORTED_BY_SIG,
                Statuses.EVENT_PROC_TERMINATED,
                Statuses.ERR_PROC_REQUESTED_ABORT,
                Statuses.ERR_PROC_KILLED_BY_CMD,
                Statuses.ERR_PROC_FAILED_TO_START,
                Statuses.ERR_PROC_SENSOR_BOUND_EXCEEDED,
                Statuses.ERR_EXIT_NONZERO_TERM,
                Statuses.EVENT_JOB_END,
                Statuses.ERR_JOB_ABORTED,
                Statuses.ERR_JOB_KILLED_BY_RELEASE);
        for (PmixStatus code : codes) {
            table.argument(
                    code.toString(), "which the host does", () -> pmix.events().notify(code));
        }
        for (PmixStatus code : List.of(Statuses.GROUP_LEFT, Statuses.GROUP_CONSTRUCT_COMPLETE)) {
            table.argument(
                    code.toString(),
                    "what libpmix knows of a group",
                    () -> pmix.events().notify(code));
        }
        table.argument(
                "a lost connection", "which libpmix does", () -> pmix.events().notify(Statuses.ERR_LOST_CONNECTION));
        int[] none = {0, 1, 5, 42, Integer.MAX_VALUE, -1, -2999, -3000};
        for (int code : none) {
            table.argument(
                    "the code " + code,
                    "is no code of an event",
                    () -> pmix.events().notify(new PmixStatus(code)));
        }
        table.check(codes.size() + 3 + none.length);
        assertAlive(pmix);
    }

    private static void aClosedHandle(Pmix pmix) throws Exception {
        Table table = new Table();
        Pmix handle = Pmix.init();
        HandlerBuilder builder = handle.events().on(CODE);
        Notification event = handle.events().notify(CODE);
        Registration registration = handle.events().on(CODE).register(NOTHING);
        handle.close();
        table.state("events", "closed", handle::events);
        table.state("a registration", "closed", () -> builder.register(NOTHING));
        table.state("an asynchronous registration", "closed", () -> builder.registerAsync(NOTHING));
        table.state("a notification", "closed", event::send);
        table.state("an asynchronous notification", "closed", event::sendAsync);
        table.check(5);
        assertThat(registration.isActive()).isFalse();
        registration.close();
        assertAlive(pmix);
    }

    // --- what is strange, and arrives ----------------------------------------------------------------------------

    private static void anyCodeArrives(Pmix pmix, RankContext context) throws Exception {
        int[] codes = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1_000_000, -3001, -24};
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        List<Registration> registrations = new ArrayList<>();
        for (int code : codes) {
            registrations.add(pmix.events().on(new PmixStatus(code)).register(event -> {
                seen.add(event);
                return EventOutcome.noAction();
            }));
        }
        pmix.fence();
        if (context.rank() == 0) {
            for (int code : codes) {
                pmix.events().notify(new PmixStatus(code)).send();
            }
        }
        // Those of different codes are handled at the same time.
        List<Integer> came = new ArrayList<>();
        for (int _ : codes) {
            came.add(Await.next(seen).code().code());
        }
        assertThat(came).containsExactlyInAnyOrder(Arrays.stream(codes).boxed().toArray(Integer[]::new));
        registrations.forEach(Registration::close);
        pmix.fence();
        assertThat(seen).isEmpty();
        assertAliveEverywhere(pmix, context);
    }

    private static void assertAliveEverywhere(Pmix pmix, RankContext context) throws InterruptedException {
        for (int rank = 0; rank < context.size(); rank++) {
            if (rank == context.rank()) {
                assertAlive(pmix);
            }
            pmix.fence();
        }
    }

    /** libpmix and PRRTE give these keys meanings of their own elsewhere. */
    @SuppressWarnings("deprecation")
    private static void attributesOfTheStandardArriveAsTheyAre(Pmix pmix, RankContext context) throws Exception {
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        PmixStatus[] codes = {
            CODE, Statuses.GROUP_MEMBERSHIP_UPDATE, Statuses.GROUP_CONSTRUCT_ABORT, Statuses.EVENT_JOB_START
        };
        ProcId stranger = new ProcId("it-stranger", 7);
        try (Registration _ = pmix.events().on(codes).register(event -> {
            seen.add(event);
            return EventOutcome.noAction();
        })) {
            pmix.fence();
            for (PmixStatus code : codes) {
                if (context.rank() == 0) {
                    pmix.events()
                            .notify(code)
                            .affecting(List.of(stranger, ProcId.all("it-stranger")))
                            .with(Keys.EVENT_PROXY, stranger)
                            .with(Keys.EVENT_ACTION_TIMEOUT, Duration.ofSeconds(1))
                            .with(Keys.EVENT_TIMESTAMP, Instant.EPOCH)
                            .with(Keys.EVENT_TERMINATE_JOB, true)
                            .with(Keys.EVENT_TERMINATE_PROC, true)
                            .with(Keys.EVENT_SILENT_TERMINATION, true)
                            .with(WANT_TERMINATION, true)
                            .with(Keys.GROUP_ID, "it-no-group")
                            .with(Keys.GROUP_MEMBERSHIP, List.of())
                            .with(Keys.TIMEOUT, Duration.ofSeconds(1))
                            .with(Keys.RANGE, Range.RM)
                            .with(Keys.EXIT_CODE, 1)
                            .send();
                }
                Event event = Await.next(seen);
                assertThat(event.code()).isEqualTo(code);
                assertThat(event.affected()).containsExactly(stranger, ProcId.all("it-stranger"));
                assertThat(event.attributes().get(Keys.EVENT_PROXY)).contains(stranger);
                assertThat(event.attributes().get(Keys.EVENT_ACTION_TIMEOUT)).contains(Duration.ofSeconds(1));
                assertThat(event.attributes().get(Keys.EVENT_TIMESTAMP)).contains(Instant.EPOCH);
                assertThat(event.attributes().get(Keys.EVENT_TERMINATE_JOB)).contains(true);
                assertThat(event.attributes().get(Keys.EVENT_TERMINATE_PROC)).contains(true);
                assertThat(event.attributes().get(Keys.EVENT_SILENT_TERMINATION))
                        .contains(true);
                assertThat(event.attributes().get(WANT_TERMINATION)).contains(true);
                assertThat(event.attributes().get(Keys.GROUP_ID)).contains("it-no-group");
                assertThat(event.attributes().get(Keys.GROUP_MEMBERSHIP)).contains(List.of());
                assertThat(event.attributes().get(Keys.RANGE)).contains(Range.RM);
                assertThat(event.attributes().get(Keys.EXIT_CODE)).contains(1);
                pmix.fence();
            }
        }
        // Groups go on.
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-after")
                        .members(ProcId.all(pmix.self().nspace()))
                        .build());
        group.fence();
        group.destruct();
        assertAliveEverywhere(pmix, context);
    }

    private static void valuesOfEveryTypeArriveOnAnotherNode(Pmix pmix, RankContext context) throws Exception {
        List<PmixValue> values = Boundaries.values();
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(CODE).register(event -> {
            seen.add(event);
            return EventOutcome.partial();
        })) {
            pmix.fence();
            if (context.rank() == 0) {
                for (PmixValue value : values) {
                    pmix.events().notify(CODE).with(ANY, value).send();
                }
            }
            SoftAssertions all = new SoftAssertions();
            for (PmixValue value : values) {
                // Copied where it is sent from, packed and unpacked on the way.
                PmixValue expected = context.rank() == 0 ? value : Boundaries.sent(value);
                PmixValue got = Await.next(seen).attributes().get(ANY).orElseThrow();
                all.check(() -> assertThat(got.equals(expected))
                        .as("%s arrives as %s", Boundaries.describe(expected), Boundaries.describe(got))
                        .isTrue());
            }
            all.assertAll();
            pmix.fence();
        }
        assertAliveEverywhere(pmix, context);
    }

    @PmixTest(ranks = 2, nodes = 2, jvm = "-Xmx1g")
    void largePayloadsArriveOnAnotherNode(Pmix pmix, RankContext context) throws Exception {
        // The last is the largest that is not refused.
        int[] sizes = {1, 16 << 20, (32 << 20) - (1 << 16) - 2048};
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        try (Registration _ = pmix.events().on(CODE).register(event -> {
            seen.add(event.attributes().get(ANY).orElseThrow() instanceof PmixValue.Bytes bytes ? bytes.length() : -1);
            return EventOutcome.partial();
        })) {
            for (int size : sizes) {
                pmix.fence();
                if (context.rank() == 0) {
                    pmix.events()
                            .notify(CODE)
                            .with(ANY, new PmixValue.Bytes(new byte[size]))
                            .send();
                }
                assertThat(Await.next(seen)).isEqualTo(size);
            }
            pmix.fence();
        }
        assertAliveEverywhere(pmix, context);
    }

    // --- from within a handler -----------------------------------------------------------------------------------

    /** Values that libpmix refuses on its own thread reach a handler. */
    private static void aHandlerMayCallAnything(Pmix pmix) throws Exception {
        BlockingQueue<Object> done = new LinkedBlockingQueue<>();
        Registration[] self = new Registration[1];
        self[0] = pmix.events().on(CODE).named("it.self").register(event -> {
            try {
                assertAlive(pmix);
                pmix.fence();
                pmix.put(org.pmixj.Scope.GLOBAL, NUMBER, 1);
                pmix.commit();
                assertThat(pmix.get(pmix.self(), NUMBER)).isEqualTo(1);
                pmix.events().notify(CODE).toProcess().with(NUMBER, 2).send();
                self[0].close();
                self[0].close();
                Registration again = pmix.events().on(CODE).named("it.self").register(NOTHING);
                again.close();
                done.add("done");
            } catch (Throwable e) {
                done.add(e);
            }
            return EventOutcome.complete();
        });
        pmix.events().notify(CODE).toProcess().send();
        assertThat(Await.next(done)).isEqualTo("done");
        assertAlive(pmix);
        assertThat(done).isEmpty();
    }
}
