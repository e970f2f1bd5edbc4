// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.notice.Placement;

/**
 * A handler of libpmix for one handler in Java that has a place among those of C libraries, and for the handlers in
 * Java that are to be beside that one. Its place, its codes and its name stay until libpmix is finalized, because
 * libpmix would use a handler after freeing it, if it were deregistered during its call. A later handler in Java can
 * take the place.
 *
 * <p>Guarded by the {@link HandlerChains}.
 */
final class NativeSlot {
    /** Arrives with each event for this slot. */
    final long mark;

    final String name;
    final Placement placement;
    final Set<Integer> codes;

    /** Completed when libpmix answers the registration, which may be in a later session. */
    CompletableFuture<@Nullable Void> accepted = new CompletableFuture<>();
    /** Completed when this session can use the slot, or ends. */
    final CompletableFuture<@Nullable Void> usable = new CompletableFuture<>();

    HandlerChain chain = HandlerChain.EMPTY;
    private final Map<Integer, ArrayDeque<EventInChain>> lanes = new HashMap<>();
    /** Whether a thread registers it, or has done so. */
    final AtomicBoolean begun = new AtomicBoolean();

    @Nullable
    RegisteredHandler owner;

    NativeSlot(long mark, String name, Placement placement, Collection<Integer> codes) {
        this.mark = mark;
        this.name = name;
        this.placement = placement;
        this.codes = Set.copyOf(codes);
    }

    /** Returns the same slot for a later session, in which it has no handlers yet. */
    NativeSlot again() {
        NativeSlot slot = new NativeSlot(mark, name, placement, codes);
        slot.accepted = accepted;
        slot.begun.set(true);
        return slot;
    }

    // --- handlers ------------------------------------------------------------------------------------------------

    /** Returns whether a handler can take the place. C libraries know one beside another by its name. */
    boolean suits(RegisteredHandler handler) {
        if (owner != null || !placement.equals(handler.placement())) {
            return false;
        }
        Set<Integer> wanted = Set.copyOf(handler.settings.codes());
        return placement.anchor() == null
                ? codes.containsAll(wanted)
                : codes.equals(wanted) && name.equals(nameFor(handler, mark));
    }

    void release(RegisteredHandler handler) {
        if (handler.equals(owner)) {
            owner = null;
        }
    }

    /** Returns the name of the slot of a handler. */
    static String nameFor(RegisteredHandler handler, long mark) {
        String name = handler.memberName();
        return name == null || name.equals(LibraryCopy.NAME) ? unnamed(mark) : name;
    }

    /** Returns the name of a slot whose handler has none. */
    static String unnamed(long mark) {
        return LibraryCopy.NAME + "." + mark;
    }

    ArrayDeque<EventInChain> lane(int code) {
        return lanes.computeIfAbsent(code, _ -> new ArrayDeque<>());
    }
}
