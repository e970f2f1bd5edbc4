// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

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
 *   <li>{@link PmixException.NotFound} if the host knows no such process or allocation;
 *   <li>{@link PmixException.Timeout} if the host did not answer in time; it may still carry out the request;
 *   <li>{@link IllegalArgumentException} at once if a request exceeds 32 MiB, the most that libpmix can send.
 * </ul>
 */
public interface Control {
    /**
     * Logs text ({@code PMIx_Log_nb}). Without a launcher libpmix writes it to the streams of this process.
     *
     * {@snippet file="HostSnippets.java" region="log"}
     *
     * <p>Channels are {@code Keys.LOG_STDOUT} and {@code LOG_STDERR} of the launcher, which write the text as it is;
     * {@code LOG_SYSLOG} of this node or, if it has none, of the launcher's; {@code LOG_GLOBAL_SYSLOG} of the
     * launcher's node; and others such as {@code LOG_EMAIL}. libpmix passes texts for system logs to {@code
     * syslog(3)}, which does not report whether a daemon writes them. Directives are {@code LOG_TAG_OUTPUT} (process
     * and channel before each line), {@code LOG_TIMESTAMP_OUTPUT}, {@code LOG_ONCE} (only the first channel that
     * accepts) and {@code LOG_SYSLOG_PRI} (0 for an emergency to 7 for debugging).
     *
     * @param data the channels, at least one, each with its text
     * @param directives the directives
     * @throws IllegalArgumentException if there is nothing to log, or no such priority
     * @throws PmixException.NotSupported also if no channel accepts it
     */
    void log(Attributes data, Attributes directives);

    /**
     * {@return a future of {@link #log}, completed when the host has the text}
     *
     * @param data the channels, at least one, each with its text
     * @param directives the directives
     */
    CompletableFuture<Void> logAsync(Attributes data, Attributes directives);

    /**
     * Controls processes ({@code PMIx_Job_control_nb}). Targets that do not exist are refused before the host is
     * called, because PRRTE applies a request without existing targets to all processes.
     *
     * {@snippet file="HostSnippets.java" region="job-control"}
     *
     * <p>PRRTE 5.0.0rc1 implements the following directives. It answers others, such as {@code JOB_CTRL_PAUSE}, with
     * {@link PmixException.NotSupported}:
     *
     * <ul>
     *   <li>{@code Keys.JOB_CTRL_KILL}: sends SIGCONT and SIGTERM, and a little later SIGKILL. It needs targets; this
     *       process's own job is {@code ProcId.all(pmix.self().nspace())}.
     *   <li>{@code JOB_CTRL_SIGNAL}: sends the signal to every process of a namespace, whichever ranks are named. So
     *       the only target must be {@link ProcId#all} of one namespace; anything else is refused with {@code
     *       NotSupported}.
     *   <li>{@code JOB_CTRL_DEFINE_PSET}: defines a process set. Every process receives the event {@code
     *       Statuses.PROCESS_SET_DEFINE} with its {@code Keys.PSET_NAME} and {@code PSET_MEMBERS}; {@code
     *       Keys.QUERY_PSET_NAMES} does not list the set.
     *   <li>{@code REGISTER_CLEANUP}, {@code REGISTER_CLEANUP_DIR} with {@code CLEANUP_RECURSIVE}: deletes a file, or a
     *       directory and its content, when the targets have ended. The path is absolute; a comma separates several
     *       paths.
     * </ul>
     *
     * <p>{@code JOB_CTRL_ID} names a request for {@code JOB_CTRL_CANCEL}.
     *
     * @param targets the processes; {@link ProcId#all} stands for every process of a namespace. If there are none, all
     *     processes of the caller's namespace are targets
     * @param directives the directives, at least one
     * @return the answer of the host, mostly empty
     * @throws IllegalArgumentException if there is no directive, a kill has no targets, or a signal is not 1 to 64
     * @throws PmixException.NotFound if a target does not exist
     */
    Attributes job(List<ProcId> targets, Attributes directives);

    /**
     * {@return a future of {@link #job}, completed with the answer of the host}
     *
     * @param targets the processes
     * @param directives the directives, at least one
     */
    CompletableFuture<Attributes> jobAsync(List<ProcId> targets, Attributes directives);

    /** Lists the kinds of requests for resources ({@code pmix_alloc_directive_t}). */
    enum AllocationKind {
        /** Requests a new allocation ({@code PMIX_ALLOC_NEW}). */
        NEW(1),
        /** Requests more time or resources for an allocation ({@code PMIX_ALLOC_EXTEND}). */
        EXTEND(2),
        /** Returns an allocation or a part of it ({@code PMIX_ALLOC_RELEASE}). */
        RELEASE(3),
        /** Requests resources that were lent ({@code PMIX_ALLOC_REAQUIRE}). */
        REACQUIRE(4),
        /** Cancels a request ({@code PMIX_ALLOC_REQ_CANCEL}). */
        CANCEL(5),
        /** Activates resources that are already allocated ({@code PMIX_ALLOC_ACTIVATE}, libpmix 7). */
        ACTIVATE(6);

        private final int code;

        AllocationKind(int code) {
            this.code = code;
        }

        /** {@return the number in C, 1 to 6} */
        public int code() {
            return code;
        }
    }

    /**
     * Requests or returns resources ({@code PMIx_Allocation_request_nb}).
     *
     * {@snippet file="HostSnippets.java" region="allocation"}
     *
     * @param kind the kind of request
     * @param directives the resources, such as {@code Keys.ALLOC_NUM_NODES}, and a name to refer to the request later
     *     ({@code Keys.ALLOC_REQ_ID})
     * @return the answer of the host, such as the name of the allocation ({@code Keys.ALLOC_ID})
     */
    Attributes allocate(AllocationKind kind, Attributes directives);

    /**
     * {@return a future of {@link #allocate}, completed with the answer of the host}
     *
     * @param kind the kind of request
     * @param directives the resources
     */
    CompletableFuture<Attributes> allocateAsync(AllocationKind kind, Attributes directives);
}
