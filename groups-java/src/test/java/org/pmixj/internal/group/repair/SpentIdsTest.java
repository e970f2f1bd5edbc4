// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpentIdsTest {
    private static final long HOUR = 3_600_000_000_000L;

    @Test
    @SuppressWarnings("NullAway") // nobody is notified
    void aShorterOperationEndsNothingEarlier() {
        SpentIds ids = new SpentIds(null, null);
        ids.spend("a", HOUR);
        // A construct of a short timeout, which had another name for libpmix.
        ids.spend("a", 1);
        assertThat(ids.isSpent("a")).isTrue();
        ids.spend("b", 1);
        ids.spend("b", HOUR);
        assertThat(ids.isSpent("b")).isTrue();
    }
}
