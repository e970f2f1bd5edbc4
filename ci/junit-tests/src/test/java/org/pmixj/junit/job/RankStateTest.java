// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RankStateTest {
    private static RankState ended(int status) {
        return new RankState(0, true, true, null, OptionalInt.of(status), 0);
    }

    @Test
    void aStatusOfASignal() {
        for (int signal : new int[] {1, 9, 15, 64}) {
            assertThat(ended(128 + signal).endedBySignal()).isTrue();
            assertThat(ended(128 + signal).describeStatus()).isEqualTo("by signal " + signal);
        }
    }

    @Test
    void aStatusOfAnExit() {
        // 255 is that of System.exit(-1).
        for (int status : new int[] {0, 1, 128, 193, 255}) {
            assertThat(ended(status).endedBySignal()).isFalse();
            assertThat(ended(status).describeStatus()).isEqualTo("with exit status " + status);
        }
    }
}
