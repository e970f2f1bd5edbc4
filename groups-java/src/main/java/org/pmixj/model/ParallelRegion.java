// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** A parallel region that was entered, see {@link Models#parallel(long)}. */
public interface ParallelRegion extends AutoCloseable {
    /**
     * How many threads work in it.
     *
     * @return as it was told
     */
    long threads();

    /**
     * Tells that the region has completed ({@code PMIX_OPENMP_PARALLEL_EXITED}); the second time does nothing, and nor
     * does it once the handle is closed, as with a {@link Phase}. It waits as {@link org.pmixj.event.Notification#send} does, no longer than the
     * default timeout of the handle.
     *
     * @throws IllegalStateException if this is libpmix's progress thread
     * @throws org.pmixj.PmixException if the server does not take the event
     */
    @Override
    void close();
}
