// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the API of each library with its committed text, so that nobody changes it without seeing it. */
class ApiSignatureIT {
    @ParameterizedTest
    @CsvSource({
        "groups-java, org.pmixj.Pmix",
        "ci/junit, org.pmixj.junit.PmixTest",
        "adapters/mpj, org.pmixj.mpj.MpjRun",
        "adapters/jgroups, org.pmixj.jgroups.PmixPing"
    })
    void theApiIsAsCommitted(String folder, String member) throws Exception {
        Path committed = Path.of("../..", folder, "API.txt");
        Path now = Path.of("../..", folder, "target/API.txt");
        Files.writeString(now, ApiSignature.ofModule(Class.forName(member)));
        assertThat(now)
                .as("if the change is wanted, copy %s/target/API.txt to %s, and say it in CHANGELOG.md", folder, folder)
                .hasSameTextualContentAs(committed);
    }

    @Test
    void theTextHasWhatATypeOffers() {
        assertThat(ApiSignature.of(Set.of(Example.class.getPackageName()), Example.class)
                        .lines())
                .containsExactly(
                        "public abstract class org.pmixj.it.release.Example<T extends Comparable<T>>"
                                + " extends Thread implements AutoCloseable",
                        "    @Deprecated public abstract <X extends Exception> @Nullable String first(int[], String...) throws X",
                        "    protected Example(List<? extends @Nullable T>)",
                        "    protected final List<? extends @Nullable T> values",
                        "    public static final int NUMBER = 3",
                        "    public void close()");
    }
}
