// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectiveBoundTest {
    @Test
    void countsWholeSecondsRoundedUp() {
        assertThat(CollectiveBound.seconds(Duration.ofSeconds(5))).isEqualTo(5);
        assertThat(CollectiveBound.seconds(Duration.ofMillis(5001))).isEqualTo(6);
        assertThat(CollectiveBound.seconds(Duration.ofNanos(1))).isEqualTo(1);
    }

    @Test
    void ourClockRunsLongerThanTheLibrarys() {
        assertThat(CollectiveBound.own(Duration.ofMillis(5001))).isEqualTo(7_000_000_000L);
    }

    @Test
    void veryLongBoundsAreTheLongestThereIs() {
        for (Duration bound : List.of(Duration.ofSeconds(Long.MAX_VALUE), ChronoUnit.FOREVER.getDuration())) {
            assertThat(CollectiveBound.seconds(bound)).isEqualTo(Integer.MAX_VALUE);
            assertThat(CollectiveBound.own(bound)).isEqualTo(Integer.MAX_VALUE * 1_000_000_000L + 1_000_000_000L);
            assertThat(Deadline.toNanos(bound)).isPositive();
        }
    }
}
