// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Represents a parallel region that was entered, see {@link Models#parallel(long)}. */
public interface ParallelRegion extends AutoCloseable {
    /**
     * Returns how many threads work in it.
     *
     * @return as it was declared
     */
    long threads();

    /**
     * Notifies that the region has completed ({@code PMIX_OPENMP_PARALLEL_EXITED}); the second time does nothing, nor
     * once the handle is closed, as with a {@link Phase}. It waits as {@link org.pmixj.event.Notification#send} does,
     * no longer than the default timeout of the handle.
     *
     * @throws org.pmixj.PmixException if the server does not take the event
     */
    @Override
    void close();
}
