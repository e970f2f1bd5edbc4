// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

/** What one feature keeps for the time of a session. The session creates it on first use, and knows no feature. */
public interface SessionPart {
    /** Returns whether this thread holds a lock that libpmix's progress thread takes. */
    default boolean blocksProgress() {
        return false;
    }

    /** A handle is closed; other handles may keep the session open. */
    default void handleClosed(Handle handle) {}

    /** The session is about to end. Native calls still work. */
    default void leave() {}

    /** The session has ended. Native calls are refused. */
    default void sessionEnded() {}

    /**
     * Identifies a part, and creates it. Parts leave and end in the order of their indices; a closed handle is reported
     * in the reverse order, so that events are the first.
     *
     * @param <T> the part
     */
    abstract class Slot<T extends SessionPart> {
        final int index;

        /** Takes an index below 16 that no other slot has. */
        protected Slot(int index) {
            this.index = index;
        }

        /** Creates the part; calls no native function. */
        protected abstract T create(Session session);
    }
}
