// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryVersionTest {
    @ParameterizedTest
    @CsvSource({
        "'OpenPMIx 7.0.0rc1 (PMIx Standard: 6.1, Stable ABI: 0.0)', 7, 0, 0, rc1",
        "'OpenPMIx 5.0.10, repo rev: v5.0.10', 5, 0, 10, ''",
        "'6.1', 6, 1, 0, ''",
        "'lib2 12.34.56-dev+3', 12, 34, 56, '-dev+3'",
        "'PMIx v4.2.9a1', 4, 2, 9, a1",
    })
    void isFoundInTheWordsOfTheLibrary(String text, int major, int minor, int release, String suffix) {
        assertThat(LibraryVersion.parse(text)).isEqualTo(new LibraryVersion(major, minor, release, suffix));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "OpenPMIx", "OpenPMIx 7", "7.", ".7", "7.x"})
    void mayBeMissing(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LibraryVersion.parse(text));
    }

    @Test
    void isComparedByItsNumbers() {
        LibraryVersion version = LibraryVersion.parse("7.1.2rc3");
        assertThat(version).hasToString("7.1.2rc3");
        assertThat(version.isAtLeast(7, 1)).isTrue();
        assertThat(version.isAtLeast(7, 0)).isTrue();
        assertThat(version.isAtLeast(6, 9)).isTrue();
        assertThat(version.isAtLeast(7, 2)).isFalse();
        assertThat(version.isAtLeast(8, 0)).isFalse();
    }
}
