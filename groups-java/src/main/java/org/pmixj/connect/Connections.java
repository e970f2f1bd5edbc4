// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.event.Registration;
import org.pmixj.job.Job;

/**
 * Connects and disconnects processes of any jobs of this host (RFC 0003).
 *
 * {@snippet file="ConnectSnippets.java" region="connect"}
 *
 * <p>Asynchronous: one process asks the others and continues its work until they connect:
 *
 * {@snippet file="ConnectSnippets.java" region="async"}
 *
 * <p><b>Several at once.</b> A process may have any number of connections, and connect to several at once. Connects of
 * the same processes at the same time need different {@linkplain ConnectRequest.Builder#id ids}.
 *
 * <p><b>Several clusters.</b> Namespaces with the identifier of this cluster are accepted, see {@link #clusterId}. No
 * present host connects processes of different clusters.
 */
public interface Connections {
    /** Reports that a process has connected ({@code PMIX_PROC_HAS_CONNECTED}). */
    PmixStatus PROC_HAS_CONNECTED = new PmixStatus(-149);

    /**
     * Reports that a process has disconnected. No header of PMIx defines {@code PMIX_PROC_HAS_DISCONNECTED} of RFC
     * 0003, so it is one of the application's own codes, below {@code PMIX_EXTERNAL_ERR_BASE}.
     */
    PmixStatus PROC_HAS_DISCONNECTED = new PmixStatus(-7_067_911);

    /**
     * Connects processes: waits until all of them have called it with an equal request ({@code PMIx_Connect}). Then the
     * job-level information of all their jobs is available here.
     *
     * @param request the processes, the directives and the timeout
     * @return the connection, with the new namespace and this process's rank in it
     * @throws IllegalArgumentException if this process is not among them, one does not exist, or there is too much
     *     information
     * @throws IllegalStateException if a connect of the same processes with the same id is under way here, or a fence
     *     of exactly these processes, which the host would take for the connect
     * @throws PmixException.NotFound if the host knows no job of a namespace
     * @throws PmixException.NotSupported if a process is of another cluster, or this process has no launcher
     * @throws PmixException.MemberLost if a process ended without having connected, unless the request is {@link
     *     ConnectRequest.Builder#optional}
     * @throws PmixException.BadParameter if requests differ in {@link ConnectRequest.Builder#optional} or {@link
     *     ConnectRequest.Builder#earlyTermination}; the message names processes that made each of them
     * @throws PmixException.Timeout if not all have called it within the timeout
     */
    Connection connect(ConnectRequest request);

    /**
     * Starts {@link #connect} without waiting. Errors of the preceding host query also complete the future. If the
     * future was cancelled, this process leaves the connection once that is complete. Fences of exactly these processes
     * are refused until the connect has ended.
     *
     * @param request the processes, the directives and the timeout
     * @return completed with the connection
     * @throws IllegalStateException if a fence of exactly these processes is under way here; if a job is not known here
     *     yet, it completes the future
     */
    CompletableFuture<Connection> connectAsync(ConnectRequest request);

    /**
     * Connects processes by the host alone, as programs in C do: waits until all of them have called {@code
     * PMIx_Connect} with the same processes in the same order. Nothing of RFC 0003 that the host lacks is added. No
     * fence of exactly these processes, and no other connect or disconnect of them, may be under way in any of them:
     * the host would take it for the same operation. If an interrupt ends the wait, the others may be connected all the
     * same. This process must then not connect to the same processes again before they have ended: the host would count
     * its next call for another one of theirs.
     *
     * @param request the processes, the timeout and directives
     * @return the connection
     * @throws IllegalArgumentException if this process is not among them, one does not exist, or the request has an id,
     *     notifications, optional processes or early termination, which the host alone does not know
     * @throws IllegalStateException if a fence of exactly these processes is under way in this process
     * @throws PmixException.NotFound if the host knows no job of a namespace
     * @throws PmixException.NotSupported if a process is of another cluster, or this process has no launcher
     * @throws PmixException.LostConnection if a process ended without having connected
     * @throws PmixException.Timeout if not all have called it within the timeout
     */
    HostConnection connectAtHost(ConnectRequest request);

