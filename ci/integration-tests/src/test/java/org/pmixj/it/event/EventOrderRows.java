// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import java.util.List;
import java.util.function.UnaryOperator;
import org.pmixj.PmixStatus;
import org.pmixj.event.Events;
import org.pmixj.event.HandlerBuilder;

/**
 * The handlers of a test, and the order in which they are called for one event; each row with the sentence it proves.
 */
final class EventOrderRows {
    static final PmixStatus CODE = new PmixStatus(-3001);
    private static final PmixStatus OTHER = new PmixStatus(-3002);
    private static final PmixStatus THIRD = new PmixStatus(-3003);

    /** hybrid-programming-models.md, Coordination at Runtime with Multiple Event Handlers. */
    private static final String IN_ORDER =
            "Multiple event handlers registered against the same event are processed in a"
                    + " chain-like manner based on the order in which they were registered, as modified by directive.";

    private static final String CATEGORIES = "Registrations against specific event codes are processed first, followed"
            + " by registrations against multiple event codes and then any default registrations.";

    private static final String COMPLETE = "PMIX_EVENT_ACTION_COMPLETE: the handler has completely resolved the event"
            + " and no further handlers should be called";

    /** The definitions of the attributes in pmix_common.h. */
    private static final String FIRST = "PMIX_EVENT_HDLR_FIRST: invoke this event handler before any other handlers";

    private static final String LAST =
            "PMIX_EVENT_HDLR_LAST: invoke this event handler after all other handlers have been called";
    private static final String FIRST_IN_CATEGORY =
            "PMIX_EVENT_HDLR_FIRST_IN_CATEGORY: invoke this event handler before"
                    + " any other handlers in this category";
    private static final String LAST_IN_CATEGORY = "PMIX_EVENT_HDLR_LAST_IN_CATEGORY: invoke this event handler after"
            + " all other handlers in this category have been called";
    private static final String BEFORE =
            "PMIX_EVENT_HDLR_BEFORE: put this event handler immediately before the one specified";
    private static final String AFTER =
            "PMIX_EVENT_HDLR_AFTER: put this event handler immediately after the one specified";
    private static final String PREPEND =
            "PMIX_EVENT_HDLR_PREPEND: prepend this handler to the precedence list within its category";
    private static final String APPEND =
            "PMIX_EVENT_HDLR_APPEND: append this handler to the precedence list within its category";
    private static final String NON_DEFAULT =
            "PMIX_EVENT_NON_DEFAULT: event is not to be delivered to default event handlers";

    /** The Javadoc of {@link HandlerBuilder}. */
    private static final String STABLE = "Handlers keep their order when others are closed.";

    private static final String SHARED = "Immediately before another, of whatever category, for the codes they share";

