// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.notice.NativeHandler;

/**
 * A handler of libpmix for one handler in Java that has a place among those of C libraries, and for the handlers in
 * Java that are to be beside that one. Its place, its codes and its name stay until libpmix is finalized, because
 * libpmix would use a handler after freeing it, if it were deregistered during its call. A later handler in Java can
 * take the place.
 *
 * <p>Guarded by the {@link HandlerChains}.
 */
final class NativeSlot {
    final NativeHandler known;
    /** Completed when this session can use the slot, or ends. */
    final CompletableFuture<@Nullable Void> usable = new CompletableFuture<>();

    HandlerChain chain = HandlerChain.EMPTY;
    private final Map<Integer, ArrayDeque<EventInChain>> lanes = new HashMap<>();
    /** Whether a thread registers it, or has done so. */
    final AtomicBoolean begun = new AtomicBoolean();

    @Nullable
    RegisteredHandler owner;

    NativeSlot(NativeHandler known) {
        this.known = known;
    }

    // --- handlers ------------------------------------------------------------------------------------------------

    /** Returns whether a handler can take the place. C libraries know one beside another by its name. */
    boolean suits(RegisteredHandler handler) {
        if (owner != null || !known.placement().equals(handler.placement())) {
            return false;
        }
        Set<Integer> wanted = Set.copyOf(handler.settings.codes());
        return known.placement().anchor() == null
                ? known.codes().containsAll(wanted)
                : Set.copyOf(known.codes()).equals(wanted) && known.name().equals(nameFor(handler, known.mark()));
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
