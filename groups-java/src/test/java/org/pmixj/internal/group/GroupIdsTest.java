// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.data.FenceCall;

/** Names that are made of processes. */
class GroupIdsTest {
    /** So that connections of the ranks 0 and 3, and of 1 and 2, are not one group for the host. */
    @Test
    void eachPairHasItsOwnName() {
        Map<String, List<ProcId>> names = new HashMap<>();
        for (String job : List.of("prterun-node0-4711@1", "prterun-node0-4711@2")) {
            for (int one = 0; one < 64; one++) {
                for (int other = one + 1; other < 64; other++) {
                    List<ProcId> pair = List.of(new ProcId(job, one), new ProcId(job, other));
                    assertThat(names.put(GroupIds.among("id", pair), pair)).isNull();
                    assertThat(names.put(FenceCall.name(FenceCall.Kind.FENCE, pair), pair))
                            .isNull();
                    assertThat(GroupIds.among("id", pair.reversed())).isEqualTo(GroupIds.among("id", pair));
                }
            }
        }
    }
}
