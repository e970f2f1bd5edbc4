// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;

/** Represents a job that this process has started. */
public interface SpawnedJob {
    /**
     * Returns the namespace that its processes share.
     *
     * @return 1 to 255 bytes in UTF-8
     */
    String nspace();

    /**
     * Returns the number of processes that were asked for.
     *
     * @return 1 or more
     */
    int size();

    /**
     * Returns a process of the job.
     *
     * @param rank 0 to {@link #size()} - 1
     * @return its identifier
     * @throws IndexOutOfBoundsException if there is none with this rank
     */
    ProcId member(int rank);

    /**
     * Returns its processes.
     *
     * @return an immutable list, by rank
     */
    List<ProcId> members();

    /**
     * Returns its processes as one identifier.
     *
     * @return the namespace with the rank {@link ProcId#WILDCARD}
     */
    ProcId all();

    /**
     * Returns a future of the end of the job ({@code PMIX_EVENT_JOB_END}). Every call gives a future of its own, so
     * that cancelling one does nothing to the others. There is no bound: the job lasts as long as it lasts.
     *
     * @return completed when all processes have ended, on the executor of the handle that started the job; with a
     *     {@link org.pmixj.PmixException.Closed} if the session is closed before
     */
    CompletableFuture<Termination> terminated();
}
