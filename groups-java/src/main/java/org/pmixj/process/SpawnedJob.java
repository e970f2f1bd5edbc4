// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;

/** Represents a job that this process has started. */
public interface SpawnedJob {
    /** {@return the namespace that its processes share, 1 to 255 bytes in UTF-8} */
    String nspace();

    /** {@return the number of processes that were requested, 1 or more} */
    int size();

    /**
     * {@return the identifier of a process of the job}
     *
     * @param rank 0 to {@link #size()} - 1
     * @throws IndexOutOfBoundsException if there is no process of this rank
     */
    ProcId member(int rank);

    /** {@return its processes by rank, an immutable list} */
    List<ProcId> members();

    /** {@return its processes as one identifier: the namespace with the rank {@link ProcId#WILDCARD}} */
    ProcId all();

    /**
     * Returns the future of the end of the job ({@code PMIX_EVENT_JOB_END}). Every call returns the same, which only
     * this library completes: {@code cancel} and {@code complete} do nothing, and {@code orTimeout} returns a {@link
     * CompletableFuture#copy() copy}. It has no timeout: PRRTE 5.0.0rc1 may miss the end of a program that ends within
     * milliseconds of its start, and then takes the job for one that runs.
     *
     * @return completed when all processes have ended, on the executor of the handle that started the job; with a
     *     {@link org.pmixj.PmixException.Closed} if the session is closed before, or {@link
     *     org.pmixj.PmixException.NotFound} if the job has ended and the host has not reported how
     */
    CompletableFuture<Termination> terminated();
}
