// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.group.Members;
import org.pmixj.job.Job;

/**
 * Represents processes that the host alone has connected: what {@code PMIx_Connect} of the PMIx Standard does, without
 * the namespace, ranks and events of RFC 0003. Its processes may be programs in C that call {@code PMIx_Connect} and
 * {@code PMIx_Disconnect}.
 *
 * {@snippet file="ConnectSnippets.java" region="host"}
 *
 * <p>The host treats the end of one process as the end of all while they are connected, see {@link org.pmixj.connect}.
 * A process cannot leave alone: it is connected until all have disconnected, or its session ends.
 *
 * <p>A host connection belongs to the handle that created it.
 */
public interface HostConnection {
    /** {@return the connected processes in the order of the request, wildcards resolved; immutable} */
    Members members();

    /**
     * {@return the job-level information of the connected jobs, this process's own included; immutable, by namespace}
     * It was read when the processes were connected, and remains available after the disconnect.
     */
    Map<String, Job> jobs();

    /**
     * {@return whether this can be disconnected; false once a disconnect starts or the handle was closed} The host may
     * still treat the processes as connected, until all have disconnected.
     */
    boolean isConnected();

    /**
     * Disconnects: waits until all of the processes have called it ({@code PMIx_Disconnect}). If it throws a
     * {@link PmixException}, this handle has ended all the same, and the host may still treat the processes as
     * connected.
     *
     * @throws IllegalStateException if this process is no longer connected, or a fence of exactly these processes is
     *     under way here; after that it can be called again
     * @throws PmixException.LostConnection if a process has ended
     * @throws PmixException.Timeout if not all have called it within the default timeout of the handle
     */
    void disconnect();

    /**
     * {@return a future of {@link #disconnect}, completed when all have disconnected} If the caller gives it up, the
     * host counts the call all the same.
     *
     * @throws IllegalStateException as {@link #disconnect}
     */
    CompletableFuture<Void> disconnectAsync();
}
