// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.internal.call.SessionPart;

/** Receives the events of a session after the {@link EventTap}s, for the application. On the progress thread. */
public interface EventReceiver extends SessionPart {
    /**
     * Receives an event; returns false if nobody wants it, and the caller gives it back to libpmix.
     *
     * @param mark the mark of a native handler that this has registered itself; 0 for the one that all share
     * @param visit the visit of the native handler; null for a replayed event, which libpmix does not wait for
     * @param given the results of the handlers before
     */
    boolean arrived(ReceivedEvent event, long mark, @Nullable Visit visit, List<Info> given);

    /** Returns the name of a native handler that this has registered itself; null if there is none with a mark. */
    @Nullable
    String nameOf(long mark);

    /** Returns whether an event was received before. */
    boolean isKnown(ReceivedEvent event);

    /** Returns whether a native handler for a code is being registered, to which libpmix replays kept events. */
    boolean isRegistering(int code);
}
