// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Controls processes ({@code PMIx_Job_control}, PMIx Standard, Job Management and Reporting). Immutable.
 *
 * {@snippet file="HostSnippets.java" region="job-control"}
 *
 * <p>PRRTE 5.0.0rc1 implements the following directives. It answers others, such as {@code JOB_CTRL_PAUSE}, with {@link
 * org.pmixj.PmixException.NotSupported}:
 *
 * <ul>
 *   <li>{@code Keys.JOB_CTRL_KILL}: sends SIGCONT and SIGTERM, and a little later SIGKILL. It needs targets; this
 *       process's own job is {@code ProcId.all(pmix.self().nspace())}.
 *   <li>{@code JOB_CTRL_SIGNAL}: sends the signal to every process of a namespace, whichever ranks are named. So the
 *       only target must be {@link ProcId#all} of one namespace; anything else is refused with {@code NotSupported}.
 *   <li>{@code JOB_CTRL_DEFINE_PSET}: defines a process set. Every process receives the event {@link
 *       org.pmixj.event.EventDetail.ProcessSetDefined}; {@link Queries#psetNames} does not list the set.
 *   <li>{@code REGISTER_CLEANUP}, {@code REGISTER_CLEANUP_DIR} with {@code CLEANUP_RECURSIVE}: deletes a file, or a
 *       directory and its content, when the targets have ended. The path is absolute; a comma separates several paths.
 * </ul>
 *
 * <p>{@code JOB_CTRL_ID} names a request for {@code JOB_CTRL_CANCEL}.
 *
 * @param targets the processes; {@link ProcId#all} stands for every process of a namespace. If there are none, all
 *     processes of the caller's namespace are targets
 * @param directives the directives, at least one
 * @param timeout how long to wait for the answer; empty for the default of the handle
 */
public record JobControlRequest(List<ProcId> targets, Attributes directives, Optional<Duration> timeout) {
    /** Checks that there is a directive, a kill has targets, signals are 1 to 64, and the timeout is positive. */
    public JobControlRequest {
        targets = List.copyOf(targets);
        HostChecks.directives("job control", directives);
        HostChecks.signal(directives, Keys.JOB_CTRL_SIGNAL);
        if (targets.isEmpty() && directives.contains(Keys.JOB_CTRL_KILL)) {
            // Without targets the host would kill the whole job of the caller.
            throw new IllegalArgumentException("job control: a kill needs targets; name the processes");
        }
        Checks.timeout(timeout);
    }

    /**
     * Creates a request with the default timeout.
     *
     * @param targets the processes
     * @param directives the directives
     */
    public JobControlRequest(List<ProcId> targets, Attributes directives) {
        this(targets, directives, Optional.empty());
    }

    /**
     * {@return a copy of this request with a timeout, which limits the wait in this process only}
     *
     * @param limit more than zero
     */
    public JobControlRequest withTimeout(Duration limit) {
        return new JobControlRequest(targets, directives, Optional.of(limit));
    }
}
