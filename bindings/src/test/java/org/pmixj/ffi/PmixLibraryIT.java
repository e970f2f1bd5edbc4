// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The loader with the libpmix installed here. */
class PmixLibraryIT {
    @BeforeAll
    static void needsLibrary() {
        try {
            PmixLibrary.load();
        } catch (PmixLibraryException e) {
            assumeTrue(Boolean.getBoolean("pmixj.required"), "not run: " + e.getMessage());
            throw e;
        }
    }

    @Test
    void tellsItsVersion() {
        assertThat(PmixLibrary.version()).startsWith("OpenPMIx ");
    }

    @Test
    void aMissingFunctionIsNamedWithTheRunningVersion() {
        assertThat(PmixLibrary.has("PMIx_Init")).isTrue();
        assertThat(PmixLibrary.has("PMIx_No_such_function")).isFalse();
        assertThat(PmixLibrary.unlinked("PMIx_No_such_function", new NoClassDefFoundError()))
                .hasMessageContaining("PMIx_No_such_function is not in the running libpmix (OpenPMIx ")
                .hasCauseInstanceOf(NoClassDefFoundError.class);
    }
}
