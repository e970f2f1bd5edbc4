// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.Objects;
import org.pmixj.ProcId;

/**
 * Represents a programming model, and the process it is active in.
 *
 * @param proc the process that has declared it
 * @param model the model, with its resources as far as they are known
 */
public record DeclaredModel(ProcId proc, ProgrammingModel model) {
    /** Checks the components. */
    public DeclaredModel {
        Objects.requireNonNull(proc, "proc");
        Objects.requireNonNull(model, "model");
    }

    @Override
    public String toString() {
        return proc + ": " + model;
    }
}
