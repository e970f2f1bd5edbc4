// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.event.HandlerChain.Category;
import org.pmixj.internal.event.HandlerChain.Placement;
import org.pmixj.internal.event.HandlerChain.Placement.Kind;

/**
 * Decides which native handler calls which handlers of the application, so that those of C libraries can be before,
 * between and after them. Guarded by the {@link HandlerChains}.
 *
 * <p>Handlers without a name or place share one native handler for their codes. Each other has its own, if its place
 * can be stated to libpmix; otherwise its neighbour in the chain calls it, too. The order of the chain is kept in any
 * case.
 */
final class NativeSlots {
    /** The limit of native handlers for single handlers: they stay, and libpmix calls each for each event. */
    private static final int MOST = 64;

    /** The native handlers in the order of libpmix, without those whose place is beside one of a C library. */
    private final Map<Category, List<NativeRegistration>> lists = new EnumMap<>(Category.class);

    private final List<NativeRegistration> beside = new ArrayList<>();
    private @Nullable NativeRegistration first;
    private @Nullable NativeRegistration last;
    private int own;

    NativeSlots() {
        for (Category category : Category.values()) {
            lists.put(category, new ArrayList<>());
        }
    }

    private List<NativeRegistration> list(Category category) {
        return Objects.requireNonNull(lists.get(category));
    }

    /** Forgets a native handler that libpmix has refused. */
    void remove(NativeRegistration refused) {
        lists.values().forEach(list -> list.remove(refused));
        beside.remove(refused);
        first = refused.equals(first) ? null : first;
        last = refused.equals(last) ? null : last;
    }

    /** Returns whether libpmix knows a name as that of a handler of this library, which may be closed. */
    boolean isKnown(String name) {
        return lists.values().stream().flatMap(List::stream).anyMatch(one -> one.name.equals(name))
                || beside.stream().anyMatch(one -> one.name.equals(name))
                || (first != null && first.name.equals(name))
                || (last != null && last.name.equals(name));
    }

    /** Adds a native handler that no handler of the application needs, in front of its category. */
    void add(NativeRegistration made) {
        list(made.category).addFirst(made);
    }

    // --- the native handler of a handler -------------------------------------------------------------------------

    /**
     * Chooses the native handlers of a new handler, and returns those that are to be registered, in this order.
     *
     * @param chains the chains of its codes, with the handler in them
     * @param anchor the handler that it is placed beside, null for none or one of a C library
     */
    List<NativeRegistration> choose(
            RegisteredHandler handler,
            Collection<HandlerChain> chains,
            @Nullable RegisteredHandler anchor,
            Set<RegisteredHandler> others,
            NativeRegistrations all) {
        List<NativeRegistration> made = new ArrayList<>(2);
        NativeRegistration slot = null;
        NativeRegistration shared = shared(handler);
        Placement place = handler.placement();
        boolean hasOwn = handler.memberName() != null || !place.is(Kind.NONE);
        if (place.is(Kind.FIRST) || place.is(Kind.LAST)) {
            NativeRegistration end = place.is(Kind.FIRST) ? first : last;
            if (end == null) {
                end = all.create(handler, place);
                made.add(end);
                first = place.is(Kind.FIRST) ? end : first;
                last = place.is(Kind.LAST) ? end : last;
            }
            slot = end.covers(handler.settings.codes()) ? end : null;
        } else if (place.anchor() != null && (anchor == null || isBeside(anchor, handler))) {
            if (anchor != null && handler.memberName() == null) {
                slot = anchor.slot;
            } else {
                if (list(handler.category()).isEmpty()) {
                    // In an empty list libpmix accepts any name.
                    shared = plain(handler, all);
                    made.add(shared);
                }
                slot = reusable(handler, beside, others);
                if (slot == null && own++ >= MOST) {
                    throw new IllegalStateException(handler.title() + " cannot be placed beside '" + place.anchor()
                            + "': " + MOST + " handlers have had a place of their own, and libpmix keeps their places");
                } else if (slot == null) {
                    slot = all.create(handler, place);
                    beside.add(slot);
                    made.add(slot);
                }
            }
        } else if (!hasOwn) {
            slot = shared;
        } else if (anchor == null
                || (anchor.slot != null && anchor.category() == handler.category() && !isEnd(anchor.slot))) {
            slot = own(handler, chains, others, all, made);
        }
        if (slot == null && shared == null) {
            shared = plain(handler, all);
            made.add(shared);
        }
        handler.slot = slot == null && !hasOwn ? shared : slot;
        handler.base = shared == null ? slot : shared;
        return made;
    }

    private boolean isEnd(NativeRegistration slot) {
        return slot.equals(first) || slot.equals(last);
    }

    private boolean isBeside(RegisteredHandler anchor, RegisteredHandler handler) {
        return anchor.slot != null && beside.contains(anchor.slot) && anchor.category() == handler.category();
    }

    private @Nullable NativeRegistration shared(RegisteredHandler handler) {
        NativeRegistration found = null;
        for (NativeRegistration one : list(handler.category())) {
            if (one.covers(handler.settings.codes()) && (found == null || one.isUnnamed())) {
                found = one;
            }
        }
        return found;
    }

    private NativeRegistration plain(RegisteredHandler handler, NativeRegistrations all) {
        NativeRegistration made = all.create(handler.settings.codes(), null, Placement.NONE);
        list(handler.category()).addFirst(made);
        return made;
    }

