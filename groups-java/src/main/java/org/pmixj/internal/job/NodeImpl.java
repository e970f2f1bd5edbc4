// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.data.Realm;
import org.pmixj.job.Node;

/** Implements a node of a job: keeps its name and ranks, and reads the rest on demand. */
final class NodeImpl implements Node {
    private final JobImpl job;
    private final String hostname;
    private final int[] ranks;

    NodeImpl(JobImpl job, String hostname, int[] ranks) {
        this.job = job;
        this.hostname = hostname;
        this.ranks = ranks;
    }

    private @Nullable PmixValue value(MemorySegment key) {
        return job.lookup().of(Realm.node(hostname), key);
    }

    @Override
    public String hostname() {
        return hostname;
    }

    @Override
    public List<String> aliases() {
        return HostList.names(
                JobInfo.text(value(PMIxConstants.PMIX_HOSTNAME_ALIASES())).orElse(""));
    }

    @Override
    public OptionalInt id() {
        // libpmix does not report the number of a named node, but that of the node of a process.
        return JobInfo.number(job.lookup().ofRank(ranks[0], PMIxConstants.PMIX_NODEID()));
    }

    @Override
    public boolean isLocal() {
        return hostname.equals(job.lookup().here().orElse(null));
    }

    @Override
    public List<ProcId> members() {
        return new View<>(ranks.length, index -> new ProcId(job.nspace(), ranks[index]));
    }

    @Override
    public int size() {
        return ranks.length;
    }

    @Override
    public ProcId leader() {
        return new ProcId(job.nspace(), IntStream.of(ranks).min().orElseThrow());
    }

    @Override
    public OptionalInt totalSize() {
        return JobInfo.number(value(PMIxConstants.PMIX_NODE_SIZE()));
    }

    @Override
    public Map<ProcId, String> cpusets() {
        Map<ProcId, String> cpusets = new LinkedHashMap<>();
        for (ProcId member : members()) {
            job.process(member.rank()).cpuset().ifPresent(cpuset -> cpusets.put(member, cpuset));
        }
        return Collections.unmodifiableMap(cpusets);
    }

    @Override
    public OptionalLong memory() {
        return JobInfo.large(value(PMIxConstants.PMIX_AVAIL_PHYS_MEMORY()));
    }

    @Override
    public Optional<Boolean> isOversubscribed() {
        return value(PMIxConstants.PMIX_NODE_OVERSUBSCRIBED()) instanceof PmixValue.Bool bool
                ? Optional.of(bool.value())
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "Node[" + hostname + ", " + ranks.length + " processes of " + job.nspace() + "]";
    }
}
