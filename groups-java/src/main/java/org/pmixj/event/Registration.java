// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.Optional;

/** Represents a registered handler or listener. All methods may be called in a handler. */
public interface Registration extends AutoCloseable {
    /** {@return the handler's name, empty if it has none} */
    Optional<String> name();

    /** {@return whether it still receives events; false after {@link #close}, its one event, or its handle's end} */
    boolean isActive();

    /**
     * Ends the registration; a second call does nothing. No further event is taken for the handler. A call
     * under way, or just being started, goes on, and its outcome counts. It waits for nothing.
     */
    @Override
    void close();
}
