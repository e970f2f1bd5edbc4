// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.Objects;
import java.util.Optional;
import org.pmixj.ProcId;

/**
 * What a programming model, or the application, does now.
 *
 * @param kind what
 * @param proc the process it happens in
 * @param model the model; empty if the process does not say which
 * @param resources what is used now, as far as it was told
 * @param phaseName the application's name of the phase ({@code PMIX_MODEL_PHASE_NAME})
 * @param phaseType such as {@code matrix multiply} ({@code PMIX_MODEL_PHASE_TYPE})
 */
public record ModelActivity(
        Kind kind,
        ProcId proc,
        Optional<String> model,
        ModelResources resources,
        Optional<String> phaseName,
        Optional<String> phaseType) {
    /** What there is to tell. */
    public enum Kind {
        /** What a model uses has changed ({@code PMIX_MODEL_RESOURCES}). */
        RESOURCES,
        /** A phase was entered ({@code PMIX_MODEL_RESOURCES} with {@code PMIX_MODEL_PHASE_NAME}). */
        PHASE_ENTERED,
        /** A phase was left. The Standard has no way to say so: the event has {@link Models#PHASE_LEFT}. */
        PHASE_LEFT,
        /** An OpenMP parallel region was entered ({@code PMIX_OPENMP_PARALLEL_ENTERED}). */
        PARALLEL_ENTERED,
        /** An OpenMP parallel region has completed ({@code PMIX_OPENMP_PARALLEL_EXITED}). */
        PARALLEL_EXITED,
        /** The process has ended, or its PMIx session has; what it had declared is not listed any more. */
        ENDED
    }

    /** Checks what is given. */
    public ModelActivity {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(proc, "proc");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(resources, "resources");
        Objects.requireNonNull(phaseName, "phaseName");
        Objects.requireNonNull(phaseType, "phaseType");
    }
}
