// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.Objects;
import java.util.Optional;
import org.pmixj.ProcId;

/**
 * Describes what a programming model, or the application, does now.
 *
 * @param kind what
 * @param proc the process it happens in
 * @param model the model; empty if the process does not say which
 * @param resources what is used now, as far as it was reported
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
    /** Lists what can be reported. */
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

    /** Checks the components. */
    public ModelActivity {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(proc, "proc");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(resources, "resources");
        Objects.requireNonNull(phaseName, "phaseName");
        Objects.requireNonNull(phaseType, "phaseType");
    }

    /**
     * Returns in words.
     *
     * @return such as {@code phase 'solve' (cfd) entered by OpenMP in job:3: 4 threads}
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        switch (kind) {
            case RESOURCES -> text.append("resources told");
            case PHASE_ENTERED -> phase(text.append("phase")).append(" entered");
            case PHASE_LEFT -> phase(text.append("phase")).append(" left");
            case PARALLEL_ENTERED -> region(text).append(" entered");
            case PARALLEL_EXITED -> region(text).append(" left");
            case ENDED -> text.append("end");
        }
        model.ifPresent(name -> text.append(" by ").append(name));
        text.append(kind == Kind.ENDED ? " of " : " in ").append(proc);
        if (!resources.isEmpty()) {
            text.append(": ").append(resources);
        }
        return text.toString();
    }

    private StringBuilder region(StringBuilder text) {
        text.append("parallel region");
        return phaseName.isEmpty() && phaseType.isEmpty() ? text : phase(text.append(" of phase"));
    }

    private StringBuilder phase(StringBuilder text) {
        phaseName.ifPresent(name -> text.append(" '").append(name).append('\''));
        phaseType.ifPresent(type -> text.append(" (").append(type).append(')'));
        return text;
    }
}
