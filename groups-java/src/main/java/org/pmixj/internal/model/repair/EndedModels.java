// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model.repair;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.host.ProcessesCall;

/** Queries the host for ended processes: PRRTE 5.0.0rc1 reports them neither to all jobs nor to all nodes. */
public final class EndedModels {
    private EndedModels() {}

    /** Returns which of the processes of a namespace have ended; null if the host does not report it. */
    public static @Nullable Set<ProcId> among(Set<ProcId> procs, String nspace, Handle handle, Deadline deadline) {
        if (procs.isEmpty() || !Defect.FAILURE_UNREPORTED_TO_OTHER_JOBS.isHere()) {
            return Set.of();
        }
        Set<ProcId> ended = new HashSet<>(procs);
        try {
            // None if the whole job has ended.
            ProcessesCall.processesOf(handle, nspace, deadline.left()).stream()
                    .filter(process -> !process.state().isEnded())
                    .forEach(process -> ended.remove(process.proc()));
        } catch (PmixException.Timeout | PmixException.Interrupted e) {
            throw e;
        } catch (PmixException e) {
            return null;
        }
        return ended;
    }
}
