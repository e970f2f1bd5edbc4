// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.internal.job.JobInfo;
import org.pmixj.job.Job;

/**
 * Names groups of processes of one node. libpmix ignores that option, and confuses groups of one id on several nodes.
 */
final class NodeLocalIds {
    private NodeLocalIds() {}

    /** Returns an id with the name of this node. */
    static String id(Handle handle, String id) {
        if (!Defect.LOCAL_GROUPS_COLLIDE.isHere()) {
            return id;
        }
        String here = new JobInfo(handle, handle.session.self().nspace()).here().orElse(null);
        if (here == null) {
            throw StatusCodes.notFound(
                    "the host does not report the name of this node, which the id of a local group contains");
        }
        return Checks.nspace("group id with the name of this node", id + "@" + here);
    }

    /** Throws unless all members are known to be on this node. */
    static void check(Handle handle, String id, Members members) {
        String nspace = "";
        Job job = null;
        for (ProcId member : members) {
            if (job == null || !member.nspace().equals(nspace)) {
                nspace = member.nspace();
                job = JobImpl.of(handle, nspace, KnownJobs.of(handle.session).size(handle.session, nspace));
            }
            if (!JobImpl.process(job, member).isLocal()) {
                throw Checks.notLocal(id, member);
            }
        }
    }
}
