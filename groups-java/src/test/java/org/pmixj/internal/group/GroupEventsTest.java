// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.ProcId;
import org.pmixj.group.Members;

/** Whom the members of a group ask when all of them ask some. */
class GroupEventsTest {
    private static Members members(int size) {
        return Members.of(IntStream.range(0, size)
                .mapToObj(rank -> new ProcId("job", rank))
                .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 512})
    void eachMemberIsAskedAsOftenAsAnyOther(int size) {
        Members members = members(size);
        List<ProcId> asked = new ArrayList<>();
        for (ProcId self : members) {
            List<ProcId> next = GroupEvents.next(members, self, 3);
            assertThat(next).hasSize(3).doesNotHaveDuplicates().doesNotContain(self);
            asked.addAll(next);
        }
        for (ProcId member : members) {
            assertThat(Collections.frequency(asked, member)).isEqualTo(3);
        }
    }

    @Test
    void fewMembersAskAllOthers() {
        assertThat(GroupEvents.next(members(1), new ProcId("job", 0), 3)).isEmpty();
        assertThat(GroupEvents.next(members(3), new ProcId("job", 1), 3))
                .containsExactly(new ProcId("job", 2), new ProcId("job", 0));
    }
}
