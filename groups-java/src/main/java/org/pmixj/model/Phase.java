// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** A phase of the application that was entered, see {@link Models#phase(String, String)}. */
public interface Phase extends AutoCloseable {
    /**
     * The application's name of it.
     *
     * @return such as {@code cfd reduction}
     */
    String name();

    /**
     * What is done in it.
     *
     * @return such as {@code matrix multiply}
     */
    String type();

    /**
     * Tells that the phase is left; the second time does nothing, and nor does it once the handle is closed: of a phase that
     * is open then the end of the session is told, and nothing else. It waits as
     * {@link org.pmixj.event.Notification#send} does, no longer than the default timeout of the handle.
     *
     * @throws IllegalStateException if this is libpmix's progress thread
     * @throws org.pmixj.PmixException if the server does not take the event
     */
    @Override
    void close();
}
