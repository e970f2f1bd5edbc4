// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pmixj.GetOptions;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.call.Handle;

/** Knows whether a process is on this node. The server is asked once about a process of another job. */
public final class SameNode implements Predicate<ProcId> {
    private static final String HOSTNAME = PMIxConstants.PMIX_HOSTNAME().getString(0);
    private static final String LOCAL_PEERS = PMIxConstants.PMIX_LOCAL_PEERS().getString(0);

    private final Handle handle;
    private final ConcurrentHashMap<ProcId, Boolean> known = new ConcurrentHashMap<>();

    public SameNode(Handle handle) {
        this.handle = handle;
    }

    /** Throws unless all members of a group are known to be on this node. */
    public static void require(Handle handle, String group, Members members) {
        SameNode node = new SameNode(handle);
        for (ProcId member : members) {
            if (!node.test(member)) {
                throw Checks.notLocal(group, member);
            }
        }
    }

    @Override
    public boolean test(ProcId proc) {
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
        handle.checkOpen();
        PmixValue here = LocalGet.get(handle.session, handle.session.self(), HOSTNAME, LocalGet.plain());
        if (proc.nspace().equals(handle.session.self().nspace())) {
            return here != null && here.equals(LocalGet.get(handle.session, proc, HOSTNAME, LocalGet.plain()));
        }
        // libpmix reads the name of a node from the own job, whatever process is named.
        return here instanceof PmixValue.Str node
                && peers(proc.nspace(), node.value()) instanceof PmixValue.Str list
                && IntStream.of(HostList.ranks(list.value())).anyMatch(rank -> rank == proc.rank());
    }

    /** Returns the ranks of another job on a node, as text, or null. */
    private @Nullable PmixValue peers(String nspace, String node) {
        GetOptions options = GetOptions.defaults().immediate().withQualifiers(Realm.node(node));
        return new GetCall(handle).ask(ProcId.all(nspace), LOCAL_PEERS, options, handle.defaultTimeout);
    }
}
