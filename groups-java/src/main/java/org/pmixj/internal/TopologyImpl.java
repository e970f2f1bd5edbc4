// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

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
import org.pmixj.info.ProcessInfo;
import org.pmixj.topology.DistanceRequest;
import org.pmixj.topology.Locality;
import org.pmixj.topology.NodeTopology;
import org.pmixj.value.Cpuset;
import org.pmixj.value.DeviceDistance;

/** Questions about the topology that libpmix holds. */
public final class TopologyImpl implements NodeTopology {
    private static final String HWLOC = "hwloc:";

    private final Context context;
    private final Pmix pmix;
    private volatile @Nullable String source;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static NodeTopology of(Context context, Pmix pmix) {
        return new TopologyImpl(context, pmix);
    }

    private TopologyImpl(Context context, Pmix pmix) {
        this.context = context;
        this.pmix = pmix;
    }

    @Override
    public String source() {
        check();
        return load();
    }

    private void check() {
        context.checkOpen();
        context.session.refuseOnProgressThread("topology");
    }

    /** Libpmix does not know bindings before. */
    private String load() {
        String known = source;
        if (known == null) {
            known = BoundedCalls.run("PMIx_Load_topology", Operation.toNanos(context.defaultTimeout), new Load());
            source = known;
        }
        return known;
    }

    private final class Load implements Callable<String> {
        @Override
        public String call() {
            context.session.enter("PMIx_Load_topology");
            try (Arena arena = Arena.ofConfined()) {
                // What it is filled with stays libpmix's: destructing it crashes (seen with 7.0.0rc1).
                MemorySegment topology = pmix_topology_t.allocate(arena);
                Status.check("PMIx_Load_topology", Native.loadTopology(topology));
                if (pmix_topology_t.topology(topology).address() == 0) {
                    throw lost();
                }
                return HardwareCodec.readTopology(topology).source();
            } finally {
                context.session.exit();
            }
        }
    }

    /** What libpmix (seen with 7.0.0rc1) comes to after it was finalized and initialised again. */
    static PmixException lost() {
        return new PmixException.NotSupported(
                "libpmix has no topology; it does not find one again after a first session in a process has ended",
                new PmixStatus(Status.NOT_SUPPORTED),
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
        context.session.enter("PMIx_Get_cpuset");
        try {
            MemorySegment cpuset = Native.createCpuset();
            try {
                Status.check("PMIx_Get_cpuset", Native.getCpuset(cpuset, envelope));
                return CpuList.set(HardwareCodec.readCpuset(cpuset));
            } finally {
                Native.freeCpuset(cpuset);
            }
        } finally {
            context.session.exit();
        }
    }

    @Override
    public BitSet cpus(String cpuset) {
        check();
        // Hosts tell it without the name that libpmix asks for. The list is checked before libpmix sees it, which takes
        // "0x3" for 3 and makes a bitmap of any size.
        Cpuset given = new Cpuset("hwloc", cpuset.startsWith(HWLOC) ? cpuset.substring(HWLOC.length()) : cpuset);
        CpuList.set(given);
        context.session.enter("PMIx_Parse_cpuset_string");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parsed = Native.createCpuset();
            try {
                Status.check(
                        "PMIx_Parse_cpuset_string of " + cpuset,
                        Native.parseCpuset(arena.allocateFrom(HWLOC + given.cpus()), parsed));
                return CpuList.set(HardwareCodec.readCpuset(parsed));
            } finally {
                Native.freeCpuset(parsed);
            }
        } finally {
            context.session.exit();
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
        context.session.enter("PMIx_Get_relative_locality");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment locality = arena.allocate(ValueLayout.JAVA_SHORT);
            Status.check(
                    "PMIx_Get_relative_locality",
                    Native.relativeLocality(arena.allocateFrom(one), arena.allocateFrom(other), locality));
            return Locality.of(Short.toUnsignedInt(locality.get(ValueLayout.JAVA_SHORT, 0)));
        } finally {
            context.session.exit();
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
        List<DeviceDistance> distances = new Distances(context, request).run(nanos(request));
        return distances == null ? List.of() : distances;
    }

    @Override
    public CompletableFuture<List<DeviceDistance>> distancesAsync(DistanceRequest request) {
        context.checkOpen();
        return new Distances(context, request).submit(nanos(request));
    }

    private long nanos(DistanceRequest request) {
        return Operation.toNanos(request.timeout().orElse(context.defaultTimeout));
    }
}
