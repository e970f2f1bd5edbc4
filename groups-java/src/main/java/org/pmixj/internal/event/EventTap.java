// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import org.pmixj.internal.call.Session;

/** What a feature of this library does with events, before the user's handlers. On the progress thread; never waits. */
public interface EventTap {
    /**
     * An event has arrived at the native handler of its code.
     *
     * @return whether it concerns nobody else
     */
    default boolean arrived(Session session, ReceivedEvent event) {
        return false;
    }

    /**
     * An event has arrived, also one that the server had kept.
     *
     * @return whether it concerns nobody else
     */
    default boolean keeps(Session session, ReceivedEvent event) {
        return false;
    }
}
