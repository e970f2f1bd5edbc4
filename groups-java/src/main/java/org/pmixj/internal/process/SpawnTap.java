// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.EventTap;
import org.pmixj.internal.notice.ReceivedEvent;

/** Receives the ends of jobs that this process has started ({@code PMIX_EVENT_JOB_END}). */
public final class SpawnTap implements EventTap {
    @Override
    public boolean arrived(Session session, ReceivedEvent event) {
        // Any process can send it; the host does so in the name of the job.
        if (event.code == PMIxConstants.PMIX_EVENT_JOB_END()
                && !event.affected.isEmpty()
                && event.comesFromJob(event.affected.getFirst().nspace())) {
            SpawnedJobs.of(session).ended(event);
        }
        return false;
    }
}
