// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.job.Job;

/**
 * Represents connected processes (RFC 0003). They have a namespace and ranks of their own. {@code new
 * ProcId(connection.namespace(), rank)} and {@link #all()} address them in get, fence, publish, notifications, groups
 * and further connections. The namespace is not a job, and the host does not know it.
 *
 * {@snippet file="ConnectSnippets.java" region="connection"}
 *
 * <p><b>Ranks</b> follow the ascending order of the processes' own namespaces and ranks. They never change.
 *
 * <p><b>Ends.</b> When a process ends while it is connected, {@link ConnectionEvent.Terminated} reports it. Every
 * {@linkplain #fence fence} of the connection then fails with {@link PmixException.MemberLost}, whether it is under way
 * or starts later; this takes seconds where the host reports the ends of processes. The remaining processes can only
 * disconnect. Their disconnect fails in the same way, once all of them have called it. With {@link
 * ConnectRequest.Builder#earlyTermination} fences and disconnects go on without the processes that have ended. The host
 * decides whether it ends the connected jobs, see {@link org.pmixj.connect}.
 *
 * <p>A connection belongs to the handle that created it.
 */
public interface Connection extends AutoCloseable {
    /** {@return the new namespace, 1 to 255 bytes in UTF-8; unique, and the same in all connected processes} */
    String namespace();

    /** {@return the {@code PMIX_CONNECT_ID} of the request, empty if none was given} */
    Optional<String> id();

    /** {@return this process's rank in the new namespace, 0 to {@link #size()} - 1} */
    int rank();

    /** {@return the number of processes that connected, 1 or more; processes that have ended since are counted} */
    int size();

    /**
     * {@return the process {@code (namespace, rank)} of the connection}
     *
     * @param rank 0 to {@link #size()} - 1
     * @throws IndexOutOfBoundsException if no process has this rank
     */
    ProcId member(int rank);

    /** {@return all processes of the connection, {@code (namespace, wildcard)}} */
    ProcId all();

    /** {@return the processes that connected, as their own jobs name them, by new rank; immutable and never changed} */
    Members members();

    /** {@return an immutable snapshot of the members that have not ended, as far as this process knows} */
    Members connected();

    /** {@return whether this process is connected; false once a disconnect starts or the handle was closed} */
    boolean isConnected();

    /**
     * {@return the job-level information of the connected jobs, this process's own included; immutable, by namespace}
     * It was read when the connection was created, and remains available after the disconnect.
     */
    Map<String, Job> jobs();

    /**
     * Waits until all connected processes have called it, and exchanges what they have put and committed. It is the
     * same as {@code pmix.fence} of {@link #all()}, which has options. It has the default timeout of the handle.
     *
     * @throws IllegalStateException if this process is no longer connected
     * @throws PmixException.MemberLost if a process of the connection has ended, during the fence or before, unless
     *     that is {@linkplain ConnectRequest.Builder#earlyTermination allowed}
     * @throws PmixException.Timeout if not all have called it in time
     */
    void fence();

    /**
     * {@return a future of {@link #fence}, completed when all have called it}
     *
     * @throws IllegalStateException if this process is no longer connected
     */
    CompletableFuture<Void> fenceAsync();

    /**
     * Disconnects this process as {@link Connections#disconnect(String, DisconnectRequest)} does, without directives
     * and with the default timeout.
     *
     * @throws IllegalStateException if this process is no longer connected, or a fence of exactly these processes is
     *     under way here; after that it can be called again
     * @throws PmixException as {@link Connections#disconnect(String, DisconnectRequest)}
     */
    void disconnect();

    /**
     * {@return a future of {@link #disconnect}, completed when all have disconnected}
     *
     * @throws IllegalStateException as {@link #disconnect}
     */
    CompletableFuture<Void> disconnectAsync();

    /**
     * Leaves the connection, unless it was disconnected before. It waits for no other process, so it is safe while an
     * exception unwinds. The others receive {@link ConnectionEvent.Terminated}.
     */
    @Override
    void close();
}
