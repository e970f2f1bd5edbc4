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
 * Connects processes of any jobs of this host, and disconnects them (RFC 0003).
 *
 * {@snippet file="ConnectSnippets.java" region="connect"}
 *
 * <p>Asynchronous: one process asks the others and goes on; these come when they come.
 *
 * {@snippet file="ConnectSnippets.java" region="async"}
 *
 * <p><b>Several at once.</b> A process may be in any number of connections, and connect to several at once. Of the same
 * processes at the same time each needs its own {@linkplain ConnectRequest.Builder#id id}; one after the other they do
 * not.
 *
 * <p><b>Several clusters.</b> Namespaces with the identifier of this cluster are understood, see {@link #clusterId};
 * processes of another one no host of today connects.
 *
 * <p>All methods throw {@link IllegalStateException} if the handle is closed, and those that wait, which have a form
 * that ends in {@code Async}, if this is libpmix's progress thread.
 */
public interface Connections {
    /** A process has connected ({@code PMIX_PROC_HAS_CONNECTED}). */
    PmixStatus PROC_HAS_CONNECTED = new PmixStatus(-149);

    /**
     * A process has disconnected: {@code PMIX_PROC_HAS_DISCONNECTED} of RFC 0003, which no header of PMIx has. The
     * number is one of the application's own codes, below {@code PMIX_EXTERNAL_ERR_BASE}.
     */
    PmixStatus PROC_HAS_DISCONNECTED = new PmixStatus(-7_067_911);

    /**
     * Connects processes: waits until all of them have called it with an equal request ({@code PMIx_Connect}).
     * Job-level information of all jobs involved is then here.
     *
     * @param request who, and how
     * @return the connection, with the new namespace and this process's rank in it
     * @throws IllegalArgumentException if this process is not among those to connect, a process does not exist, or the
     *     information is too large
     * @throws IllegalStateException if a connect of the same processes with the same id is under way here
     * @throws PmixException.NotFound if the host knows no job of a namespace
     * @throws PmixException.NotSupported if a process is of another cluster, or this one has no launcher
     * @throws PmixException.MemberLost if a process ended without having connected, unless they are {@link
     *     ConnectRequest.Builder#optional}
     * @throws PmixException.Timeout if not all have called within the timeout
     * @throws PmixException if libpmix or the host refuse
     */
    Connection connect(ConnectRequest request);

    /**
     * Starts {@link #connect} without waiting: also of what is asked of the host first the future tells.
     *
     * @param request who, and how
     * @return completed with the connection, or exceptionally; one that is cancelled leaves the connection when it is
     *     made
     */
    CompletableFuture<Connection> connectAsync(ConnectRequest request);

    /**
     * Exchanges the job-level information of all jobs involved, and connects nothing ({@code PMIX_CONNECT_XCHG_ONLY}):
     * there is no namespace and no rank. Waits until all have called it with an equal request.
     *
     * @param request who, and how; that processes may end early makes no difference
     * @return immutable, by namespace
     * @throws IllegalArgumentException as {@link #connect}
     * @throws IllegalStateException as {@link #connect}
     * @throws PmixException as {@link #connect}
     */
    Map<String, Job> exchangeJobInfo(ConnectRequest request);

    /**
     * Starts {@link #exchangeJobInfo} without waiting.
     *
     * @param request who, and how
     * @return completed with the jobs, or exceptionally
     */
    CompletableFuture<Map<String, Job>> exchangeJobInfoAsync(ConnectRequest request);

    // --- the end -------------------------------------------------------------------------------------------------

    /**
     * Disconnects this process, without directives and within the default timeout.
     *
     * @param namespace of the connection
     * @throws PmixException.NotFound if this process is in no such connection
     * @throws PmixException see {@link #disconnect(String, DisconnectRequest)}
     */
    default void disconnect(String namespace) {
        disconnect(namespace, DisconnectRequest.defaults());
    }

    /**
     * Disconnects this process: waits until all that are still connected do it, too ({@code PMIx_Disconnect}). When it
     * has thrown, the connection is over for this process nevertheless.
     *
     * @param namespace of the connection
     * @param request how
     * @throws PmixException.NotFound if this process is in no such connection
     * @throws PmixException.MemberLost if a process has ended without disconnecting, unless that is {@linkplain
     *     ConnectRequest.Builder#earlyTermination allowed}; those that are left have disconnected
     * @throws PmixException.Timeout if not all have called within the timeout
     * @throws PmixException if libpmix or the host refuse
     */
    void disconnect(String namespace, DisconnectRequest request);

    /**
     * Starts {@link #disconnect(String)} without waiting.
     *
     * @param namespace of the connection
     * @return completed when all have disconnected, or exceptionally
     * @throws PmixException.NotFound if this process is in no such connection
     */
    default CompletableFuture<Void> disconnectAsync(String namespace) {
        return disconnectAsync(namespace, DisconnectRequest.defaults());
    }

    /**
     * Starts {@link #disconnect(String, DisconnectRequest)} without waiting.
     *
     * @param namespace of the connection
     * @param request how
     * @return completed when all have disconnected, or exceptionally
     * @throws PmixException.NotFound if this process is in no such connection
     */
    CompletableFuture<Void> disconnectAsync(String namespace, DisconnectRequest request);

    // --- what there is -------------------------------------------------------------------------------------------

    /**
     * Returns a connection of this process.
     *
     * @param namespace of the connection
     * @return empty if this process is in no such connection, or not any more
     */
    Optional<Connection> find(String namespace);

    /**
     * Returns the connections of this process.
     *
     * @return immutable, as it is now
     */
    Collection<Connection> active();

    /**
     * Returns the identifier of this cluster: as it was {@linkplain org.pmixj.Pmix.Builder#clusterId configured},
     * otherwise as the host reports ({@code PMIX_CLUSTER_ID}).
     *
     * @return empty if neither is so, as with PRRTE
     */
    Optional<String> clusterId();

    // --- what others do ------------------------------------------------------------------------------------------

    /**
     * Registers for requests to connect ({@code PMIX_CONNECT_REQUESTED}), also for those made before, unless this
     * process has followed them. Waits until the server has reported what it kept.
     *
     * @param listener called for one request after the other, on a virtual thread or the {@link
     *     org.pmixj.Pmix.Builder#executor}
     * @return ends it when closed
     */
    Registration onRequest(Consumer<? super ConnectRequested> listener);

    /**
     * Starts {@link #onRequest} without waiting.
     *
     * @param listener called for one request after the other
     * @return completed when events arrive, with what ends it
     */
    CompletableFuture<Registration> onRequestAsync(Consumer<? super ConnectRequested> listener);

    /**
     * Registers for what other processes of connections of this process do. Waits until events arrive.
     *
     * @param listener called for one event after the other, on a virtual thread or the {@link
     *     org.pmixj.Pmix.Builder#executor}
     * @return ends it when closed
     */
    Registration onChange(Consumer<? super ConnectionEvent> listener);

    /**
     * Starts {@link #onChange} without waiting.
     *
     * @param listener called for one event after the other
     * @return completed when events arrive, with what ends it
     */
    CompletableFuture<Registration> onChangeAsync(Consumer<? super ConnectionEvent> listener);
}
