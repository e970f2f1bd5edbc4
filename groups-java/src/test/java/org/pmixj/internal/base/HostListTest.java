// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmixj.PmixException;

class HostListTest {
    @Test
    void names() {
        assertThat(HostList.names("node0,node1,n2")).containsExactly("node0", "node1", "n2");
        assertThat(HostList.names("one")).containsExactly("one");
        assertThat(HostList.names("")).isEmpty();
        assertThat(HostList.names(",a,,b,")).containsExactly("a", "b");
    }

    @Test
    void ranks() {
        assertThat(HostList.ranks("0,2,1")).containsExactly(0, 2, 1);
        assertThat(HostList.ranks("2147483647")).containsExactly(Integer.MAX_VALUE);
        assertThat(HostList.ranks("")).isEmpty();
        int[] many = IntStream.range(0, 1000).toArray();
        assertThat(HostList.ranks(IntStream.of(many).mapToObj(Integer::toString).collect(Collectors.joining(","))))
                .isEqualTo(many);
    }

    @Test
    void whatIsNoRankIsAnException() {
        for (String list : new String[] {"a", "1,x", "-1", "1 2", "4294967294"}) {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> HostList.ranks(list))
                    .withMessageContaining(list);
        }
    }
}
