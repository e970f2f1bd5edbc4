// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    @Test
    void countsWholeSecondsRoundedUp() {
        assertThat(Deadline.seconds(Duration.ofSeconds(5))).isEqualTo(5);
        assertThat(Deadline.seconds(Duration.ofMillis(5001))).isEqualTo(6);
        assertThat(Deadline.seconds(Duration.ofNanos(1))).isEqualTo(1);
    }

    @Test
    void ourClockRunsLongerThanTheLibrarys() {
        assertThat(Deadline.collectiveNanos(Duration.ofMillis(5001))).isEqualTo(7_000_000_000L);
    }

    @Test
    void veryLongBoundsAreTheLongestThereIs() {
        for (Duration bound : List.of(Duration.ofSeconds(Long.MAX_VALUE), ChronoUnit.FOREVER.getDuration())) {
            assertThat(Deadline.seconds(bound)).isEqualTo(Integer.MAX_VALUE);
            assertThat(Deadline.collectiveNanos(bound)).isEqualTo(Integer.MAX_VALUE * 1_000_000_000L + 1_000_000_000L);
            assertThat(Deadline.toNanos(bound)).isPositive();
        }
    }
}
