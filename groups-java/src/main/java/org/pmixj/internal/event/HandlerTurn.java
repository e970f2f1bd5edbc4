// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

/** The turn of a handler for an event. Guarded by the {@link HandlerChains}. */
final class HandlerTurn {
    final EventInChain arrival;
    final RegisteredHandler handler;

    /** The handlers before it have given their outcomes. */
    boolean ready;
    /** The handler is being called. */
    boolean called;
    /** It was used, or will not be. */
    boolean done;

    HandlerTurn(EventInChain arrival, RegisteredHandler handler) {
        this.arrival = arrival;
        this.handler = handler;
    }
}
