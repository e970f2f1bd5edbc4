// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
    void veryLongBoundsDoNotOverflow() {
        assertThat(CollectiveBound.own(Duration.ofSeconds(Long.MAX_VALUE))).isPositive();
        assertThat(Operation.toNanos(Duration.ofSeconds(Long.MAX_VALUE))).isPositive();
        // A deadline is the bound plus the clock's reading.
        assertThat(System.nanoTime() + CollectiveBound.own(Duration.ofSeconds(Long.MAX_VALUE)) - System.nanoTime())
                .isPositive();
    }
}
