// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.internal.notice.Placement;

/**
 * Places in a chain. A member is written {@code s1}, {@code m1} or {@code d1}, of the category single, multi or default,
 * and may have a place: {@code s1:first}, {@code m2:after=s1}; {@code -s1} takes one away again.
 */
class ChainTest {
    private record Named(@Nullable String memberName, Placement placement, HandlerChain.Category category)
            implements HandlerChain.Member {
        static Named of(String word) {
            String[] parts = word.split("[:=]", 3);
            Placement.Kind kind = parts.length == 1
                    ? Placement.NONE.kind()
                    : switch (parts[1]) {
                        case "first" -> Placement.Kind.FIRST;
                        case "last" -> Placement.Kind.LAST;
                        case "head" -> Placement.Kind.FIRST_IN_CATEGORY;
                        case "tail" -> Placement.Kind.LAST_IN_CATEGORY;
                        case "before" -> Placement.Kind.BEFORE;
                        case "after" -> Placement.Kind.AFTER;
                        case "prepend" -> Placement.Kind.PREPEND;
                        case "append" -> Placement.Kind.APPEND;
                        default -> throw new IllegalArgumentException(word);
                    };
            HandlerChain.Category category = switch (word.charAt(0)) {
                case 's' -> HandlerChain.Category.SINGLE;
                case 'm' -> HandlerChain.Category.MULTI;
                case 'd' -> HandlerChain.Category.DEFAULT;
                default -> throw new IllegalArgumentException(word);
            };
            return new Named(parts[0], new Placement(kind, parts.length == 3 ? parts[2] : null), category);
        }

        @Override
        public String toString() {
            return String.valueOf(memberName);
        }
    }

    private static final class Built {
        private HandlerChain chain = HandlerChain.EMPTY;
        private final Map<String, Named> members = new HashMap<>();

        Built(String words) {
            for (String word : words.split(" ")) {
                step(word);
            }
        }

        void step(String word) {
            if (word.startsWith("-")) {
                chain = chain.without(members.get(word.substring(1)));
            } else {
                Named member = Named.of(word);
                chain = chain.with(member);
                members.put(String.valueOf(member.memberName()), member);
            }
        }

