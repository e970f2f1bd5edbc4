// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.Optional;
import org.pmixj.internal.base.Checks;

/**
 * Selects who receives the events of a phase or parallel region, and the model it belongs to. Immutable.
 *
 * {@snippet file="ModelSnippets.java" region="options"}
 *
 * @param reach the processes that receive the events
 * @param model the model, which Java must have declared in this process; if it is empty, the one model that this handle
 *     has declared, or no model if there are several
 */
public record ActivityOptions(Reach reach, Optional<ProgrammingModel> model) {
    /** Checks that no component is null. */
    public ActivityOptions {
        Checks.notNull("reach", reach, "model", model);
    }

    /**
     * {@return options that name no model}
     *
     * @param reach the processes that receive the events
     */
    public static ActivityOptions to(Reach reach) {
        return new ActivityOptions(reach, Optional.empty());
    }

    /**
     * {@return the same options for a model}
     *
     * @param declared a model that Java has declared in this process
     */
    public ActivityOptions by(ProgrammingModel declared) {
        return new ActivityOptions(reach, Optional.of(declared));
    }
}
