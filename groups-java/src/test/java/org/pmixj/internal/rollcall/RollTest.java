// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;

/** Tests who takes part in a collective, and who asks. */
class RollTest {
    private static final ProcId SELF = proc(2);
    private static final ToIntFunction<String> SIZES =
            nspace -> Map.of("job", 5).getOrDefault(nspace, 0);

    private static ProcId proc(int rank) {
        return new ProcId("job", rank);
    }

    @Test
    void aJobThatIsNamedAsAWhole() {
        Roll roll = Roll.of(SELF, List.of(ProcId.all("job")), SIZES);
        assertThat(roll.others()).containsExactly(proc(0), proc(1), proc(3), proc(4));
        assertThat(roll.asking()).containsExactly(proc(0), proc(1), proc(2));
        assertThat(roll.includesSelf()).isTrue();
        assertThat(roll.isBefore(proc(0), SELF)).isTrue();
        assertThat(roll.isBefore(SELF, SELF)).isFalse();
        assertThat(roll.isBefore(proc(3), SELF)).isFalse();
    }

    @Test
    void aJobOfUnknownSizeIsNotNobody() {
        Roll roll = Roll.of(SELF, List.of(SELF, ProcId.all("unknown")), SIZES);
        assertThat(roll.others()).containsExactly(ProcId.all("unknown"));
        assertThat(roll.includes(new ProcId("unknown", 7))).isTrue();
        assertThat(roll.asking()).containsExactly(SELF);
        Absent absent = Absent.of(List.of(), List.copyOf(roll.others()), List.of());
        assertThat(absent.why()).isEqualTo(Absent.UNKNOWN.why());
        assertThat(absent.silent()).isEmpty();
    }

    @Test
    void strangersDoNotTakePart() {
        Roll roll = Roll.of(SELF, List.of(proc(0), proc(1)), SIZES);
        assertThat(roll.includes(proc(0))).isTrue();
        assertThat(roll.includes(proc(4))).isFalse();
        assertThat(roll.includesSelf()).isFalse();
    }

    /** libpmix drops a message to some processes if one of them does not exist. */
    @Test
    void oneThatDoesNotExistDoesNotSilenceTheOthers() {
        ProcId other = new ProcId("other", 9);
        assertThat(Roll.receivers(List.of(proc(0), proc(5), other, proc(4)), SIZES))
                .containsExactly(List.of(proc(0), proc(4)), List.of(other));
        Roll roll = Roll.of(SELF, List.of(SELF, proc(5)), SIZES);
        assertThat(roll.others()).containsExactly(proc(5));
        assertThat(roll.asking()).containsExactly(SELF);
    }

    @Test
    void theFirstOnesAsk() {
        List<ProcId> procs =
                IntStream.range(0, 5).mapToObj(rank -> proc(4 - rank)).toList();
        assertThat(Roll.of(proc(4), procs, SIZES).asking()).containsExactly(proc(0), proc(1), proc(2));
    }
}
