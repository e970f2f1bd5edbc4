// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.util.Arrays;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Session;

/** Receives events for a feature of this library, before the user's handlers. On the progress thread; never waits. */
public interface EventTap {
    /** Receives an event at once when the handler of its code does; returns whether to hide it from user handlers. */
    default boolean arrived(Session session, ReceivedEvent event) {
        return false;
    }

    /** Receives a message of this library in another version. The user's handlers do not receive it. */
    default void foreign(Session session, ReceivedEvent event) {}

    /**
     * Receives an event in the order in which handlers do: a replayed one after the registration, also one that only
     * the handler for any code has received. Returns whether to hide it from user handlers.
     */
    default boolean arrivedInOrder(Session session, ReceivedEvent event) {
        return false;
    }

    /** Learns that libpmix has refused or ended the registration of a native handler. On any thread. */
    default void registrationFailed(Session session) {}

    /** Returns whether this tap needs all events of a code, so that no handler may be before it. */
    default boolean needs(int code) {
        return false;
    }

    /** Returns the code for which to register before another code; the same code if there is none. */
    default int companion(int code) {
        return code;
    }

    /** Passes each event to several taps, in their order. A tap that fails withholds the event from no other. */
    final class All implements EventTap {
        private final EventTap[] taps;

        All(EventTap... taps) {
            this.taps = taps;
        }

        @Override
        public boolean arrived(Session session, ReceivedEvent event) {
            return pass(session, event, false);
        }

        @Override
        public void foreign(Session session, ReceivedEvent event) {
            for (EventTap tap : taps) {
                try {
                    tap.foreign(session, event);
                } catch (RuntimeException e) {
                    failed(event, e);
                }
            }
        }

        @Override
        public boolean arrivedInOrder(Session session, ReceivedEvent event) {
            return pass(session, event, true);
        }

        @Override
        public void registrationFailed(Session session) {
            for (EventTap tap : taps) {
                tap.registrationFailed(session);
            }
        }

        @Override
        public boolean needs(int code) {
            return Arrays.stream(taps).anyMatch(tap -> tap.needs(code));
        }

        @Override
        public int companion(int code) {
            int companion = code;
            for (EventTap tap : taps) {
                companion = tap.companion(companion);
            }
            return companion;
        }

        private boolean pass(Session session, ReceivedEvent event, boolean inOrder) {
            boolean taken = false;
            for (EventTap tap : taps) {
                try {
                    taken |= inOrder ? tap.arrivedInOrder(session, event) : tap.arrived(session, event);
                } catch (RuntimeException e) {
                    failed(event, e);
                }
            }
            return taken;
        }

        private static void failed(ReceivedEvent event, RuntimeException failure) {
            Log.warnApart("event " + event.code + " was not handled completely", failure);
        }
    }
}