    /** Returns a native handler that has the wanted place, and whose handler is closed. */
    private static @Nullable NativeRegistration reusable(
            RegisteredHandler handler, List<NativeRegistration> list, Set<RegisteredHandler> others) {
        for (NativeRegistration one : list) {
            if (one.isFor(handler) && others.stream().noneMatch(other -> other.uses(one))) {
                return one;
            }
        }
        return null;
    }

    /** Returns a native handler between those of the neighbours in all chains, or null if that is impossible. */
    private @Nullable NativeRegistration own(
            RegisteredHandler handler,
            Collection<HandlerChain> chains,
            Set<RegisteredHandler> others,
            NativeRegistrations all,
            List<NativeRegistration> made) {
        List<NativeRegistration> list = list(handler.category());
        int before = -1;
        int after = list.size();
        for (HandlerChain chain : chains) {
            @Nullable NativeRegistration[] slots = slots(chain);
            boolean later = false;
            for (int i = 0; i < slots.length; i++) {
                if (handler.equals(chain.get(i))) {
                    later = true;
                } else if (later) {
                    int index = index(list, slots[i]);
                    after = index < 0 ? after : Math.min(after, index);
                } else {
                    before = Math.max(before, index(list, slots[i]));
                }
            }
        }
        if (before >= after) {
            return null;
        }
        NativeRegistration closed = reusable(handler, list.subList(before + 1, after), others);
        Placement place = handler.placement();
        boolean hasOther = list.stream().anyMatch(one -> one.name.equals(handler.memberName()));
        if (closed != null || hasOther || own >= MOST) {
            return closed;
        }
        boolean head = before < 0;
        boolean end = after == list.size();
        Placement stated = place;
        int index;
        if (place.is(Kind.FIRST_IN_CATEGORY)
                || (place.is(Kind.PREPEND) && head && isOpen(list, Kind.FIRST_IN_CATEGORY))) {
            index = 0;
        } else if (place.is(Kind.LAST_IN_CATEGORY)
                || (place.is(Kind.APPEND) && end && isOpen(list, Kind.LAST_IN_CATEGORY))) {
            index = list.size();
        } else if (!end && (head || place.is(Kind.BEFORE) || place.is(Kind.APPEND))) {
            index = after;
            stated = new Placement(Kind.BEFORE, list.get(after).name);
        } else if (!head) {
            index = before + 1;
            stated = new Placement(Kind.AFTER, list.get(before).name);
        } else {
            index = 0;
            stated = Placement.NONE;
        }
        own++;
        NativeRegistration slot = all.create(handler, stated);
        list.add(index, slot);
        made.add(slot);
        return slot;
    }

    private static int index(List<NativeRegistration> list, @Nullable NativeRegistration one) {
        return one == null ? -1 : list.indexOf(one);
    }

    /** Returns whether no native handler has a place at an end of a list. */
    private static boolean isOpen(List<NativeRegistration> list, Kind end) {
        return list.stream().noneMatch(one -> one.place.is(end));
    }

    // --- the native handlers of a chain --------------------------------------------------------------------------

    /**
     * Returns the native handler that calls each handler of a chain. It is the handler's own, unless libpmix calls that
     * too early or too late; then it is the one of a neighbour.
     */
    @Nullable
    NativeRegistration[] slots(HandlerChain chain) {
        @Nullable NativeRegistration[] slots = new NativeRegistration[chain.size()];
        NativeRegistration current = null;
        int open = 0;
        for (int i = 0; i < slots.length; i++) {
            RegisteredHandler handler = (RegisteredHandler) chain.get(i);
            NativeRegistration wanted = wanted(handler, chain.isInCategory(i));
            if (wanted != null && beside.contains(wanted)) {
                slots[i] = wanted;
                continue;
            }
            if (wanted == null) {
                if (isForward(handler.placement()) && i + 1 < slots.length) {
                    continue;
                }
                wanted = chain.isInCategory(i) ? handler.base : current;
            }
            if (wanted != null
                    && !wanted.equals(current)
                    && (current == null || position(wanted) > position(current))) {
                current = wanted;
            }
            if (current != null) {
                for (int j = open; j <= i; j++) {
                    slots[j] = slots[j] == null ? current : slots[j];
                }
                open = i + 1;
            }
        }
        for (int i = open; i < slots.length; i++) {
            if (slots[i] == null) {
                slots[i] = current == null ? ((RegisteredHandler) chain.get(i)).base : current;
            }
        }
        return slots;
    }

    /** Returns whether a handler belongs to the one behind it. */
    private static boolean isForward(Placement place) {
        return place.is(Kind.BEFORE)
                || place.is(Kind.FIRST)
                || place.is(Kind.FIRST_IN_CATEGORY)
                || place.is(Kind.PREPEND);
    }

    private @Nullable NativeRegistration wanted(RegisteredHandler handler, boolean inCategory) {
        NativeRegistration slot = handler.slot;
        return slot == null || inCategory || isEnd(slot) || beside.contains(slot) ? slot : null;
    }

    private long position(NativeRegistration slot) {
        if (slot.equals(first)) {
            return -1;
        } else if (slot.equals(last)) {
            return Long.MAX_VALUE;
        }
        return ((long) slot.category.level << 32) + list(slot.category).indexOf(slot);
    }
}
