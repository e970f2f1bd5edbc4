// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.notice.Placement;

/**
 * Orders the handlers of one code: first, for this code alone, for several codes, for any code, last. Immutable. Each
 * handler has a level, and levels never decrease along the chain. A handler that is placed beside another has its
 * level, so that no later handler comes between them.
 */
record HandlerChain(List<Place> places) {
    /** A handler that a chain puts in order. */
    interface Member {
        @Nullable
        String memberName();

        Placement placement();

        Category category();
    }

    /** The categories, in the order of the Standard. */
    enum Category {
        SINGLE(2),
        MULTI(5),
        DEFAULT(8);

        // The levels below and above are those of its first and its last handler.
        private final int level;

        Category(int level) {
            this.level = level;
        }
    }

    private static final int FIRST = 0;
    private static final int LAST = 10;
    static final HandlerChain EMPTY = new HandlerChain(List.of());

    private record Place(Member member, int level) {}

    int size() {
        return places.size();
    }

    Member get(int index) {
        return places.get(index).member;
    }

    /** Returns the index of the member of a name, or -1. */
    int indexOf(@Nullable String name) {
        for (int i = 0; name != null && i < places.size(); i++) {
            if (name.equals(get(i).memberName())) {
                return i;
            }
        }
        return -1;
    }

    /** Returns this chain with one more member; throws if its place is taken, or it would take that of another. */
    HandlerChain with(Member member) {
        Placement.Kind kind = member.placement().kind();
        int anchor = indexOf(member.placement().anchor());
        if (anchor >= 0) {
            return insert(member, kind == Placement.Kind.BEFORE ? anchor : anchor + 1, places.get(anchor).level);
        }
        // If the chain lacks the member that this one is to be beside, this one has its own place.
        int own = member.category().level;
        return switch (kind) {
            case FIRST -> insert(member, 0, FIRST);
            case LAST -> insert(member, places.size(), LAST);
            case FIRST_IN_CATEGORY -> insert(member, firstOf(own - 1), own - 1);
            case LAST_IN_CATEGORY -> insert(member, firstOf(own + 2), own + 1);
            case PREPEND -> insert(member, firstOf(own), own);
            case BEFORE, AFTER, APPEND -> insert(member, firstOf(own + 1), own);
        };
    }

    /** Returns the index of the first member that has at least a level. */
    private int firstOf(int level) {
        int index = 0;
        while (index < places.size() && places.get(index).level < level) {
            index++;
        }
        return index;
    }

    private HandlerChain insert(Member member, int index, int level) {
        for (int i = 0; i < places.size(); i++) {
            if (i < index) {
                check(member, get(i), member);
            } else {
                check(member, member, get(i));
            }
        }
        List<Place> more = new ArrayList<>(places);
        more.add(index, new Place(member, level));
        return new HandlerChain(more);
    }

    /** Refuses a new member if one that is first or last would no longer be so. */
    @SuppressWarnings("ReferenceEquality") // the member itself
    private static void check(Member added, Member earlier, Member later) {
        Placement.Kind broken = null;
        boolean same = earlier.category() == later.category();
        if (later.placement().is(Placement.Kind.FIRST)
                || (same
                        && later.placement().is(Placement.Kind.FIRST_IN_CATEGORY)
                        && !earlier.placement().is(Placement.Kind.FIRST))) {
            broken = later.placement().kind();
        } else if (earlier.placement().is(Placement.Kind.LAST)
                || (same
                        && earlier.placement().is(Placement.Kind.LAST_IN_CATEGORY)
                        && !later.placement().is(Placement.Kind.LAST))) {
            broken = earlier.placement().kind();
        }
        if (broken == null) {
            return;
        }
        if (earlier.placement().is(later.placement().kind())) {
            throw taken(broken, added == later ? earlier : later);
        }
        throw new IllegalStateException(
                title(earlier) + " cannot come before " + title(later) + ": one of them is " + broken);
    }

    static IllegalStateException taken(Placement.Kind place, Member by) {
        return new IllegalStateException("there is a handler that is " + place + " already, " + title(by));
    }

    private static String title(Member member) {
        return member.memberName() == null ? "one without a name" : "'" + member.memberName() + "'";
    }

    @SuppressWarnings("ReferenceEquality") // the member itself
    HandlerChain without(Member member) {
        List<Place> rest = new ArrayList<>(places);
        return rest.removeIf(place -> place.member == member) ? new HandlerChain(rest) : this;
    }
}
