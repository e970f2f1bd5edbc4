// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcIdTest {
    @Test
    void isNamespaceAndRank() {
        assertThat(new ProcId("job@1", 3)).hasToString("job@1:3").isEqualTo(new ProcId("job@1", 3));
        assertThat(ProcId.all("job@1")).hasToString("job@1:*").matches(ProcId::isWildcard);
        assertThat(new ProcId("a", 1)).isLessThan(new ProcId("a", 2)).isGreaterThan(ProcId.all("a"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -3, Integer.MIN_VALUE})
    void refusesNegativeRanks(int rank) {
        assertThatIllegalArgumentException().isThrownBy(() -> new ProcId("job", rank));
    }

    @Test
    void refusesNamespacesTheNativeArrayCannotHold() {
        assertThat(new ProcId("x".repeat(255), 0).nspace()).hasSize(255);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProcId("x".repeat(256), 0))
                .withMessageContaining("256 bytes");
        // 128 characters, but two bytes each.
        assertThat(new ProcId("ü".repeat(127), 0).nspace()).hasSize(127);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProcId("ü".repeat(128), 0))
                .withMessageContaining("256 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> new ProcId("", 0)).withMessageContaining("empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProcId("a\0b", 0))
                .withMessageContaining("NUL");
        assertThatNullPointerException().isThrownBy(() -> new ProcId(null, 0));
    }
}
