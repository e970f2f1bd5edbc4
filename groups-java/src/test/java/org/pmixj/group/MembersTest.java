// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;

/** The results are those that MPI 4.1 gives for its groups. */
class MembersTest {
    private static Members members(int... ranks) {
        List<ProcId> procs = new ArrayList<>();
        for (int rank : ranks) {
            procs.add(new ProcId("it", rank));
        }
        return Members.of(procs);
    }

    @Test
    void orderIsKeptAndEachCountsOnce() {
        assertThat(members(3, 1, 3, 2)).isEqualTo(members(3, 1, 2)).hasSize(3);
        assertThat(members(3, 1).rankOf(new ProcId("it", 1))).hasValue(1);
        assertThat(members(3, 1).rankOf(new ProcId("other", 1))).isEmpty();
        assertThat(members(3, 1).contains(new ProcId("it", 3))).isTrue();
        assertThat(members(3, 1).indexOf(new ProcId("it", 9))).isEqualTo(-1);
        assertThat(Members.none()).isEmpty();
        assertThat(Members.of(List.of())).isSameAs(Members.none());
        assertThatIllegalArgumentException().isThrownBy(() -> Members.of(ProcId.all("it")));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> members(1).add(new ProcId("it", 2)));
    }

    @Test
    void sets() {
        assertThat(members(4, 2, 0).union(members(1, 2, 3))).isEqualTo(members(4, 2, 0, 1, 3));
        assertThat(members(4, 2, 0).intersection(members(0, 1, 2))).isEqualTo(members(2, 0));
        assertThat(members(4, 2, 0).difference(members(2, 7))).isEqualTo(members(4, 0));
        assertThat(members(1).difference(members(1))).isSameAs(Members.none());
    }

    @Test
    void ranks() {
        Members ten = members(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(ten.include(6, 0, 3)).isEqualTo(members(6, 0, 3));
        assertThat(ten.includeRange(1, 9, 3)).isEqualTo(members(1, 4, 7));
        assertThat(ten.includeRange(6, 1, -2)).isEqualTo(members(6, 4, 2));
        assertThat(ten.includeRange(3, 2, 1)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> ten.include(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> ten.includeRange(0, 1, 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ten.get(10));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> ten.includeRange(8, 12, 2))
                .withMessage("members: there is no rank 10; give 0 to 9");
    }
}
