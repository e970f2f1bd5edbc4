// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.Optional;

/**
 * Represents a handler or listener that is registered. All methods may be called by any thread, also from within a
 * handler.
 */
public interface Registration extends AutoCloseable {
    /**
     * Returns the handler's name.
     *
     * @return empty if it has none
     */
    Optional<String> name();

    /**
     * Returns whether events are still given to the handler.
     *
     * @return false after {@link #close}, the event of a one-shot handler, or the end of the handle
     */
    boolean isActive();

    /**
     * Ends the registration; the second time does nothing. Once this has returned no call of the handler starts any
     * more. One under way goes on, and its outcome counts. Waits for nothing.
     */
    @Override
    void close();
}
