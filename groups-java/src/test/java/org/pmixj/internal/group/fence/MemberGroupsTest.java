// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;

/** The numbers of groups of an id and members, which make the names of what their members publish. */
class MemberGroupsTest {
    private static final ProcId OTHER = new ProcId("test", 1);
    private static final ProcId THIRD = new ProcId("test", 2);

    private final MemberGroups groups = new PublishedGroups();

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

    private long wait(String id, boolean isCollective) {
        return groups.notBefore(id, isCollective) - Deadline.now();
    }

    /** Only a construct is the same fence as that of another id. */
    @Test
    void anInvitationWaitsForGroupsOfItsIdAlone() {
        MemberGroups.leaves("left", 1, Members.of(OTHER));
        assertThat(wait("other", true)).isBetween(1L, Patience.FIRST_EVENT);
        assertThat(wait("other", false)).isNegative();
        assertThat(wait("left", false)).isBetween(1L, Patience.FIRST_EVENT);
    }

    private void leave(long instance, ProcId member) {
        assertThat(groups.isOfEarlier("all leave", member, instance)).isFalse();
    }

    @Test
    void nobodyWaitsForAGroupThatAllHaveLeft() {
        MemberGroups.leaves("all leave", 1, Members.of(OTHER, THIRD));
        leave(1, OTHER);
        leave(1, OTHER);
        // From an earlier group of the id.
        leave(2, THIRD);
        assertThat(wait("all leave", false)).isPositive();
        leave(1, THIRD);
        assertThat(wait("all leave", false)).isNegative();
        // The answer of the server to the own leave, which comes last, begins no wait.
        groups.left("all leave", List.of(OTHER, THIRD));
        assertThat(wait("all leave", false)).isNegative();
    }
}
