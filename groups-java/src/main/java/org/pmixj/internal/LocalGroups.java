// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import org.pmixj.Job;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.group.Members;

/** Groups of processes of one node. libpmix takes no notice of it, and mixes up those of one id on several nodes. */
final class LocalGroups {
    private LocalGroups() {}

    /** The id with the name of this node. */
    static String id(Context context, String id) {
        String here =
                new Lookup(context, context.session.self().nspace()).here().orElse(null);
        if (here == null) {
            throw new PmixException.NotFound(
                    "the host does not tell the name of this node, which the id of a local group contains",
                    new PmixStatus(Status.NOT_FOUND));
        }
        return Checks.nspace("group id with the name of this node", id + "@" + here);
    }

    /** Throws if a member is known to be on another node. */
    static void check(Context context, String id, Members members) {
        String nspace = "";
        Job job = null;
        for (ProcId member : members) {
            if (job == null || !member.nspace().equals(nspace)) {
                nspace = member.nspace();
                job = JobImpl.of(context, nspace, context.session.jobs.size(context.session, nspace));
            }
            if (!JobImpl.process(job, member).isLocal()) {
                throw new IllegalArgumentException(
                        member + " is not known to be on this node, as the members of group '" + id + "' are to be");
            }
        }
    }
}
