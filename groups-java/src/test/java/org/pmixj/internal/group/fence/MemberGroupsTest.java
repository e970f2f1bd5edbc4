// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;

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

    /** Only a construct is the same fence as that of another id. */
    @Test
    void anInvitationWaitsForGroupsOfItsIdAlone() {
        MemberGroups groups = new PublishedGroups();
        groups.left("left", List.of());
        long now = Deadline.now();
        assertThat(groups.notBefore("other", true) - now).isPositive();
        assertThat(groups.notBefore("other", false) - now).isNegative();
        assertThat(groups.notBefore("left", false) - now).isBetween(0L, Patience.FIRST_EVENT);
    }
}