    /**
     * Starts {@link #connectAtHost} without waiting. A future that was cancelled does not disconnect the processes,
     * which may then be connected without this one, as after an interrupt of {@link #connectAtHost}: this process must
     * not connect to them again before they have ended.
     *
     * @param request the processes, the timeout and directives
     * @return completed with the connection
     */
    CompletableFuture<HostConnection> connectAtHostAsync(ConnectRequest request);

    /**
     * Exchanges the job-level information of all jobs of the processes, without connecting them ({@code
     * PMIX_CONNECT_XCHG_ONLY}). Waits until all have called it with an equal request.
     *
     * @param request the processes, the directives and the timeout; {@link ConnectRequest.Builder#earlyTermination} has
     *     no effect
     * @return the jobs by namespace, immutable
     * @throws IllegalArgumentException as {@link #connect}
     * @throws IllegalStateException as {@link #connect}
     * @throws PmixException as {@link #connect}
     */
    Map<String, Job> exchangeJobInfo(ConnectRequest request);

    /**
     * {@return a future of {@link #exchangeJobInfo}, completed with the jobs by namespace}
     *
     * @param request the processes, the directives and the timeout
     */
    CompletableFuture<Map<String, Job>> exchangeJobInfoAsync(ConnectRequest request);

    /**
     * Disconnects this process: waits until all processes that are still connected have called it ({@code
     * PMIx_Disconnect}). If it throws a {@link PmixException}, the connection has ended for this process all the same.
     * The host is notified when all have called. If it does not answer within 5 s, or fails, a warning is logged, and
     * the host may still treat the processes as connected.
     *
     * @param namespace the namespace of the connection
     * @param request the directives and the timeout
     * @throws IllegalStateException if a fence of exactly these processes is under way here, which the host would take
     *     for the disconnect; after that it can be called again
     * @throws PmixException.NotFound if this process is in no such connection
     * @throws PmixException.MemberLost if a process has ended without disconnecting, unless that is {@linkplain
     *     ConnectRequest.Builder#earlyTermination allowed}; the remaining processes have disconnected
     * @throws PmixException.Timeout if not all have called it within the timeout
     */
    void disconnect(String namespace, DisconnectRequest request);

    /**
     * {@return a future of {@link #disconnect(String, DisconnectRequest)}, completed when all have disconnected}
     *
     * @param namespace the namespace of the connection
     * @param request the directives and the timeout
     * @throws PmixException.NotFound if this process is in no such connection
     */
    CompletableFuture<Void> disconnectAsync(String namespace, DisconnectRequest request);

    /**
     * {@return a connection of this process, empty if this process is not, or no longer, in it}
     *
     * @param namespace the namespace of the connection
     */
    Optional<Connection> find(String namespace);

    /** {@return an immutable snapshot of the connections of this process} */
    Collection<Connection> active();

    /**
     * {@return the identifier of this cluster: the {@linkplain org.pmixj.Pmix.Builder#clusterId configured} one,
     * otherwise the one of the host ({@code PMIX_CLUSTER_ID}); empty if there is neither, as with PRRTE}
     */
    Optional<String> clusterId();

    /**
     * Registers a listener for requests to connect ({@code PMIX_CONNECT_REQUESTED}). It also receives earlier requests
     * that this process has not followed. Waits until the server has reported those it kept.
     *
     * @param listener receives one request at a time, where futures are completed
     * @return removes the listener when it is closed
     */
    Registration onRequest(Consumer<? super ConnectRequested> listener);

    /**
     * {@return a future of {@link #onRequest}, completed with the registration when it is in effect}
     *
     * @param listener receives one request at a time
     */
    CompletableFuture<Registration> onRequestAsync(Consumer<? super ConnectRequested> listener);

    /**
     * Registers a listener for what the other processes of this process's connections do. Waits until the registration
     * is in effect.
     *
     * @param listener receives one event at a time, on a thread of the library or the {@link
     *     org.pmixj.Pmix.Builder#executor}
     * @return removes the listener when it is closed
     */
    Registration onChange(Consumer<? super ConnectionEvent> listener);

    /**
     * {@return a future of {@link #onChange}, completed with the registration when it is in effect}
     *
     * @param listener receives one event at a time
     */
    CompletableFuture<Registration> onChangeAsync(Consumer<? super ConnectionEvent> listener);
}
