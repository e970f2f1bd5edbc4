// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.pmixj.it.support.CCode;

/** A C library that uses MPI and OpenMP, {@code native/tests/mpi-half.c}, compiled and loaded into this process. */
final class MpiHalf {
    private final CCode code;

    private MpiHalf(CCode code) {
        this.code = code;
    }

    /**
     * Loads it.
     *
     * @param openMp the runtime of OpenMP, {@code -lgomp} or {@code -lomp}
     */
    static MpiHalf load(Path work, String openMp) throws Exception {
        return new MpiHalf(CCode.load(CCode.Compiler.MPI, work, "mpi-half.c", List.of("-fopenmp"), openMp));
    }

    void init() {
        init(true);
    }

    /**
     * Initialises MPI.
     *
     * @param multiple whether several threads are going to use it
     */
    void init(boolean multiple) {
        assertThat(code.call("half_init", multiple ? 1 : 0)).isZero();
    }

    boolean isInitialized() {
        return code.call("half_is_initialized") == 1;
    }

    int rank() {
        return code.call("half_rank");
    }

    int sum(int own, int threads) {
        return code.call("half_sum", own, threads);
    }

    int ring(int rounds) {
        return code.call("half_ring", rounds);
    }

    void finish() {
        assertThat(code.call("half_finalize")).isZero();
    }
}
