// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpiringTest {
    private static final long HOUR = 3_600_000_000_000L;

    @Test
    void aValueIsKeptUntilItsTimeIsOver() {
        Expiring<Integer> values = new Expiring<>();
        values.put("a", 1, HOUR);
        values.put("b", 2, 0);
        assertThat(values.find("a")).isEqualTo(1);
        assertThat(values.find("b")).isNull();
        assertThat(values.size()).isEqualTo(1);
        values.remove("a");
        assertThat(values.find("a")).isNull();
    }

    @Test
    void theEarlierValueIsKeptWithItsTimeIfItIsChosen() {
        Expiring<Integer> values = new Expiring<>();
        assertThat(values.merge("a", 2, HOUR, Math::max)).isTrue();
        assertThat(values.merge("a", 1, 0, Math::max)).isTrue();
        assertThat(values.find("a")).isEqualTo(2);
        values.merge("a", 3, HOUR, Math::max);
        assertThat(values.find("a")).isEqualTo(3);
    }

    @Test
    void aFullOneAcceptsKnownIdsAlone() {
        Expiring<Integer> values = new Expiring<>(2);
        values.put("a", 1, HOUR);
        values.put("b", 2, 0);
        assertThat(values.put("c", 3, HOUR)).isTrue();
        assertThat(values.put("d", 4, HOUR)).isFalse();
        assertThat(values.put("a", 5, HOUR)).isTrue();
        assertThat(values.find("a")).isEqualTo(5);
        assertThat(values.find("d")).isNull();
    }
}
