// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.Objects;
import java.util.function.Consumer;

/** Handles an event ({@code pmix_notification_fn_t}). {@link Events} describes order, threads and timeouts. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles one event.
     *
     * @param event the event, with the results of the preceding handlers
     * @return the outcome; null or an exception is logged and counts as {@linkplain EventOutcome#noAction() no action}
     * @throws Exception is logged
     */
    EventOutcome handle(Event event) throws Exception;

    /**
     * {@return a handler that calls a listener and answers {@linkplain EventOutcome#noAction() no action}}
     *
     * @param listener receives each event
     */
    static EventHandler listening(Consumer<? super Event> listener) {
        Objects.requireNonNull(listener, "listener");
        return event -> {
            listener.accept(event);
            return EventOutcome.noAction();
        };
    }
}
