// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Represents a phase of the application that was entered, see {@link Models#phase(String, String)}. */
public interface Phase extends AutoCloseable {
    /**
     * Returns the application's name of it.
     *
     * @return such as {@code cfd reduction}
     */
    String name();

    /**
     * Returns what is done in it.
     *
     * @return such as {@code matrix multiply}
     */
    String type();

    /**
     * Notifies that the phase is left; the second time does nothing, nor once the handle is closed: of a phase that
     * is open then the end of the session is reported, and nothing else. It waits as
     * {@link org.pmixj.event.Notification#send} does, no longer than the default timeout of the handle.
     *
     * @throws org.pmixj.PmixException if the server does not take the event
     */
    @Override
    void close();
}
