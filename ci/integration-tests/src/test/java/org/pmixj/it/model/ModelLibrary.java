// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.pmixj.it.support.CCode;

/** A C library that declares a model, {@code native/tests/model-library.c}, compiled and loaded into this process. */
final class ModelLibrary {
    private final CCode code;

    private ModelLibrary(CCode code) {
        this.code = code;
    }

    static ModelLibrary load(Path work) throws Exception {
        return new ModelLibrary(CCode.load(CCode.Compiler.PMIX, work, "model-library.c", List.of()));
    }

    private void call(String name, Object... arguments) {
        assertThat(code.call(name, arguments)).as(name).isZero();
    }

    void init(String model, String name, String version, String threading) {
        call("model_init", model, name, version, threading);
    }

    /** Declares at init what the model uses, too. */
    void initWith(String model, long threads, long cpus, String cpuType, String affinity) {
        call("model_init_with", model, threads, cpus, cpuType, affinity);
    }

    void finish() {
        call("model_finalize");
    }

    void uses(String model, long threads, long cpus, String cpuType, String affinity) {
        call("model_uses", model, threads, cpus, cpuType, affinity);
    }
}
