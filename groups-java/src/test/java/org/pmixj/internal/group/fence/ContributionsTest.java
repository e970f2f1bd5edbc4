// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;

class ContributionsTest {
    @Test
    void theFirstMembersOfOtherNamespacesGiveOtherContextIds() {
        Set<Long> ids = new HashSet<>();
        int all = 0;
        for (int job = 1; job <= 50; job++) {
            for (int rank = 0; rank < 20; rank++) {
                for (long number = 1; number <= 20; number++) {
                    ids.add(Contributions.contextId(new ProcId("prterun-node-4711@" + job, rank), number));
                    all++;
                }
            }
        }
        assertThat(ids).hasSize(all).noneMatch(id -> id < 0);
    }
}
