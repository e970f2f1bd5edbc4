// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.call.Handle;

/** Knows whether a process is on this node. The server is asked once about a process of another job. */
public final class SameNode {
    private final Handle handle;
    private final ConcurrentHashMap<ProcId, Boolean> known = new ConcurrentHashMap<>();

    public SameNode(Handle handle) {
        this.handle = handle;
    }

    /** Throws unless all members of a group are known to be on this node. */
    public static void require(Handle handle, String group, Members members) {
        SameNode node = new SameNode(handle);
        for (ProcId member : members) {
            if (!node.isHere(member)) {
                throw Checks.notLocal(group, member);
            }
        }
    }

    public boolean isHere(ProcId proc) {
        if (handle.session.singleton() || proc.equals(handle.session.self())) {
            return true;
        }
        Boolean here = known.get(proc);
        if (here == null) {
            here = ask(proc);
            known.put(proc, here);
        }
        return here;
    }

    private boolean ask(ProcId proc) {
        JobInfo job = new JobInfo(handle, proc.nspace());
        Optional<String> here = job.here();
        if (here.isEmpty()) {
            return false;
        } else if (job.foreign) {
            // libpmix reads the name of a node from the own job whatever process is named.
            return Arrays.stream(job.ranks(Realm.node(here.get()))).anyMatch(rank -> rank == proc.rank());
        }
        return here.equals(JobInfo.text(job.ofRank(proc.rank(), PMIxConstants.PMIX_HOSTNAME())));
    }
}
