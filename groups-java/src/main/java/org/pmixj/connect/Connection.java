// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Job;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Members;

/**
 * Connected processes (RFC 0003): they have a namespace and ranks of their own, by which they are addressed wherever a
 * process is: {@code new ProcId(connection.namespace(), rank)}, or {@link #all()}, in get, fence, lookups of publishers,
 * notifications, groups and further connections.
 *
 * <pre>{@code
 * try (Connection coupling = pmix.connections().connect(request)) {
 *     pmix.put(Scope.GLOBAL, ADDRESS, address);
 *     pmix.commit();
 *     pmix.fence(FenceRequest.builder().members(coupling.all()).build());
 *     String next = pmix.get(coupling.member((coupling.rank() + 1) % coupling.size()), ADDRESS);
 * }
 * }</pre>
 *
 * <p><b>Ranks</b> are those of the processes in ascending order of namespace and rank. They do not change when a process
 * ends.
 *
 * <p><b>Ends.</b> A process that ends while it is connected is reported: {@link ConnectionEvent.Terminated}; and a
 * collective of the connection, the {@link #disconnect} too, fails with {@link PmixException.MemberLost}, within seconds
 * where the host tells ends of processes, and is over for all that are left. With {@link
 * ConnectRequest.Builder#earlyTermination} they go on instead. Whether the host then ends the jobs that were connected is
 * its own decision, see the package.
 *
 * <p>Thread-safe. Belongs to the handle it was made by, which must be open.
 */
public interface Connection extends AutoCloseable {
    /**
     * The new namespace: unique among what exists, the same for all processes of the connection.
     *
     * @return 1 to 255 bytes in UTF-8
     */
    String namespace();

    /**
     * What was given as {@code PMIX_CONNECT_ID}.
     *
     * @return empty if nothing was
     */
    Optional<String> id();

    /**
     * This process's rank in the new namespace.
     *
     * @return 0 to {@link #size()} - 1
     */
    int rank();

    /**
     * The number of processes that connected, also of those that have ended since.
     *
     * @return 1 or more
     */
    int size();

    /**
     * A process of the connection by the new namespace.
     *
     * @param rank 0 to {@link #size()} - 1
     * @return {@code (namespace, rank)}
     * @throws IndexOutOfBoundsException if there is none with this rank
     */
    ProcId member(int rank);

    /**
     * All processes of the connection by the new namespace.
     *
     * @return {@code (namespace, wildcard)}
     */
    ProcId all();

    /**
     * Who connected, as their own jobs know them, by new rank.
     *
     * @return immutable; does not change
     */
    Members members();

    /**
     * Those of the members that have not ended, as far as this process knows.
     *
     * @return immutable, as it is now
     */
    Members connected();

    /**
     * Whether this process is connected.
     *
     * @return false from the beginning of the disconnect, or the end of the session
     */
    boolean isConnected();

    /**
     * The job-level information of the jobs involved, read when the connection was made, so that it can be had after the
     * disconnect, too.
     *
     * @return immutable, by namespace; this process's own job among them
     */
    Map<String, Job> jobs();

    // --- the end -------------------------------------------------------------------------------------------------

    /**
     * Disconnects, within the default timeout; see {@link Connections#disconnect(String, DisconnectRequest)}.
     *
     * @throws IllegalStateException if this process is not connected any more
     * @throws PmixException see {@link Connections#disconnect(String, DisconnectRequest)}
     */
    void disconnect();

    /**
     * Disconnects; see {@link Connections#disconnect(String, DisconnectRequest)}.
     *
     * @param timeout bounds it, counted in whole seconds by libpmix
     * @throws IllegalArgumentException if the timeout is not positive
     * @throws IllegalStateException if this process is not connected any more
     * @throws PmixException see {@link Connections#disconnect(String, DisconnectRequest)}
     */
    void disconnect(Duration timeout);

    /**
     * As {@link #disconnect()}, without waiting.
     *
     * @return completed when all have disconnected, or exceptionally
     * @throws IllegalStateException if this process is not connected any more
     */
    CompletableFuture<Void> disconnectAsync();

    /**
     * As {@link #disconnect(Duration)}, without waiting.
     *
     * @param timeout bounds it, counted in whole seconds by libpmix
     * @return completed when all have disconnected, or exceptionally
     * @throws IllegalArgumentException if the timeout is not positive
     * @throws IllegalStateException if this process is not connected any more
     */
    CompletableFuture<Void> disconnectAsync(Duration timeout);

    /**
     * Disconnects, unless that was done; as {@link #disconnect()}, for all.
     *
     * @throws PmixException see {@link Connections#disconnect(String, DisconnectRequest)}
     */
    @Override
    void close();
}
