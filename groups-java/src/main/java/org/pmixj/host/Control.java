// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.PmixException;

/**
 * Asks the host to do something. Obtained from {@link org.pmixj.Pmix#control()}.
 *
 * {@snippet file="HostSnippets.java" region="control"}
 *
 * <p>Asynchronous:
 *
 * {@snippet file="HostSnippets.java" region="control-async"}
 *
 * <p>What every method throws, and every future is completed with:
 *
 * <ul>
 *   <li>{@link PmixException.NotSupported} if the host does not do this, or there is no host because the process was
 *       started without a launcher;
 *   <li>{@link PmixException.NotFound} if the host knows no such process, allocation or session;
 *   <li>{@link PmixException.Timeout} if the host did not answer within the timeout of the request, else the default of
 *       the handle. The host may do it all the same;
 *   <li>{@link IllegalArgumentException} at once if a request is larger than libpmix can send, 32 MiB;
 *   <li>{@link IllegalStateException} at once if the handle is closed, and from the blocking forms if this is libpmix's
 *       progress thread.
 * </ul>
 */
public interface Control {
    /**
     * Logs something ({@code PMIx_Log_nb}). Without a launcher libpmix writes it to the streams of this process.
     *
     * @param request what and where
     * @throws PmixException.NotSupported also if no channel takes it
     */
    void log(LogRequest request);

    /**
     * Starts {@link #log} without waiting.
     *
     * @param request what and where
     * @return completed when the host has it
     */
    CompletableFuture<Void> logAsync(LogRequest request);

    /**
     * Does something to processes ({@code PMIx_Job_control_nb}). Targets that do not exist are found out first: PRRTE
     * would take a request that has none left for one about every process there is.
     *
     * @param request what and to which
     * @return what the host says to it, mostly nothing
     * @throws PmixException.NotFound if a target does not exist
     */
    Attributes job(JobControlRequest request);

    /**
     * Starts {@link #job} without waiting.
     *
     * @param request what and to which
     * @return completed with what the host says to it
     */
    CompletableFuture<Attributes> jobAsync(JobControlRequest request);

    /**
     * Starts to watch something, or measures it ({@code PMIx_Process_monitor_nb}). What is seen later is reported by an
     * {@linkplain org.pmixj.event.Events event} with the status of the request.
     *
     * @param request what
     * @return what was measured; nothing for what is watched
     */
    Attributes monitor(MonitorRequest request);

    /**
     * Starts {@link #monitor} without waiting.
     *
     * @param request what
     * @return completed with what was measured
     */
    CompletableFuture<Attributes> monitorAsync(MonitorRequest request);

    /**
     * Sends a heartbeat of this process to whoever watches it ({@code PMIx_Heartbeat}). Waits for nobody;
     * without a launcher it does nothing.
     *
     */
    void heartbeat();

    /**
     * Requests or returns resources ({@code PMIx_Allocation_request_nb}).
     *
     * @param request what
     * @return what the host says to it, such as the name of the allocation ({@code Keys.ALLOC_ID})
     */
    Attributes allocate(AllocationRequest request);

    /**
     * Starts {@link #allocate} without waiting.
     *
     * @param request what
     * @return completed with what the host says to it
     */
    CompletableFuture<Attributes> allocateAsync(AllocationRequest request);

    /**
     * Defines or changes a set of resources ({@code PMIx_Resource_block_nb}).
     *
     * @param request what
     */
    void resourceBlock(ResourceBlockRequest request);

    /**
     * Starts {@link #resourceBlock} without waiting.
     *
     * @param request what
     * @return completed when the host has done it
     */
    CompletableFuture<Void> resourceBlockAsync(ResourceBlockRequest request);

    /**
     * Does something to all jobs of a session ({@code PMIx_Session_control}).
     *
     * @param request what and to which
     * @return what the host says to it
     */
    Attributes session(SessionControlRequest request);

    /**
     * Starts {@link #session} without waiting.
     *
     * @param request what and to which
     * @return completed with what the host says to it
     */
    CompletableFuture<Attributes> sessionAsync(SessionControlRequest request);
}
