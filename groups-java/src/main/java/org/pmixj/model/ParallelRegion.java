// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Represents a parallel region that was entered, see {@link Models#parallel}. Thread-safe. */
public interface ParallelRegion extends AutoCloseable {
    /** {@return the number of threads that was reported} */
    long threads();

    /**
     * Reports that the region has completed ({@code PMIX_OPENMP_PARALLEL_EXITED}). A second call does nothing, and
     * neither does a call after the handle was closed. Waits until the server has the event, at most for the default
     * timeout of the handle.
     *
     * @throws org.pmixj.PmixException if the server does not take the event
     */
    @Override
    void close();
}