    static final List<Row> ROWS = List.of(
            row(CATEGORIES, "s m d", any("d"), several("m"), one("s")),
            row(
                    CATEGORIES,
                    "s1 s2 m1 m2 d1 d2",
                    any("d1"),
                    one("s1"),
                    several("m1"),
                    any("d2"),
                    several("m2"),
                    one("s2")),
            // The same code twice counts once.
            row(
                    CATEGORIES,
                    "a b m",
                    one("a"),
                    several("m"),
                    new Given("b", List.of(CODE, CODE), UnaryOperator.identity(), false)),
            row(IN_ORDER, "c a b", one("c"), one("a"), one("b")),
            row(IN_ORDER, "c a b", several("c"), several("a"), several("b")),
            row(IN_ORDER, "c a b", any("c"), any("a"), any("b")),
            row(IN_ORDER, "a c", one("a"), other("b"), one("c")),
            row(FIRST, "d s m", one("s"), any("d").at(HandlerBuilder::first), several("m")),
            row(FIRST, "a c b", one("a").at(HandlerBuilder::first), one("b"), one("c").at(HandlerBuilder::prepend)),
            row(
                    FIRST,
                    "a c b",
                    one("a").at(HandlerBuilder::first),
                    one("b"),
                    one("c").at(HandlerBuilder::firstInCategory)),
            row(LAST, "m d s", one("s").at(HandlerBuilder::last), any("d"), several("m")),
            row(
                    LAST,
                    "b c a",
                    any("a").at(HandlerBuilder::last),
                    any("b"),
                    any("c").at(HandlerBuilder::lastInCategory)),
            row(
                    FIRST_IN_CATEGORY,
                    "s m2 m1",
                    several("m1"),
                    several("m2").at(HandlerBuilder::firstInCategory),
                    one("s")),
            row(
                    FIRST_IN_CATEGORY,
                    "a c b",
                    one("a").at(HandlerBuilder::firstInCategory),
                    one("b"),
                    one("c").at(HandlerBuilder::prepend)),
            row(FIRST_IN_CATEGORY, "s d2 d1", any("d1"), any("d2").at(HandlerBuilder::firstInCategory), one("s")),
            row(
                    LAST_IN_CATEGORY,
                    "b c a d",
                    one("a").at(HandlerBuilder::lastInCategory),
                    one("b"),
                    one("c").at(HandlerBuilder::append),
                    any("d")),
            row(
                    LAST_IN_CATEGORY,
                    "s m2 m1 d",
                    several("m1").at(HandlerBuilder::lastInCategory),
                    any("d"),
                    several("m2"),
                    one("s")),
            row(BEFORE, "a c b", one("a"), one("b"), one("c").at(handler -> handler.before("b"))),
            row(BEFORE, "d s m", one("s"), several("m"), any("d").at(handler -> handler.before("s"))),
            row(
                    BEFORE,
                    "a b c last",
                    one("last").at(HandlerBuilder::last),
                    one("a"),
                    any("c").at(handler -> handler.before("last")),
                    one("b")),
            row(AFTER, "a c b", one("a"), one("b"), one("c").at(handler -> handler.after("a"))),
            row(AFTER, "a b m s", one("a"), several("m"), one("s").at(handler -> handler.after("m")), one("b")),
            row(
                    AFTER,
                    "first m b a",
                    one("first").at(HandlerBuilder::first),
                    one("a"),
                    several("m").at(handler -> handler.after("first")),
                    one("b").at(HandlerBuilder::prepend)),
            row(
                    PREPEND,
                    "c b a m",
                    one("a"),
                    several("m"),
                    one("b").at(HandlerBuilder::prepend),
                    one("c").at(HandlerBuilder::prepend)),
            row(PREPEND, "s m2 m1", several("m1"), one("s"), several("m2").at(HandlerBuilder::prepend)),
            row(
                    APPEND,
                    "a b c m",
                    one("a").at(HandlerBuilder::append),
                    several("m"),
                    one("b").at(HandlerBuilder::append),
                    one("c")),
            row(
                    SHARED,
                    "m1 m2 m3",
                    other("x"),
                    several("m1"),
                    several("m2").at(handler -> handler.before("x")),
                    several("m3")),
            row(SHARED, "m1 m2 d", wide("x"), several("m1"), any("d").at(handler -> handler.after("x")), several("m2")),
            row(STABLE, "b d e", one("a"), one("b"), one("c"), one("d").at(handler -> handler.after("c")), one("e"))
                    .without("a", "c"),
            row(
                            STABLE,
                            "a c b",
                            one("f").at(HandlerBuilder::first),
                            one("a").at(handler -> handler.after("f")),
                            one("b"),
                            one("c").at(HandlerBuilder::prepend))
                    .without("f"),
            row(
                    COMPLETE,
                    "a b",
                    one("a"),
                    one("b").complete(),
                    one("c"),
                    several("m"),
                    any("d").at(HandlerBuilder::last)),
            row(NON_DEFAULT, "s m", one("s"), several("m"), any("d")).asNonDefault(),
            row(
                            NON_DEFAULT,
                            "s",
                            any("f").at(HandlerBuilder::first),
                            one("s"),
                            any("l").at(HandlerBuilder::last),
                            any("d").at(handler -> handler.before("s")))
                    .asNonDefault(),
            // The example of the document: the MPI thread is the last step, whoever else there is.
            row(
                    FIRST + "; " + AFTER + "; " + COMPLETE,
                    "OpenMP-Master MPI-Thread",
                    one("other"),
                    one("OpenMP-Master").at(HandlerBuilder::first),
                    one("MPI-Thread")
                            .at(handler -> handler.after("OpenMP-Master"))
                            .complete(),
                    any("d")),
            row(
                    FIRST + "; " + AFTER,
                    "OpenMP-Master MPI-Thread other",
                    one("OpenMP-Master").at(HandlerBuilder::first),
                    one("MPI-Thread").at(handler -> handler.after("OpenMP-Master")),
                    one("other").at(HandlerBuilder::prepend)));

