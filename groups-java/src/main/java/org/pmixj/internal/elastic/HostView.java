// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Keys;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.QueryCalls;
import org.pmixj.value.ProcInfo;

/** Asks the host for nodes, jobs and processes. */
public record HostView(Handle handle) {
    private <T> T ask(NativeCall<T> query) {
        return Objects.requireNonNull(query.run(Deadline.toNanos(handle.defaultTimeout)));
    }

    /** Returns all nodes that the host lists, the head node first. */
    List<AllocatedNode> nodes() {
        List<AllocatedNode> nodes = new ArrayList<>();
        for (Info info : ask(new QueryCalls.Typed<>(handle, Keys.QUERY_ALLOCATION, Attributes.none()))) {
            if (info.key().equals(Keys.NODE_INFO.name()) && info.value() instanceof PmixValue.Array array) {
                nodes.add(node(QueryCalls.attributes(array)));
            }
        }
        if (nodes.isEmpty()) {
            throw StatusCodes.notSupported("the host does not list the nodes of its DVM");
        }
        return List.copyOf(nodes);
    }

    private static AllocatedNode node(Attributes described) {
        return new AllocatedNode(
                described.get(Keys.HOSTNAME).orElse("?"),
                HostList.names(described.get(Keys.HOSTNAME_ALIASES).orElse("")),
                described.get(Keys.NUM_SLOTS).map(Math::toIntExact).orElse(0));
    }

    /** Returns the node of a name or address, or null. */
    static @Nullable AllocatedNode find(List<AllocatedNode> nodes, String name) {
        for (AllocatedNode node : nodes) {
            if (node.isNamed(name)) {
                return node;
            }
        }
        return null;
    }

    List<String> jobs() {
        return ask(new QueryCalls.Names(handle, PMIxConstants.PMIX_QUERY_NAMESPACES()));
    }

    private List<ProcInfo> processes(String nspace) {
        return QueryCalls.processesOf(handle, nspace, Deadline.toNanos(handle.defaultTimeout));
    }

    /** Returns the processes of all jobs that run on some nodes. */
    List<ProcId> processesOn(List<AllocatedNode> nodes) {
        List<ProcId> procs = new ArrayList<>();
        for (String job : jobs()) {
            for (ProcInfo process : processes(job)) {
                String host = process.hostname();
                if (host != null && !process.state().isEnded() && find(nodes, host) != null) {
                    procs.add(process.proc());
                }
            }
        }
        return procs;
    }

    /** Returns whether a process does not run any more. */
    public boolean hasEnded(ProcId proc) {
        return processes(proc.nspace()).stream()
                .noneMatch(process ->
                        process.proc().equals(proc) && !process.state().isEnded());
    }
}
