// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

/** Holds the state of one handler's turn with one event. Guarded by the {@link HandlerChains}. */
final class HandlerTurn {
    final EventInChain arrival;
    final RegisteredHandler handler;

    /** Whether the handlers before this one have given their outcomes. */
    boolean ready;
    /** Whether the handler is or was called. */
    boolean called;
    /** Whether the turn has ended, or will not come. */
    boolean done;

    HandlerTurn(EventInChain arrival, RegisteredHandler handler) {
        this.arrival = arrival;
        this.handler = handler;
    }
}
