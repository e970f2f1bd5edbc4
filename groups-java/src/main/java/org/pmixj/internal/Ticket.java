// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

/** The turn of a handler for an event. Guarded by the {@link EventHub}. */
final class Ticket {
    final Arrival arrival;
    final Handler handler;

    /** The handlers before it have given their outcomes. */
    boolean ready;
    /** The handler is being called. */
    boolean called;
    /** It was used, or will not be. */
    boolean done;

    Ticket(Arrival arrival, Handler handler) {
        this.arrival = arrival;
        this.handler = handler;
    }
}
