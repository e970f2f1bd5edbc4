// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The numbers of groups of an id and members, which make the names of what their members publish. */
class MemberGroupsTest {
    @Test
    void theOldestOfManyNamesIsForgotten() {
        MemberGroups.constructed("first");
        MemberGroups.constructed("used");
        for (int i = 0; i < 10_000; i++) {
            MemberGroups.constructed("other " + i);
            assertThat(MemberGroups.earlierGroups("used")).isEqualTo(1);
        }
        assertThat(MemberGroups.earlierGroups("other 9999")).isEqualTo(1);
        assertThat(MemberGroups.earlierGroups("first")).isZero();
    }
}
