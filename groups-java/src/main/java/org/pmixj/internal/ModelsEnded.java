// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.value.ProcInfo;

/**
 * Asks the host which of the processes that have declared models have ended: of those that were killed nobody tells other
 * jobs, and on other nodes (seen with PRRTE 5.0.0rc1) nobody who had no handler then.
 */
final class ModelsEnded {
    private final Context context;
    private final ModelRegistry registry;
    private final long nanos;

    ModelsEnded(Context context, ModelRegistry registry, long nanos) {
        this.context = context;
        this.registry = registry;
        this.nanos = nanos;
    }

    /** Of those that were declared before anybody here asked, once; from then on they are told. */
    void ofOwnJob() {
        String own = context.session.self().nspace();
        if (registry.looksFirst() && foreign().contains(own)) {
            look(own);
        }
    }

    void ofOtherJobs() {
        String own = context.session.self().nspace();
        for (String nspace : foreign()) {
            if (!nspace.equals(own)) {
                look(nspace);
            }
        }
    }

    /** The namespaces of other processes with models. */
    private Set<String> foreign() {
        Set<String> names = new HashSet<>();
        for (ModelEntry entry : registry.entries()) {
            if (!entry.proc.equals(context.session.self())) {
                names.add(entry.proc.nspace());
            }
        }
        return names;
    }

    private void look(String nspace) {
        Set<ProcId> alive = new HashSet<>();
        try {
            List<ProcInfo> all =
                    new HostQueries.Processes(context, PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace).run(nanos);
            if (all == null) {
                return;
            }
            for (ProcInfo process : all) {
                if (!process.state().isEnded()) {
                    alive.add(process.proc());
                }
            }
        } catch (PmixException.NotFound e) {
            // The whole job has.
        } catch (PmixException e) {
            // A host that does not tell.
            return;
        }
        for (ModelEntry entry : registry.entries()) {
            if (entry.proc.nspace().equals(nspace) && !alive.contains(entry.proc)) {
                registry.died(entry.proc);
            }
        }
    }
}
