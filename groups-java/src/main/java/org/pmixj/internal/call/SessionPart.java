// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.function.Function;

/** Keeps the state of one feature. The session creates it on first use, and does not know which features there are. */
public interface SessionPart {
    /** Returns what the process has not closed, for a message; empty if nothing. */
    default String unclosed() {
        return "";
    }

    /** Returns whether this thread holds a lock that libpmix's progress thread needs. */
    default boolean blocksProgress() {
        return false;
    }

    /** Runs when a handle is closed; other handles may keep the session open. */
    default void handleClosed(Handle handle) {}

    /** Runs before the session ends. Native calls still work. */
    default void leave() {}

    /** Runs after the session has ended, or at once if the part is created later. Native calls are refused. */
    default void sessionEnded() {}

    /**
     * Identifies a part, and creates it. Parts leave and end in the order of their indices. They learn of a closed
     * handle in the reverse order. The indices whose order matters: 0 invitations, 1 groups, 2 connections, 3 models, 4
     * spawned jobs, 5 events. The order of the others does not matter. 6 and 17 are free; two slots with one index
     * would share a part.
     */
    abstract class Slot<T extends SessionPart> {
        final int index;

        /** Constructs a slot with an index below 19 that no other slot has. */
        protected Slot(int index) {
            this.index = index;
        }

        /** Creates the part; calls no native function. */
        protected abstract T create(Session session);

        /**
         * Returns a slot that creates its part by a function. A part that each program creates at its start has a class
         * instead, because loading a lambda takes longer.
         */
        public static <T extends SessionPart> Slot<T> of(int index, Function<Session, T> constructor) {
            return new Slot<>(index) {
                @Override
                protected T create(Session session) {
                    return constructor.apply(session);
                }
            };
        }
    }
}
