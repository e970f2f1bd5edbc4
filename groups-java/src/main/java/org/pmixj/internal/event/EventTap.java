// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import org.pmixj.internal.call.Session;

/** Receives events for a feature of this library, before the user's handlers. On the progress thread; never waits. */
public interface EventTap {
    /**
     * Receives an event that has arrived at the native handler of its code.
     *
     * @return whether no other receiver gets the event
     */
    default boolean arrived(Session session, ReceivedEvent event) {
        return false;
    }

    /** A message of this library in another version has arrived. Nothing else receives it. */
    default void foreign(Session session, ReceivedEvent event) {}

    /**
     * Receives an event, also one that the server had kept.
     *
     * @return whether no other receiver gets the event
     */
    default boolean keeps(Session session, ReceivedEvent event) {
        return false;
    }
}
