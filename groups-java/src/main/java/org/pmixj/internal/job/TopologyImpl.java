// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_topology_t;
import org.pmixj.internal.base.CpuList;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.CallWorker;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.HardwareCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.job.DistanceRequest;
import org.pmixj.job.Locality;
import org.pmixj.job.NodeTopology;
import org.pmixj.job.ProcessInfo;
import org.pmixj.value.Cpuset;
import org.pmixj.value.DeviceDistance;

/** Questions about the topology that libpmix holds. */
public final class TopologyImpl implements NodeTopology {
    private static final String HWLOC = "hwloc:";

    private final Handle handle;
    private final Pmix pmix;
    private volatile @Nullable String source;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static NodeTopology of(Handle handle, Pmix pmix) {
        return new TopologyImpl(handle, pmix);
    }

    private TopologyImpl(Handle handle, Pmix pmix) {
        this.handle = handle;
        this.pmix = pmix;
    }

    @Override
    public String source() {
        check();
        return load();
    }

    private void check() {
        handle.checkOpen();
        handle.session.refuseOnProgressThread("topology");
    }

    /** Libpmix does not know bindings before. */
    private String load() {
        String known = source;
        if (known == null) {
            known = CallWorker.run("PMIx_Load_topology", Deadline.toNanos(handle.defaultTimeout), new Load());
            source = known;
        }
        return known;
    }

    private final class Load implements Callable<String> {
        @Override
        public String call() {
            handle.session.enter("PMIx_Load_topology");
            try (Arena arena = Arena.ofConfined()) {
                // What it is filled with stays libpmix's: destructing it crashes (seen with 7.0.0rc1).
                MemorySegment topology = pmix_topology_t.allocate(arena);
                StatusCodes.check("PMIx_Load_topology", Libpmix.loadTopology(topology));
                if (pmix_topology_t.topology(topology).address() == 0) {
                    throw lost();
                }
                return HardwareCodec.readTopology(topology).source();
            } finally {
                handle.session.exit();
            }
        }
    }

    /** What libpmix (seen with 7.0.0rc1) comes to after it was finalized and initialised again. */
    static PmixException lost() {
        return new PmixException.NotSupported(
                "libpmix has no topology; it does not find one again after a first session in a process has ended",
                new PmixStatus(StatusCodes.NOT_SUPPORTED),
                null);
    }

    // --- CPUs --------------------------------------------------------------------------------------------------

    @Override
    public BitSet binding() {
        return bound((byte) PMIxConstants.PMIX_CPUBIND_PROCESS());
    }

    @Override
    public BitSet threadBinding() {
        return bound((byte) PMIxConstants.PMIX_CPUBIND_THREAD());
    }

    private BitSet bound(byte envelope) {
        check();
        load();
        handle.session.enter("PMIx_Get_cpuset");
        try {
            MemorySegment cpuset = Libpmix.createCpuset();
            try {
                StatusCodes.check("PMIx_Get_cpuset", Libpmix.getCpuset(cpuset, envelope));
                return CpuList.set(HardwareCodec.readCpuset(cpuset));
            } finally {
                Libpmix.freeCpuset(cpuset);
            }
        } finally {
            handle.session.exit();
        }
    }

    @Override
    public BitSet cpus(String cpuset) {
        check();
        // Hosts tell it without the name that libpmix asks for. The list is checked before libpmix sees it, which takes
        // "0x3" for 3 and makes a bitmap of any size.
        Cpuset given = new Cpuset("hwloc", cpuset.startsWith(HWLOC) ? cpuset.substring(HWLOC.length()) : cpuset);
        CpuList.set(given);
        handle.session.enter("PMIx_Parse_cpuset_string");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parsed = Libpmix.createCpuset();
            try {
                StatusCodes.check(
                        "PMIx_Parse_cpuset_string of " + cpuset,
                        Libpmix.parseCpuset(arena.allocateFrom(HWLOC + given.cpus()), parsed));
                return CpuList.set(HardwareCodec.readCpuset(parsed));
            } finally {
                Libpmix.freeCpuset(parsed);
            }
        } finally {
            handle.session.exit();
        }
    }

    // --- processes ---------------------------------------------------------------------------------------------

    @Override
    public Set<Locality> locality(ProcId other) {
        return locality(pmix.self(), other);
    }

    @Override
    public Set<Locality> locality(ProcId one, ProcId other) {
        check();
        ProcessInfo first = pmix.process(one);
        ProcessInfo second = pmix.process(other);
        Optional<String> host = first.hostname();
        // The strings tell positions on a node, of whichever node.
        if (!one.equals(other) && (host.isEmpty() || !host.equals(second.hostname()))) {
            return Set.of();
        }
        Optional<String> here = first.localityString();
        Optional<String> there = second.localityString();
        return here.isPresent() && there.isPresent()
                ? relative(here.get(), there.get())
                : Locality.of(PMIxConstants.PMIX_LOCALITY_SHARE_NODE());
    }

    private Set<Locality> relative(String one, String other) {
        handle.session.enter("PMIx_Get_relative_locality");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment locality = arena.allocate(ValueLayout.JAVA_SHORT);
            StatusCodes.check(
                    "PMIx_Get_relative_locality",
                    Libpmix.relativeLocality(arena.allocateFrom(one), arena.allocateFrom(other), locality));
            return Locality.of(Short.toUnsignedInt(locality.get(ValueLayout.JAVA_SHORT, 0)));
        } finally {
            handle.session.exit();
        }
    }

    // --- devices -----------------------------------------------------------------------------------------------

    @Override
    public List<DeviceDistance> distances() {
        return distances(DistanceRequest.builder().build());
    }

    @Override
    public List<DeviceDistance> distances(DistanceRequest request) {
        check();
        List<DeviceDistance> distances = new DistancesCall(handle, request).run(nanos(request));
        return distances == null ? List.of() : distances;
    }

    @Override
    public CompletableFuture<List<DeviceDistance>> distancesAsync(DistanceRequest request) {
        handle.checkOpen();
        return new DistancesCall(handle, request).submit(nanos(request));
    }

    private long nanos(DistanceRequest request) {
        return Deadline.toNanos(request.timeout().orElse(handle.defaultTimeout));
    }
}
