// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.pmixj.Keys;
import org.pmixj.PmixException;
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
import org.pmixj.job.Locality;
import org.pmixj.job.NodeTopology;
import org.pmixj.job.ProcessInfo;
import org.pmixj.value.Cpuset;

/** Implements the topology: reads what libpmix knows of the hardware of this node. */
public final class TopologyImpl implements NodeTopology {
    private static final String HWLOC = "hwloc:";

    private final Handle handle;
    private final Function<ProcId, ProcessInfo> processes;
    private volatile @Nullable String source;

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static NodeTopology of(Handle handle, Function<ProcId, ProcessInfo> processes) {
        return new TopologyImpl(handle, processes);
    }

    private TopologyImpl(Handle handle, Function<ProcId, ProcessInfo> processes) {
        this.handle = handle;
        this.processes = processes;
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

    /** Loads the topology, without which libpmix knows no bindings. */
    private String load() {
        String known = source;
        if (known == null) {
            known = CallWorker.run("PMIx_Load_topology", Deadline.toNanos(handle.defaultTimeout), this::detect);
            source = known;
        }
        return known;
    }

    private String detect() {
        handle.session.enter("PMIx_Load_topology");
        try (Arena arena = Arena.ofConfined()) {
            // libpmix keeps the content: destructing it crashes with 7.0.0rc1.
            MemorySegment topology = pmix_topology_t.allocate(arena);
            StatusCodes.check("PMIx_Load_topology", Libpmix.loadTopology(topology));
            if (pmix_topology_t.topology(topology).address() == 0) {
                throw noTopology();
            }
            return HardwareCodec.readTopology(topology).source();
        } finally {
            handle.session.exit();
        }
    }

    /** Returns the exception for libpmix 7.0.0rc1 after it was finalized and initialised again. */
    private static PmixException noTopology() {
        return StatusCodes.notSupported(
                "libpmix has no topology: it detects none after the first session of a process has ended; keep that open");
    }

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
        return read("PMIx_Get_cpuset", cpuset -> Libpmix.getCpuset(cpuset, envelope));
    }

    @Override
    public BitSet cpus(String cpuset) {
        check();
        // Hosts report it without the prefix that libpmix requires. libpmix reads "0x3" as 3, and creates a bitmap of
        // any size, so the list is checked first.
        Cpuset given = new Cpuset("hwloc", cpuset.startsWith(HWLOC) ? cpuset.substring(HWLOC.length()) : cpuset);
        CpuList.set(given);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(HWLOC + given.cpus());
            return read("PMIx_Parse_cpuset_string of " + cpuset, parsed -> Libpmix.parseCpuset(text, parsed));
        }
    }

    /** Returns the CPUs that a function of libpmix writes into a cpuset. */
    private BitSet read(String what, ToIntFunction<MemorySegment> function) {
        handle.session.enter(what);
        try {
            MemorySegment cpuset = Libpmix.createCpuset();
            try {
                StatusCodes.check(what, function.applyAsInt(cpuset));
                return CpuList.set(HardwareCodec.readCpuset(cpuset));
            } finally {
                Libpmix.freeCpuset(cpuset);
            }
        } finally {
            handle.session.exit();
        }
    }

    @Override
    public Set<Locality> locality(ProcId other) {
        return locality(handle.session.self(), other);
    }

    @Override
    public Set<Locality> locality(ProcId one, ProcId other) {
        check();
        ProcessInfo first = processes.apply(one);
        ProcessInfo second = processes.apply(other);
        Optional<String> host = first.hostname();
        // The strings name positions on a node, but not the node.
        if (!one.equals(other) && (host.isEmpty() || !host.equals(second.hostname()))) {
            return Set.of();
        }
        Optional<String> here = first.info(Keys.LOCALITY_STRING);
        Optional<String> there = second.info(Keys.LOCALITY_STRING);
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
}
