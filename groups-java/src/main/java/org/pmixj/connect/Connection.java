// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Members;
import org.pmixj.job.Job;

/**
 * Represents connected processes (RFC 0003): they have a namespace and ranks of their own, by which they are addressed
 * wherever a process is: {@code new ProcId(connection.namespace(), rank)}, or {@link #all()}, in get, fence, publish,
 * notifications, groups and further connections. The namespace is no job: the host knows nothing of it.
 *
 * {@snippet file="ConnectSnippets.java" region="connection"}
 *
 * <p><b>Ranks</b> are those of the processes in ascending order of namespace and rank. They do not change when a
 * process ends.
 *
 * <p><b>Ends.</b> A process that ends while it is connected is reported: {@link ConnectionEvent.Terminated}. Then the
 * {@linkplain #fence fences} of the connection, those under way and all that come, fail with {@link
 * PmixException.MemberLost}, within seconds where the host reports ends of processes; what is left to do is to
 * disconnect, which fails likewise, when all that are left have come. With {@link
 * ConnectRequest.Builder#earlyTermination} fences and disconnect go on without those that have ended. Whether the host
 * ends the jobs that were connected is its own decision, see the package.
 *
 * <p>Thread-safe. Belongs to the handle it was created by, which must be open.
 */
public interface Connection extends AutoCloseable {
    /**
     * Returns the new namespace: unique among what exists, the same for all processes of the connection.
     *
     * @return 1 to 255 bytes in UTF-8
     */
    String namespace();

    /**
     * Returns what was given as {@code PMIX_CONNECT_ID}.
     *
     * @return empty if nothing was
     */
    Optional<String> id();

    /**
     * Returns this process's rank in the new namespace.
     *
     * @return 0 to {@link #size()} - 1
     */
    int rank();

    /**
     * Returns the number of processes that connected, also of those that have ended since.
     *
     * @return 1 or more
     */
    int size();

    /**
     * Returns a process of the connection by the new namespace.
     *
     * @param rank 0 to {@link #size()} - 1
     * @return {@code (namespace, rank)}
     * @throws IndexOutOfBoundsException if there is none with this rank
     */
    ProcId member(int rank);

    /**
     * Returns all processes of the connection by the new namespace.
     *
     * @return {@code (namespace, wildcard)}
     */
    ProcId all();

    /**
     * Returns who connected, as their own jobs know them, by new rank.
     *
     * @return immutable; does not change
     */
    Members members();

    /**
     * Returns those of the members that have not ended, as far as this process knows.
     *
     * @return immutable, as it is now
     */
    Members connected();

    /**
     * Returns whether this process is connected.
     *
     * @return false from the beginning of the disconnect, or the end of the session
     */
    boolean isConnected();

    /**
     * Returns the job-level information of the jobs involved, read when the connection was created, so that it can be
     * had after the disconnect, too.
     *
     * @return immutable, by namespace; this process's own job among them
     */
    Map<String, Job> jobs();

    // --- fence ---------------------------------------------------------------------------------------------------

    /**
     * Waits until all that are connected have called it, and exchanges what they have put and committed; the same as
     * {@code pmix.fence} of {@link #all()}.
     *
     * @param options how long
     * @throws IllegalStateException if this process is not connected any more
     * @throws PmixException.MemberLost if a process of the connection has ended, now or before, unless that is
     *     {@linkplain ConnectRequest.Builder#earlyTermination allowed}
     * @throws PmixException.Timeout if not all have called in time
     */
    void fence(CollectiveOptions options);

    /**
     * Runs {@link #fence(CollectiveOptions)} with the default timeout.
     *
     * @throws IllegalStateException if this process is not connected any more
     */
    default void fence() {
        fence(CollectiveOptions.defaults());
    }

    /**
     * Starts {@link #fence(CollectiveOptions)} without waiting.
     *
     * @param options how long
     * @return completed when all have called it, or exceptionally
     * @throws IllegalStateException if this process is not connected any more
     */
    CompletableFuture<Void> fenceAsync(CollectiveOptions options);

    /**
     * Starts {@link #fence()} without waiting.
     *
     * @return completed when all have called it, or exceptionally
     * @throws IllegalStateException if this process is not connected any more
     */
    default CompletableFuture<Void> fenceAsync() {
        return fenceAsync(CollectiveOptions.defaults());
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /**
     * Disconnects this process; see {@link Connections#disconnect(String, DisconnectRequest)}.
     *
     * @param request how, and how long
     * @throws IllegalStateException if this process is not connected any more
     * @throws PmixException see {@link Connections#disconnect(String, DisconnectRequest)}
     */
    void disconnect(DisconnectRequest request);

    /**
     * Disconnects this process within the default timeout.
     *
     * @throws IllegalStateException if this process is not connected any more
     * @throws PmixException see {@link Connections#disconnect(String, DisconnectRequest)}
     */
    default void disconnect() {
        disconnect(DisconnectRequest.defaults());
    }

    /**
     * Starts {@link #disconnect(DisconnectRequest)} without waiting.
     *
     * @param request how, and how long
     * @return completed when all have disconnected, or exceptionally
     * @throws IllegalStateException if this process is not connected any more
     */
    CompletableFuture<Void> disconnectAsync(DisconnectRequest request);

    /**
     * Starts {@link #disconnect()} without waiting.
     *
     * @return completed when all have disconnected, or exceptionally
     * @throws IllegalStateException if this process is not connected any more
     */
    default CompletableFuture<Void> disconnectAsync() {
        return disconnectAsync(DisconnectRequest.defaults());
    }

    /**
     * Leaves the connection alone, unless it has been disconnected, and waits for nobody, so it is safe while an
     * exception unwinds. To the others this process has {@linkplain ConnectionEvent.Terminated terminated} without
     * disconnecting.
     *
     */
    @Override
    void close();
}
