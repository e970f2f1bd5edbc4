// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Names a programming model and the process in which it is active.
 *
 * @param proc the process that has declared the model
 * @param model the model, with its resources as far as they are known
 */
public record DeclaredModel(ProcId proc, ProgrammingModel model) {
    /** Checks that no component is null. */
    public DeclaredModel {
        Checks.notNull("proc", proc, "model", model);
    }

    @Override
    public String toString() {
        return proc + ": " + model;
    }
}