    static final List<Refusal> REFUSALS = List.of(
            new Refusal(
                    FIRST,
                    List.of(one("a").at(HandlerBuilder::first)),
                    any("b").at(HandlerBuilder::first),
                    IllegalStateException.class,
                    "FIRST already, 'a'"),
            new Refusal(
                    LAST,
                    List.of(any("a").at(HandlerBuilder::last)),
                    several("b").at(HandlerBuilder::last),
                    IllegalStateException.class,
                    "LAST already, 'a'"),
            new Refusal(
                    FIRST_IN_CATEGORY,
                    List.of(one("a").at(HandlerBuilder::firstInCategory)),
                    one("b").at(HandlerBuilder::firstInCategory),
                    IllegalStateException.class,
                    "FIRST_IN_CATEGORY already, 'a'"),
            new Refusal(
                    LAST_IN_CATEGORY,
                    List.of(one("a").at(HandlerBuilder::lastInCategory)),
                    one("b").at(HandlerBuilder::lastInCategory),
                    IllegalStateException.class,
                    "LAST_IN_CATEGORY already, 'a'"),
            new Refusal(
                    FIRST,
                    List.of(one("a").at(HandlerBuilder::first)),
                    one("b").at(handler -> handler.before("a")),
                    IllegalStateException.class,
                    "'b' cannot come before 'a'"),
            new Refusal(
                    LAST,
                    List.of(one("a").at(HandlerBuilder::last)),
                    one("b").at(handler -> handler.after("a")),
                    IllegalStateException.class,
                    "'a' cannot come before 'b'"),
            new Refusal(
                    FIRST_IN_CATEGORY,
                    List.of(
                            one("a").at(HandlerBuilder::firstInCategory),
                            several("m").at(handler -> handler.before("a"))),
                    one("b").at(handler -> handler.before("m")),
                    IllegalStateException.class,
                    "'b' cannot come before 'a'"),
            new Refusal(
                    BEFORE,
                    List.of(one("a")),
                    one("b").at(handler -> handler.before("nobody")),
                    IllegalArgumentException.class,
                    "there is no event handler 'nobody'"),
            new Refusal(
                    AFTER,
                    List.of(other("a")),
                    one("b").at(handler -> handler.after("a")),
                    IllegalArgumentException.class,
                    "'a' is for none of the codes of event handler 'b'"),
            new Refusal(
                    AFTER,
                    List.of(),
                    one("b").at(handler -> handler.after("b")),
                    IllegalArgumentException.class,
                    "there is no event handler 'b'"),
            new Refusal(
                    "no other handler of this process has it",
                    List.of(one("a")),
                    other("a"),
                    IllegalStateException.class,
                    "there is an event handler 'a' already"));

    private EventOrderRows() {}

    /** A handler that is registered. */
    record Given(String name, List<PmixStatus> codes, UnaryOperator<HandlerBuilder> place, boolean completes) {
        Given at(UnaryOperator<HandlerBuilder> directive) {
            return new Given(name, codes, directive, completes);
        }

        Given complete() {
            return new Given(name, codes, place, true);
        }

        HandlerBuilder on(Events events) {
            HandlerBuilder builder = codes.isEmpty() ? events.onAny() : events.on(codes.toArray(new PmixStatus[0]));
            return place.apply(builder.named(name));
        }

        boolean isFor(PmixStatus code) {
            return codes.isEmpty() || codes.contains(code);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Whom an event of {@link #CODE} is given to, of those that are not closed before. */
    record Row(String sentence, List<String> expected, List<Given> handlers, List<String> closed, boolean nonDefault) {
        Row without(String... names) {
            return new Row(sentence, expected, handlers, List.of(names), nonDefault);
        }

        Row asNonDefault() {
            return new Row(sentence, expected, handlers, closed, true);
        }
    }

    /** Registrations that are refused beside existing ones. */
    record Refusal(
            String sentence,
            List<Given> handlers,
            Given refused,
            Class<? extends Exception> exception,
            String message) {}

    private static Row row(String sentence, String expected, Given... handlers) {
        return new Row(sentence, List.of(expected.split(" ")), List.of(handlers), List.of(), false);
    }

    private static Given one(String name) {
        return new Given(name, List.of(CODE), UnaryOperator.identity(), false);
    }

    private static Given several(String name) {
        return new Given(name, List.of(CODE, OTHER), UnaryOperator.identity(), false);
    }

    private static Given any(String name) {
        return new Given(name, List.of(), UnaryOperator.identity(), false);
    }

    /** For another code. */
    private static Given other(String name) {
        return new Given(name, List.of(OTHER), UnaryOperator.identity(), false);
    }

    /** For several others. */
    private static Given wide(String name) {
        return new Given(name, List.of(OTHER, THIRD), UnaryOperator.identity(), false);
    }
}
