// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.job.JobInfo;

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
}
