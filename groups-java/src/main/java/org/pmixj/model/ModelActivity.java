// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.Optional;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Describes a change of a programming model, a phase or a parallel region, as a listener receives it.
 *
 * @param kind the kind of change
 * @param proc the process in which it happens
 * @param model the name of the model; empty if the process does not report it
 * @param resources the resources used now, as far as they are reported
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
    /** Names the kinds of changes. */
    public enum Kind {
        /** The resources that a model uses have changed ({@code PMIX_MODEL_RESOURCES}). */
        RESOURCES,
        /** A phase was entered ({@code PMIX_MODEL_RESOURCES} with {@code PMIX_MODEL_PHASE_NAME}). */
        PHASE_ENTERED,
        /** A phase was left. The Standard has no event for it: this one has {@link Models#PHASE_LEFT}. */
        PHASE_LEFT,
        /** An OpenMP parallel region was entered ({@code PMIX_OPENMP_PARALLEL_ENTERED}). */
        PARALLEL_ENTERED,
        /** An OpenMP parallel region has completed ({@code PMIX_OPENMP_PARALLEL_EXITED}). */
        PARALLEL_EXITED,
        /** The process, or its PMIx session, has ended. Its models are not listed any more. */
        ENDED
    }

    /** Checks that no component is null. */
    public ModelActivity {
        Checks.notNull("kind", kind, "proc", proc, "model", model, "resources", resources);
        Checks.notNull("phaseName", phaseName, "phaseType", phaseType);
    }

    /** {@return a description such as {@code phase 'solve' (cfd) entered by OpenMP in job:3: 4 threads}} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        switch (kind) {
            case RESOURCES -> text.append("resources reported");
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
