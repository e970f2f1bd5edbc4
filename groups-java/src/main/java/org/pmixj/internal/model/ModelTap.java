// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventTap;
import org.pmixj.internal.notice.ReceivedEvent;

/** Receives declarations of models. libpmix reports each once and has nothing to query, so all are kept. */
public final class ModelTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        ModelTable models = EventCodes.isProcessEnd(event.code) ? ModelTable.known(session) : null;
        if (models != null) {
            for (ProcId proc : event.affected) {
                if (!proc.isWildcard() && event.comesFrom(proc)) {
                    models.died(proc);
                }
            }
        }
        return false;
    }

    @Override
    public boolean arrivedInOrder(Session session, ReceivedEvent event) {
        return ModelTable.CODES.contains(event.code) && ModelTable.of(session).arrived(event);
    }

    // The end of a session is reported as a change of resources, and libpmix may keep that for less long.
    @Override
    public int companion(int code) {
        return code == PMIxConstants.PMIX_MODEL_DECLARED() ? PMIxConstants.PMIX_MODEL_RESOURCES() : code;
    }

    /** Parallel regions are left out: a use case places handlers of C libraries and of Java for these. */
    @Override
    public boolean needs(int code) {
        return code == PMIxConstants.PMIX_MODEL_DECLARED() || code == PMIxConstants.PMIX_MODEL_RESOURCES();
    }
}
