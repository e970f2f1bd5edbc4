// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.PmixException;

/**
 * Sends requests to the host. {@link org.pmixj.Pmix#control()} returns it.
 *
 * {@snippet file="HostSnippets.java" region="control"}
 *
 * {@snippet file="HostSnippets.java" region="control-async"}
 *
 * <p>Every method can fail with these exceptions, which also complete the futures:
 *
 * <ul>
 *   <li>{@link PmixException.NotSupported} if the host does not implement the request, or there is no host because the
 *       process was started without a launcher;
 *   <li>{@link PmixException.NotFound} if the host knows no such process, allocation or session;
 *   <li>{@link PmixException.Timeout} if the host did not answer in time; it may still carry out the request;
 *   <li>{@link IllegalArgumentException} at once if a request exceeds 32 MiB, the most that libpmix can send.
 * </ul>
 */
public interface Control {
    /**
     * Logs text ({@code PMIx_Log_nb}). Without a launcher libpmix writes it to the streams of this process.
     *
     * @param request the text and the channels
     * @throws PmixException.NotSupported also if no channel accepts it
     */
    void log(LogRequest request);

    /**
     * {@return a future of {@link #log}, completed when the host has the text}
     *
     * @param request the text and the channels
     */
    CompletableFuture<Void> logAsync(LogRequest request);

    /**
     * Controls processes ({@code PMIx_Job_control_nb}). Targets that do not exist are refused before the host is
     * called, because PRRTE applies a request without existing targets to all processes.
     *
     * @param request the targets and the directives
     * @return the answer of the host, mostly empty
     * @throws PmixException.NotFound if a target does not exist
     */
    Attributes job(JobControlRequest request);

    /**
     * {@return a future of {@link #job}, completed with the answer of the host}
     *
     * @param request the targets and the directives
     */
    CompletableFuture<Attributes> jobAsync(JobControlRequest request);

    /**
     * Starts to watch something, or measures it ({@code PMIx_Process_monitor_nb}). An {@linkplain
     * org.pmixj.event.Events event} with the status of the request reports later observations.
     *
     * @param request what to watch or measure
     * @return the measured values; empty for a watch
     */
    Attributes monitor(MonitorRequest request);

    /**
     * {@return a future of {@link #monitor}, completed with the measured values}
     *
     * @param request what to watch or measure
     */
    CompletableFuture<Attributes> monitorAsync(MonitorRequest request);

    /** Sends a heartbeat of this process without waiting ({@code PMIx_Heartbeat}); without a launcher, does nothing. */
    void heartbeat();

    /**
     * Requests or returns resources ({@code PMIx_Allocation_request_nb}).
     *
     * @param request the resources
     * @return the answer of the host, such as the name of the allocation ({@code Keys.ALLOC_ID})
     */
    Attributes allocate(AllocationRequest request);

    /**
     * {@return a future of {@link #allocate}, completed with the answer of the host}
     *
     * @param request the resources
     */
    CompletableFuture<Attributes> allocateAsync(AllocationRequest request);

    /**
     * Defines or changes a set of resources ({@code PMIx_Resource_block_nb}).
     *
     * @param request the block and its resources
     */
    void resourceBlock(ResourceBlockRequest request);

    /**
     * {@return a future of {@link #resourceBlock}, completed when the host has done it}
     *
     * @param request the block and its resources
     */
    CompletableFuture<Void> resourceBlockAsync(ResourceBlockRequest request);

    /**
     * Controls all jobs of a session ({@code PMIx_Session_control}).
     *
     * @param request the session and the directives
     * @return the answer of the host
     */
    Attributes session(SessionControlRequest request);

    /**
     * {@return a future of {@link #session}, completed with the answer of the host}
     *
     * @param request the session and the directives
     */
    CompletableFuture<Attributes> sessionAsync(SessionControlRequest request);
}
