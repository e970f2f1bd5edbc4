// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps the registered handlers and their chains. Guarded by the {@link HandlerChains}. */
final class HandlerOrder {
    private final Map<Integer, HandlerChain> chains = new HashMap<>();
    /** The chain of every code that has no chain of its own. */
    private HandlerChain defaults = HandlerChain.EMPTY;

    final Set<RegisteredHandler> handlers = new LinkedHashSet<>();
    /** Also read without the monitor of the chains. */
    final List<NativeSlot> slots = new CopyOnWriteArrayList<>();

    /** The events of the codes that have slots: libpmix passes them on in the order in which it gets them back. */
    private final Map<Integer, ArrayDeque<EventInChain>> lanes = new HashMap<>();

    /**
     * Returns the handlers of a code, in the order of their turns: its own chain, or that of the handlers for any code.
     */
    HandlerChain of(int code) {
        return chains.getOrDefault(code, defaults);
    }

    /** Returns the events of a code that wait to be given back in their order; null if their order is free. */
    @Nullable
    ArrayDeque<EventInChain> lane(int code) {
        return lanes.get(code);
    }

    /** Adds a slot, which has no handler yet. */
    void add(NativeSlot slot) {
        slots.add(slot);
        for (Integer code : slot.known.codes()) {
            lanes.computeIfAbsent(code, _ -> new ArrayDeque<>());
        }
    }

    /** Removes a slot without handlers, and the lanes that it alone needed. */
    void remove(NativeSlot slot) {
        slots.remove(slot);
        lanes.entrySet()
                .removeIf(lane -> lane.getValue().isEmpty()
                        && slots.stream().noneMatch(other -> other.known.codes().contains(lane.getKey())));
    }

    /**
     * Adds a handler to the chain of its slot. If it has no slot and is placed before or after another handler, it
     * joins the slot of that handler. For codes that the slot lacks, it joins the chains that libpmix knows as one
     * handler.
     *
     * @param own its slot; null if it has none
     */
    void add(RegisteredHandler handler, @Nullable NativeSlot own) {
        handler.checkBeside(handlers, own != null);
        NativeSlot slot = own == null ? slotOf(handler.placement().anchor()) : own;
        HandlerChain changedSlot = slot == null ? HandlerChain.EMPTY : slot.chain.with(handler);
        Set<Integer> codes = new LinkedHashSet<>(handler.settings.codes());
        HandlerChain changedDefaults = defaults;
        if (codes.isEmpty()) {
            changedDefaults = defaults.with(handler);
            codes.addAll(chains.keySet());
            codes.addAll(slot == null ? Set.of() : slot.known.codes());
        }
        Map<Integer, HandlerChain> changed = new HashMap<>();
        for (Integer code : codes) {
            boolean isInSlot = slot != null && slot.known.codes().contains(code);
            changed.put(code, isInSlot ? of(code) : of(code).with(handler));
        }
        // Nothing is changed before all is known to fit.
        defaults = changedDefaults;
        chains.putAll(changed);
        handlers.add(handler);
        if (slot != null) {
            slot.chain = changedSlot;
        }
    }

    private @Nullable NativeSlot slotOf(@Nullable String name) {
        return slots.stream()
                .filter(slot -> slot.chain.indexOf(name) >= 0)
                .findFirst()
                .orElse(null);
    }

    void remove(RegisteredHandler handler) {
        handlers.remove(handler);
        defaults = defaults.without(handler);
        chains.replaceAll((_, chain) -> chain.without(handler));
        for (NativeSlot slot : slots) {
            slot.chain = slot.chain.without(handler);
            slot.release(handler);
        }
    }
}
