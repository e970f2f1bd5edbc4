// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

/**
 * Starts, ends and finds processes (process management of the PMIx Standard). Obtained from {@link
 * org.pmixj.Pmix#processes()}.
 *
 * {@snippet file="HostSnippets.java" region="spawn"}
 *
 * {@snippet file="HostSnippets.java" region="spawn-async"}
 */
public interface Processes {
    /**
     * Starts programs as a new job ({@code PMIx_Spawn}), each process with PMIx of its own. Returns when the host has
     * started them; they may not have initialised PMIx yet.
     *
     * <p>This process is the {@code PMIX_PARENT_ID} of the new processes. This process and the new ones read each
     * other's values with {@link org.pmixj.Pmix#get}. Unless the request is {@linkplain
     * SpawnRequest.Builder#independent independent}, the two jobs are connected: if one fails, the host ends the other.
     *
     * @param request the programs, their numbers of processes and their nodes
     * @return the new job
     * @throws IllegalArgumentException if arguments and environment are more than libpmix takes in one message
     * @throws PmixException.NotFound if a program or a working directory is not on this node, which is checked before
     *     the host is asked: see {@link SpawnRequest.Builder#withoutFileCheck}
     * @throws PmixException.Timeout if the host does not start it in time; a job that starts later continues, and its
     *     namespace is logged
     * @throws PmixException.NotSupported if this process has no server that could start anything
     * @throws PmixException if the host cannot start it, such as for lack of slots or because a program or directory is
     *     missing; the status and the message say which, and PRRTE may write more to its standard error. While PRRTE
     *     (seen with 5.0.0rc1) cleans up a job that has just failed, it sometimes answers {@code PMIX_ERROR}; the same
     *     request a moment later succeeds
     */
    SpawnedJob spawn(SpawnRequest request);

    /**
     * Starts {@link #spawn} without waiting. Cancelling the future detaches it: the job is started, and a warning in
     * the log gives its namespace.
     *
     * @param request the programs, their numbers of processes and their nodes
     * @return completed with the new job
     * @throws IllegalArgumentException as {@link #spawn}
     */
    CompletableFuture<SpawnedJob> spawnAsync(SpawnRequest request);

    /**
     * Ends processes of any job ({@code PMIx_Abort}). Returns when the host has the request. PRRTE (seen with 5.0.0rc1)
     * ends the whole job of each, unless that is {@linkplain SpawnRequest.Builder#recoverable recoverable}.
     *
     * @param status the exit status to report
     * @param message the reason
     * @param procs the processes, at least one; {@link ProcId#all} for a job
     * @see org.pmixj.Pmix#abort
     */
    void abort(int status, String message, List<ProcId> procs);

    /**
     * {@return a future of {@link #abort}, completed when the host has the request}
     *
     * @param status the exit status to report
     * @param message the reason
     * @param procs the processes, at least one; {@link ProcId#all} for a job
     */
    CompletableFuture<Void> abortAsync(int status, String message, List<ProcId> procs);

    /**
     * {@return the processes on a node, an immutable list ({@code PMIx_Resolve_peers}); empty if there are none, or no
     * such node}
     *
     * @param host the node as the host names it, null for the own node
     * @param nspace the job; or the id of a group of this process, for its members; null for all jobs
     * @throws PmixException.NotFound if there is no such namespace
     */
    List<ProcId> resolvePeers(@Nullable String host, @Nullable String nspace);

    /**
     * {@return a future of {@link #resolvePeers}, completed with the processes}
     *
     * @param host the node as the host names it, null for the own node
     * @param nspace the job, or the id of a group of this process; null for all jobs
     */
    CompletableFuture<List<ProcId>> resolvePeersAsync(@Nullable String host, @Nullable String nspace);

    /**
     * {@return the names of the nodes of a job, an immutable list ({@code PMIx_Resolve_nodes})}
     *
     * @param nspace the job; or the id of a group of this process, for the nodes of its members; null for all jobs
     * @throws PmixException.NotFound if there is no such namespace
     */
    List<String> resolveNodes(@Nullable String nspace);

    /**
     * {@return a future of {@link #resolveNodes}, completed with the names}
     *
     * @param nspace the job, or the id of a group of this process; null for all jobs
     */
    CompletableFuture<List<String>> resolveNodesAsync(@Nullable String nspace);
}
