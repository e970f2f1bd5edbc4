// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.Objects;
import java.util.function.Consumer;

/** Handles an event ({@code pmix_notification_fn_t}). See {@link Events} for order, threads and bounds. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles one event.
     *
     * @param event the event, with the results of the handlers before this one
     * @return the outcome; an exception, or null, counts as {@linkplain EventOutcome#noAction() no action} and is
     *     logged
     * @throws Exception is logged
     */
    EventOutcome handle(Event event) throws Exception;

    /**
     * Returns a handler that passes the event on and takes no action.
     *
     * @param listener receives each event
     * @return the handler
     */
    static EventHandler listening(Consumer<? super Event> listener) {
        Objects.requireNonNull(listener, "listener");
        return event -> {
            listener.accept(event);
            return EventOutcome.noAction();
        };
    }
}
