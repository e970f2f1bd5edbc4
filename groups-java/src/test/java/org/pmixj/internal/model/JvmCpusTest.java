// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.internal.base.CpuList;
import org.pmixj.model.ModelResources;

class JvmCpusTest {
    @Test
    void theLongestListIsRead() {
        BitSet set = new BitSet();
        StringBuilder all = new StringBuilder();
        for (int cpu = 0; cpu < ModelResources.MAX_CPUS; cpu++) {
            set.set(cpu, cpu % 2 == 0);
            all.append(cpu).append(cpu < ModelResources.MAX_CPUS - 1 ? "," : "");
        }
        // No set has a longer text: of two CPUs that are neighbours one is in it.
        ModelResources resources = ModelResources.builder().cpuSet(set).build();
        String text = CpuList.cpuset(resources.cpuBits()).cpus();
        assertThat(text.length()).isBetween(150_000, JvmCpus.MAX_TEXT);
        assertThat(JvmCpus.parse(text)).isEqualTo(set);
        // Other programs may name each.
        assertThat(JvmCpus.parse(all.toString()).cardinality()).isEqualTo(ModelResources.MAX_CPUS);
    }

    @Test
    void whatIsNoListIsNotKnown() {
        for (String bad : List.of("0-65536", "65536", "0-2147483647", "99999999999", "3-", "3-1", "-1", "a", "1,,2")) {
            assertThat(JvmCpus.parse(bad)).as(bad).isEqualTo(new BitSet());
        }
        // Each of these ranges costs as much as a list.
        assertThat(JvmCpus.parse("0-65535,".repeat(JvmCpus.MAX_TEXT / 8) + "1")).isEqualTo(new BitSet());
        assertThat(JvmCpus.parse("")).isEqualTo(new BitSet());
        assertThat(JvmCpus.parse("1,3-4").cardinality()).isEqualTo(3);
    }
}
