// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Represents a phase of the application that was entered, see {@link Models#phase}. Thread-safe. */
public interface Phase extends AutoCloseable {
    /** {@return the application's name of the phase, such as {@code cfd reduction}} */
    String name();

    /** {@return the kind of work in the phase, such as {@code matrix multiply}} */
    String type();

    /**
     * Reports that the phase is left. A second call does nothing, and neither does a call after the handle was closed:
     * then only the end of the session is reported. Waits until the server has the event, at most for the default
     * timeout of the handle.
     *
     * @throws org.pmixj.PmixException if the server does not take the event
     */
    @Override
    void close();
}
