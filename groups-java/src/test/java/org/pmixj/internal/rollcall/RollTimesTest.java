// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pmixj.internal.base.Deadline;

/** A question ends before the timeout of those who ask. */
class RollTimesTest {
    private static final long SECOND = 1_000_000_000L;

    /** Also one that the last stand-in asks, and about a process that does not answer. */
    @Test
    void allStepsFitIntoTheTimeThatIsLeft() {
        for (long left : new long[] {SECOND / 10, SECOND, 3 * SECOND}) {
            RollTimes times = RollTimes.of(left);
            assertThat(times.report() + times.quiet()).isLessThanOrEqualTo(times.limit());
            assertThat(times.limit()).isLessThan(left);
            assertThat(times.report() + times.standIn()).isLessThan(times.quiet() + times.report());
        }
        assertThat(RollTimes.of(-1)).isEqualTo(RollTimes.of(0));
        // Another process states what is left.
        assertThat(RollTimes.of(Long.MAX_VALUE)).isEqualTo(RollTimes.of(3 * SECOND));
    }

    @Test
    void theLastPartOfATimeout() {
        assertThat(Deadline.lastPartNanos(Duration.ofSeconds(60))).isEqualTo(3 * SECOND);
        assertThat(Deadline.lastPartNanos(Duration.ofSeconds(2))).isEqualTo(SECOND + SECOND / 2);
        // As libpmix counts it, 1 s.
        assertThat(Deadline.lastPartNanos(Duration.ofMillis(1))).isEqualTo(SECOND + SECOND / 4);
        assertThat(Deadline.lastPartNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(3 * SECOND);
    }
}
