// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process.repair;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.host.ProcessesCall;
import org.pmixj.internal.process.SpawnedJobs;
import org.pmixj.value.ProcInfo;

/** Asks the host, less and less often, whether a spawned job still runs: PRRTE may not report its end. */
public final class LostEnd {
    private final Handle handle;
    private final String nspace;
    private final SpawnedJobs jobs;
    private long wait = Patience.END_PAUSE;
    private boolean hasEnded;

    private LostEnd(Handle handle, String nspace, SpawnedJobs jobs) {
        this.handle = handle;
        this.nspace = nspace;
        this.jobs = jobs;
    }

    /** Starts to ask about a job, until its end is known. */
    public static void watch(Handle handle, String nspace, SpawnedJobs jobs) {
        if (Defect.JOB_END_LOST.isHere()) {
            new LostEnd(handle.own(), nspace, jobs).askLater();
        }
    }

    private void askLater() {
        handle.session.timers.later(wait, this::ask);
    }

    private void ask() {
        if (!jobs.isRunning(nspace)) {
            return;
        }
        try {
            CompletableFuture<?> _ = new ProcessesCall(handle, PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace)
                    .submit(Patience.ANSWER)
                    .whenComplete(this::answered);
        } catch (RuntimeException e) {
            // The session ends.
        }
    }

    /** A report that is under way arrives before the second such answer. */
    private void answered(@Nullable List<ProcInfo> procs, @Nullable Throwable failure) {
        boolean before = hasEnded;
        hasEnded = procs == null
                ? PmixFuture.cause(failure) instanceof PmixException.NotFound
                : procs.stream().allMatch(info -> info.state().isEnded());
        if (before && hasEnded) {
            jobs.lost(nspace);
        } else {
            wait = hasEnded ? Patience.END_PAUSE : Math.min(2 * wait, Patience.LONGEST_END_PAUSE);
            askLater();
        }
    }
}
