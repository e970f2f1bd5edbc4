// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.checks.Golden;

/** Compares the API of each library with its committed text. A change that is wanted needs a line in CHANGELOG.md too. */
class ApiSignatureIT {
    @ParameterizedTest
    @CsvSource({
        "groups-java, org.pmixj.Pmix",
        "launch, org.pmixj.launch.ClassCache",
        "collectives, org.pmixj.collectives.Collectives",
        "elastic, org.pmixj.elastic.Elastic",
        "ci/junit, org.pmixj.junit.PmixTest",
        "adapters/mpj, org.pmixj.mpj.MpjRun",
        "adapters/jgroups, org.pmixj.jgroups.PmixPing",
        "adapters/metrics, org.pmixj.metrics.PmixMetrics",
        "adapters/mpi, org.pmixj.mpi.Mpi"
    })
    void theApiIsAsCommitted(String folder, String member) throws Exception {
        Golden.check(Path.of("../..", folder, "API.txt"), ApiSignature.ofModule(Class.forName(member)));
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
