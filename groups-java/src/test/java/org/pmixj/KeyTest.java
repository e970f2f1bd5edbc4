// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class KeyTest {
    @Test
    void isNameAndType() {
        assertThat(Key.of("myapp.k", ValueType.STRING))
                .isEqualTo(Key.of("myapp.k", ValueType.STRING))
                .isNotEqualTo(Key.of("myapp.k", ValueType.BOOL))
                .hasToString("myapp.k (STRING)");
    }

    @Test
    void refusesNamesTheLibraryCannotTake() {
        assertThat(Key.of("k".repeat(511), ValueType.BOOL).name()).hasSize(511);
        assertThatIllegalArgumentException().isThrownBy(() -> Key.of("k".repeat(512), ValueType.BOOL));
        assertThatIllegalArgumentException().isThrownBy(() -> Key.of("€".repeat(171), ValueType.BOOL));
        assertThatIllegalArgumentException().isThrownBy(() -> Key.of("", ValueType.BOOL));
        assertThatIllegalArgumentException().isThrownBy(() -> Key.of("a\0", ValueType.BOOL));
        assertThatIllegalArgumentException().isThrownBy(() -> Key.of("pmix.mine", ValueType.BOOL));
        assertThatNullPointerException().isThrownBy(() -> Key.of(null, ValueType.BOOL));
        assertThatNullPointerException().isThrownBy(() -> Key.of("k", null));
    }

    @Test
    void anAttributeOfANewerLibraryIsAKeyToo() {
        assertThat(Key.standard("pmix.job.size", ValueType.UINT32)).isEqualTo(Keys.JOB_SIZE);
        assertThatIllegalArgumentException().isThrownBy(() -> Key.standard("myapp.k", ValueType.BOOL));
        assertThatIllegalArgumentException().isThrownBy(() -> Key.standard("pmix\0", ValueType.BOOL));
        assertThatNullPointerException().isThrownBy(() -> Key.standard("pmix.k", null));
    }
}
