// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model.repair;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.QueryCalls;
import org.pmixj.internal.model.ModelEntry;
import org.pmixj.internal.model.ModelTable;
import org.pmixj.value.ProcInfo;

/**
 * Asks the host which of the processes that have declared models have ended: of those that were killed nobody tells other
 * jobs, and on other nodes (seen with PRRTE 5.0.0rc1) nobody who had no handler then.
 */
public final class EndedModels {
    private final Handle handle;
    private final ModelTable registry;
    private final Deadline deadline;

    public EndedModels(Handle handle, ModelTable registry, Deadline deadline) {
        this.handle = handle;
        this.registry = registry;
        this.deadline = deadline;
    }

    /** Of those that were declared before anybody here asked, once; from then on they are told. */
    public void ofOwnJob() {
        if (!registry.hasLooked() && look(own())) {
            registry.looked();
        }
    }

    /** Of the job of a process. */
    public void of(ProcId proc) {
        if (!proc.nspace().equals(own())) {
            boolean _ = look(proc.nspace());
        }
    }

    public void ofOtherJobs() {
        Set<String> others = new HashSet<>();
        for (ModelEntry entry : registry.entries()) {
            others.add(entry.proc.nspace());
        }
        others.remove(own());
        for (String nspace : others) {
            boolean _ = look(nspace);
        }
    }

    private String own() {
        return handle.session.self().nspace();
    }

    /** Returns false if the host does not tell. */
    private boolean look(String nspace) {
        // Whoever declares something from now on is alive.
        Map<ProcId, Long> doubtful = registry.numbers(nspace);
        if (doubtful.isEmpty() || !Defect.FAILURE_UNREPORTED_TO_OTHER_JOBS.isHere()) {
            return true;
        }
        try {
            List<ProcInfo> all = new QueryCalls.Processes(handle, PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace)
                    .run(deadline.left());
            for (ProcInfo process : Objects.requireNonNull(all)) {
                if (!process.state().isEnded()) {
                    doubtful.remove(process.proc());
                }
            }
        } catch (PmixException.NotFound e) {
            // The whole job has.
        } catch (PmixException.Timeout | PmixException.Interrupted e) {
            throw e;
        } catch (PmixException e) {
            return false;
        }
        for (Map.Entry<ProcId, Long> ended : doubtful.entrySet()) {
            registry.died(ended.getKey(), ended.getValue());
        }
        return true;
    }
}