        String order() {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < chain.size(); i++) {
                names.add(String.valueOf(chain.get(i).memberName()));
            }
            return String.join(" ", names);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // Categories, and the order of registration within each.
        "d1 m1 s1, s1 m1 d1",
        "d1 s1 m1 d2 m2 s2, s1 s2 m1 m2 d1 d2",
        "s1 s2 s3 s4, s1 s2 s3 s4",
        // Prepend and append.
        "s1 s2:prepend s3:prepend, s3 s2 s1",
        "s1 s2:append s3 s4:append, s1 s2 s3 s4",
        "m1 s1 s2:prepend d1 m2:prepend d2:prepend, s2 s1 m2 m1 d2 d1",
        "s1:prepend, s1",
        // First and last of all, of whatever category.
        "s1 d1:first m1, d1 s1 m1",
        "s1:last d1 m1, m1 d1 s1",
        "d1:first s1:last m1, d1 m1 s1",
        "s1:first s2:prepend, s1 s2",
        "d1:last d2:append d3, d2 d3 d1",
        "s1:first s2:head, s1 s2",
        "d1:last d2:tail, d2 d1",
        // First and last of a category.
        "s1 m1 m2:head m3 m4:prepend, s1 m2 m4 m1 m3",
        "s1:head s2:prepend s3, s1 s2 s3",
        "s1:tail s2 s3:append m1, s2 s3 s1 m1",
        "s1:tail m1:tail d1:tail s2 m2 d2, s2 s1 m2 m1 d2 d1",
        "s1 m1 d1 s2:head m2:head d2:head, s2 s1 m2 m1 d2 d1",
        "s1:head s2:tail s3, s1 s3 s2",
        // Before and after another, of the same category and of others.
        "s1 s2 s3:before=s2, s1 s3 s2",
        "s1 s2 s3:after=s1, s1 s3 s2",
        "s1 s2 s3:before=s1, s3 s1 s2",
        "s1 s2 s3:after=s2 s4, s1 s2 s3 s4",
        "s1 s2:after=s1 s3:after=s1, s1 s3 s2",
        "s1 s2:before=s1 s3:before=s1, s2 s3 s1",
        "s1 m1 d1 d2:before=s1, d2 s1 m1 d1",
        "s1 m1 d1 s2:after=d1, s1 m1 d1 s2",
        "s1 m1 m2:before=s1 s2:prepend s3, s2 m2 s1 s3 m1",
        "d1 s1:before=d1 d2:prepend d3, d2 s1 d1 d3",
        // What is beside the first or last of all stays beside it.
        "s1:first s2 s3:after=s1 s4:prepend m1, s1 s3 s4 s2 m1",
        "s1:last s2 m1:before=s1 d1, s2 d1 m1 s1",
        "s1:head s2:after=s1 s3:prepend, s1 s2 s3",
        "s1:tail s2:before=s1 s3, s3 s2 s1",
        "m1:head s1:before=m1 s2, s2 s1 m1",
        "s1:first d1:after=s1 d2:after=d1 s2:prepend, s1 d1 d2 s2",
        // One to be beside a handler that is not in this chain has its own place.
        "s1 s2:before=x m1, s1 s2 m1",
        "m1 m2:after=x s1 m3, s1 m1 m2 m3",
        "s1:tail s2:after=x, s2 s1",
        // Members that are taken away.
        "s1 s2 s3 m1 -s2, s1 s3 m1",
        "s1:first s2:after=s1 s3 -s1 s4:first, s4 s2 s3",
        "s1:head s2 -s1 s3:head, s3 s2",
        "s1:last s2 m1:before=s1 -s1 d1:last d2, s2 d2 m1 d1",
        "s1 s2:after=s1 s3 -s1 s4:prepend, s4 s2 s3",
        "s1 s2 -s1 -s2, ''",
        "s1 s2 m1 -s1 s1, s2 s1 m1",
        "s1 m1:before=s1 -s1 s2 s3:prepend, s3 m1 s2",
    })
    void order(String registrations, String expected) {
        assertThat(new Built(registrations).order()).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "s1:first s2:first, FIRST already",
                "s1:first d1:first, FIRST already",
                "d1:last s1:last, LAST already",
                "s1:head s2:head, FIRST_IN_CATEGORY already",
                "m1:tail m2:tail, LAST_IN_CATEGORY already",
                // Beside the first or the last itself.
                "s1:first s2:before=s1, 's2' cannot come before 's1': one of them is FIRST",
                "s1:last s2:after=s1, 's1' cannot come before 's2': one of them is LAST",
                "s1:last d2:after=s1, 's1' cannot come before 'd2': one of them is LAST",
                "s1:head s2:before=s1, 's2' cannot come before 's1': one of them is FIRST_IN_CATEGORY",
                "s1:tail s2:after=s1, 's1' cannot come before 's2': one of them is LAST_IN_CATEGORY",
                // Beside one that is beside it.
                "s1:head m1:before=s1 s2:before=m1, 's2' cannot come before 's1': one of them is FIRST_IN_CATEGORY",
                "s1:tail m1:after=s1 s2:after=m1, 's1' cannot come before 's2': one of them is LAST_IN_CATEGORY",
                "m1 s1:tail s2:after=m1, 's1' cannot come before 's2': one of them is LAST_IN_CATEGORY",
                "s1:head m1:first s2:after=m1, 's2' cannot come before 's1': one of them is FIRST_IN_CATEGORY",
                // The neighbour was there before.
                "m1:first s1:after=m1 s2:head, 's1' cannot come before 's2': one of them is FIRST_IN_CATEGORY",
                "m1 s1:after=m1 s2:tail, 's2' cannot come before 's1': one of them is LAST_IN_CATEGORY",
            })
    void refusal(String registrations, String message) {
        int last = registrations.lastIndexOf(' ');
        Built built = new Built(registrations.substring(0, last));
        String before = built.order();
        assertThatIllegalStateException()
                .isThrownBy(() -> built.step(registrations.substring(last + 1)))
                .withMessageContaining(message);
        assertThat(built.order()).isEqualTo(before);
    }

    @Test
    void othersOfACategoryDoNotCount() {
        assertThat(new Built("s1:head m1:head d1:head s2:tail m2:tail d2:tail").order())
                .isEqualTo("s1 s2 m1 m2 d1 d2");
        assertThat(new Built("s1:head m1:before=s1").order()).isEqualTo("m1 s1");
        assertThat(new Built("m1:tail d1 s1:after=m1").order()).isEqualTo("m1 s1 d1");
    }

    @Test
    void aPlaceIsFreeAgain() {
        for (String place : List.of("first", "last", "head", "tail")) {
            assertThat(new Built("s1:" + place + " -s1 s2:" + place).order()).isEqualTo("s2");
        }
    }

    @Test
    void chainsAreImmutable() {
        HandlerChain one = HandlerChain.EMPTY.with(Named.of("s1"));
        Named second = Named.of("s2");
        HandlerChain two = one.with(second);
        assertThat(one.size()).isEqualTo(1);
        assertThat(two.without(second).size()).isEqualTo(1);
        assertThat(two.size()).isEqualTo(2);
        assertThat(one.without(second)).isSameAs(one);
        assertThat(HandlerChain.EMPTY.size()).isZero();
    }

    @Test
    void membersWithoutANameAreTheirOwn() {
        Placement first = new Placement(Placement.Kind.FIRST, null);
        Named one = new Named(null, Placement.NONE, HandlerChain.Category.SINGLE);
        Named same = new Named(null, Placement.NONE, HandlerChain.Category.SINGLE);
        HandlerChain chain = HandlerChain.EMPTY.with(one).with(same);
        assertThat(chain.indexOf(null)).isEqualTo(-1);
        HandlerChain rest = chain.without(one);
        assertThat(rest.size()).isEqualTo(1);
        assertThat(rest.get(0)).isSameAs(same);
        HandlerChain led = rest.with(new Named(null, first, HandlerChain.Category.MULTI));
        assertThatIllegalStateException()
                .isThrownBy(() -> led.with(new Named(null, first, HandlerChain.Category.MULTI)))
                .withMessageContaining("FIRST already, one without a name");
    }

    /** Whatever is registered and taken away: what was promised holds, and those that stay keep their order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void promisesHoldUnderAnything(long seed) {
        Random random = new Random(seed);
        HandlerChain chain = HandlerChain.EMPTY;
        List<Named> members = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < 2000; i++) {
            List<HandlerChain.Member> before = list(chain);
            Named changed;
            if (random.nextInt(3) == 0 && !members.isEmpty()) {
                changed = members.remove(random.nextInt(members.size()));
                chain = chain.without(changed);
            } else {
                Placement.Kind kind = Placement.Kind.values()[random.nextInt(Placement.Kind.values().length)];
                boolean beside = kind == Placement.Kind.BEFORE || kind == Placement.Kind.AFTER;
                String anchor = !beside
                        ? null
                        : members.isEmpty()
                                ? "nobody"
                                : members.get(random.nextInt(members.size())).memberName();
                changed = new Named(
                        "h" + i, new Placement(kind, anchor), HandlerChain.Category.values()[random.nextInt(3)]);
                try {
                    chain = chain.with(changed);
                    members.add(changed);
                } catch (IllegalStateException e) {
                    refused++;
                }
                int own = list(chain).indexOf(changed);
                if (own >= 0 && anchor != null && !anchor.equals("nobody")) {
                    int other = own + (kind == Placement.Kind.BEFORE ? 1 : -1);
                    assertThat(list(chain).get(other).memberName()).isEqualTo(anchor);
                }
            }
            List<HandlerChain.Member> after = list(chain);
            before.remove(changed);
            after.remove(changed);
            assertThat(after).isEqualTo(before);
            checkPromises(list(chain));
            if (members.size() > 30) {
                for (Named member : members) {
                    chain = chain.without(member);
                }
                members.clear();
                assertThat(chain.size()).isZero();
            }
        }
        assertThat(refused).isPositive();
    }

    private static List<HandlerChain.Member> list(HandlerChain chain) {
        List<HandlerChain.Member> members = new ArrayList<>();
        for (int i = 0; i < chain.size(); i++) {
            members.add(chain.get(i));
        }
        return members;
    }

    private static void checkPromises(List<HandlerChain.Member> chain) {
        for (int i = 0; i < chain.size(); i++) {
            HandlerChain.Member member = chain.get(i);
            for (int j = 0; j < i; j++) {
                HandlerChain.Member earlier = chain.get(j);
                boolean same = earlier.category() == member.category();
                assertThat(member.placement().is(Placement.Kind.FIRST)).isFalse();
                assertThat(earlier.placement().is(Placement.Kind.LAST)).isFalse();
                if (same && !earlier.placement().is(Placement.Kind.FIRST)) {
                    assertThat(member.placement().is(Placement.Kind.FIRST_IN_CATEGORY))
                            .isFalse();
                }
                if (same && !member.placement().is(Placement.Kind.LAST)) {
                    assertThat(earlier.placement().is(Placement.Kind.LAST_IN_CATEGORY))
                            .isFalse();
                }
                if (isPlain(earlier) && isPlain(member)) {
                    assertThat(earlier.category()).isLessThanOrEqualTo(member.category());
                }
            }
        }
    }

    /** In the order of the categories, whatever else there is. */
    private static boolean isPlain(HandlerChain.Member member) {
        return Arrays.asList(
                        Placement.Kind.PREPEND,
                        Placement.Kind.APPEND,
                        Placement.Kind.FIRST_IN_CATEGORY,
                        Placement.Kind.LAST_IN_CATEGORY)
                .contains(member.placement().kind());
    }
}
