// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_fabric_s;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.job.Locality;
import org.pmixj.job.NodeTopology;
import org.pmixj.junit.PmixTest;

/** Compares the hardware as PMIx describes it with the kernel's description. */
class TopologyIT {
    /** The CPUs the kernel allows the calling thread, from its mask. */
    private static BitSet allowedCpus() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
            if (line.startsWith("Cpus_allowed:")) {
                String mask = line.substring(line.indexOf(':') + 1).strip().replace(",", "");
                BitSet cpus = new BitSet();
                for (int i = 0; i < mask.length(); i++) {
                    int nibble = Character.digit(mask.charAt(mask.length() - 1 - i), 16);
                    for (int bit = 0; bit < 4; bit++) {
                        cpus.set(4 * i + bit, (nibble >> bit & 1) == 1);
                    }
                }
                return cpus;
            }
        }
        throw new AssertionError("no mask of CPUs");
    }

    private static void bindingIsTheKernels(NodeTopology topology) throws IOException {
        assertThat(topology.source()).startsWith("hwloc:");
        assertThat(topology.binding()).isEqualTo(allowedCpus());
        assertThat(topology.threadBinding()).isEqualTo(allowedCpus());
    }

    @PmixTest(
            ranks = 2,
            launcher = {"--bind-to", "none"})
    void processesThatAreNotBound(Pmix pmix) throws IOException {
        bindingIsTheKernels(pmix.topology());
        for (ProcId proc : pmix.job().members()) {
            assertThat(pmix.topology().locality(proc)).containsExactly(Locality.NODE);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.topology().locality(ProcId.all(pmix.job().nspace())));
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.topology().locality(new ProcId(pmix.job().nspace(), 2)));
        pmix.fence();
    }

    // Both have a core of their own, and whatever is around it in common.
    @PmixTest(
            ranks = 2,
            launcher = {"--map-by", "core", "--bind-to", "core"})
    void boundProcesses(Pmix pmix) throws IOException {
        NodeTopology topology = pmix.topology();
        bindingIsTheKernels(topology);
        assertThat(topology.cpus(pmix.process().cpuset().orElseThrow())).isEqualTo(allowedCpus());
        assertThat(topology.locality(pmix.self())).isEqualTo(EnumSet.allOf(Locality.class));
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        Set<Locality> shared = topology.locality(other);
        assertThat(shared).contains(Locality.NODE, Locality.NUMA).doesNotContain(Locality.CORE);
        assertThat(topology.locality(other, pmix.self())).isEqualTo(shared);
        assertThat(topology.binding()
                        .intersects(topology.cpus(pmix.process(other).cpuset().orElseThrow())))
                .isFalse();
        pmix.fence();
    }

    // Their positions are the same, each on its node.
    @Smoke
    @PmixTest(
            ranks = 2,
            nodes = 2,
            launcher = {"--map-by", "node", "--bind-to", "core"})
    void processesOfTwoNodesShareNothing(Pmix pmix) throws IOException {
        bindingIsTheKernels(pmix.topology());
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        assertThat(pmix.topology().locality(other)).isEmpty();
        assertThat(pmix.topology().locality(pmix.self())).contains(Locality.CORE);
        pmix.fence();
    }

    @Smoke
    @PmixTest(ranks = 2)
    void fabricsAndLists(Pmix pmix) throws IOException {
        fabricsAreNotSupported(pmix);
        listsOfCpus(pmix);
        aClosedHandle(pmix);
        pmix.fence();
    }

    // Why there is nothing of PMIx_Fabric_register and its like in Java: if this fails, a host has begun to answer.
    private static void fabricsAreNotSupported(Pmix pmix) {
        assertThat(pmix.isSingleton()).isFalse();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment fabric = pmix_fabric_s.allocate(arena);
            assertThat(PMIx.PMIx_Fabric_register(fabric, MemorySegment.NULL, 0))
                    .isEqualTo(PMIxConstants.PMIX_ERR_NOT_SUPPORTED());
            assertThat(PMIx.PMIx_Fabric_update(fabric)).isEqualTo(PMIxConstants.PMIX_ERR_NOT_SUPPORTED());
        }
    }

    private static void listsOfCpus(Pmix pmix) {
        NodeTopology topology = pmix.topology();
        BitSet expected = new BitSet();
        expected.set(0, 4);
        expected.set(8);
        assertThat(topology.cpus("0-3,8")).isEqualTo(expected);
        assertThat(topology.cpus("hwloc:8,0,1-3")).isEqualTo(expected);
        assertThat(topology.cpus("")).isEqualTo(new BitSet());
        for (String bad : List.of(
                "abc",
                "0x3",
                "-1",
                "5-2",
                "3-",
                ",",
                "0,,1",
                " 0",
                "99999999999999999999",
                "1048576",
                "foo:0",
                "0\0")) {
            assertThatIllegalArgumentException().as("'%s'", bad).isThrownBy(() -> topology.cpus(bad));
        }
    }

    private static void aClosedHandle(Pmix pmix) {
        Pmix own = Pmix.init();
        NodeTopology topology = own.topology();
        assertThat(topology.binding()).isEqualTo(pmix.topology().binding());
        own.close();
        assertThatIllegalStateException().isThrownBy(own::topology);
        assertThatIllegalStateException().isThrownBy(topology::binding);
        assertThatIllegalStateException().isThrownBy(topology::source);
        assertThatIllegalStateException().isThrownBy(() -> topology.locality(pmix.self()));
        assertThatIllegalStateException().isThrownBy(() -> topology.cpus("0"));
    }

    // libpmix does not find the topology again.
    @PmixTest(ranks = 2)
    void aSecondSession() throws IOException {
        try (Pmix pmix = Pmix.init()) {
            bindingIsTheKernels(pmix.topology());
        }
        try (Pmix pmix = Pmix.init()) {
            NodeTopology topology = pmix.topology();
            assertThatExceptionOfType(PmixException.NotSupported.class)
                    .isThrownBy(topology::binding)
                    .withMessageContaining("after the first session");
            assertThatExceptionOfType(PmixException.NotSupported.class).isThrownBy(topology::threadBinding);
            assertThatExceptionOfType(PmixException.NotSupported.class).isThrownBy(topology::source);
            assertThat(topology.cpus("0-3").cardinality()).isEqualTo(4);
            assertThat(topology.locality(pmix.self())).contains(Locality.NODE);
        }
    }

    // --- without a launcher --------------------------------------------------------------------------------------

    @TempDir
    Path work;

    static final class Alone {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                bindingIsTheKernels(pmix.topology());
                assertThat(pmix.topology().locality(pmix.self())).containsExactly(Locality.NODE);
            }
            try (Pmix pmix = Pmix.init()) {
                assertThatExceptionOfType(PmixException.NotSupported.class)
                        .isThrownBy(() -> pmix.topology().binding());
            }
            System.out.println("all is well");
        }
    }

    @Test
    void aloneWithoutALauncher() throws Exception {
        Launched program = Launched.alone(work, Map.of(), Alone.class);
        assertThat(program.output()).contains("all is well");
        assertThat(program.exit()).isZero();
    }
}
