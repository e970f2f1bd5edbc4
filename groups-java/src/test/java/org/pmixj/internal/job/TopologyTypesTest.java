// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.CpuList;
import org.pmixj.job.Locality;
import org.pmixj.value.Cpuset;

class TopologyTypesTest {
    @Test
    void localitiesAreTheHeaders() {
        assertThat(Locality.of(PMIxConstants.PMIX_LOCALITY_NONLOCAL())).isEmpty();
        assertThat(Locality.of(PMIxConstants.PMIX_LOCALITY_UNKNOWN())).isEmpty();
        int[] bits = {
            PMIxConstants.PMIX_LOCALITY_SHARE_HWTHREAD(),
            PMIxConstants.PMIX_LOCALITY_SHARE_CORE(),
            PMIxConstants.PMIX_LOCALITY_SHARE_L1CACHE(),
            PMIxConstants.PMIX_LOCALITY_SHARE_L2CACHE(),
            PMIxConstants.PMIX_LOCALITY_SHARE_L3CACHE(),
            PMIxConstants.PMIX_LOCALITY_SHARE_PACKAGE(),
            PMIxConstants.PMIX_LOCALITY_SHARE_NUMA(),
            PMIxConstants.PMIX_LOCALITY_SHARE_NODE()
        };
        assertThat(Locality.values()).hasSameSizeAs(bits);
        for (int i = 0; i < bits.length; i++) {
            assertThat(Locality.of(bits[i])).containsExactly(Locality.values()[i]);
        }
    }

    @Test
    void listsOfCpus() {
        assertThat(set("")).isEqualTo(new BitSet());
        assertThat(set("7").stream()).containsExactly(7);
        assertThat(set("0-2,5,64-65").stream()).containsExactly(0, 1, 2, 5, 64, 65);
        assertThat(set("4-4").stream()).containsExactly(4);
        assertThatIllegalArgumentException().isThrownBy(() -> set("1,3-")).withMessageContaining("without an end");
        assertThatIllegalArgumentException().isThrownBy(() -> set("5-2")).withMessageContaining("before it starts");
    }

    @Test
    void setsOfCpusComeBack() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            BitSet cpus = BitSet.valueOf(new long[] {random.nextLong() & random.nextLong(), random.nextLong()});
            assertThat(CpuList.set(CpuList.cpuset(cpus))).isEqualTo(cpus);
        }
        BitSet some = new BitSet();
        some.set(0, 4);
        some.set(8);
        assertThat(CpuList.cpuset(some).cpus()).isEqualTo("0-3,8");
    }

    private static BitSet set(String list) {
        return CpuList.set(new Cpuset("hwloc", list));
    }
}
