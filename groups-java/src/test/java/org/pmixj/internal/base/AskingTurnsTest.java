// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the members of a group ask the host about each other, while a collective waits. */
class AskingTurnsTest {
    /** The members that ask at a time. Each answer is as long as the job is large. */
    private static final int ASKING = 32;

    /** Half a minute, and more. */
    private static final int INTERVALS = 100;

    private static long asking(int size, int interval) {
        return IntStream.range(0, size)
                .filter(index -> new AskingTurns(index, size).isDue(interval))
                .count();
    }

    private static List<Integer> turns(int index, int size) {
        return IntStream.rangeClosed(0, INTERVALS)
                .filter(interval -> new AskingTurns(index, size).isDue(interval))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 31, ASKING})
    void allMembersOfASmallGroupAsk(int size) {
        for (int index = 0; index < size; index++) {
            assertThat(turns(index, size)).containsExactly(1, 2, 4, 8, 16, 32, 48, 64, 80, 96);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {33, 64, 100, 512, 5000})
    void fewMembersOfALargeGroupAskAtATime(int size) {
        for (int interval = 0; interval <= INTERVALS; interval++) {
            assertThat(asking(size, interval)).isLessThanOrEqualTo(ASKING);
        }
        // At once, and not only when all have had their turns.
        assertThat(asking(size, 1)).isPositive();
    }

    @Test
    void eachMemberOfALargeGroupAsksInTheEnd() {
        for (int index = 0; index < 512; index++) {
            int first = 1 + index % 16;
            assertThat(turns(index, 512)).startsWith(first, first + 16, first + 48);
        }
    }
}
