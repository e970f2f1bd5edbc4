// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.call.Handle;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;

/** Keeps what is known of a model of a process. Guarded by the {@link ModelTable}. */
final class ModelEntry {
    final ProcId proc;
    /** Without resources. */
    final ProgrammingModel model;

    ModelResources resources = ModelResources.none();
    /** The number of the event that has reported the resources. */
    long sequence;
    /** Whether all resources were reported, not only some. */
    boolean whole;
    /** The handle of this process that has declared it, if any. */
    @Nullable
    Handle owner;
    /** Whether its process is known to be on this node, because the event was sent to the node. */
    boolean here;

    ModelEntry(ProcId proc, ProgrammingModel model) {
        this.proc = proc;
        this.model = model;
    }

    /** Returns whether an event, which may name only parts of a model or none, is about this one. */
    boolean matches(ProcId source, @Nullable ProgrammingModel named) {
        return proc.equals(source)
                && (named == null
                        || (named.name().equals(model.name())
                                && (named.library().isEmpty() || named.library().equals(model.library()))
                                && (named.version().isEmpty() || named.version().equals(model.version()))
                                && (named.threading().isEmpty()
                                        || named.threading().equals(model.threading()))));
    }

    /** Applies reported resources, all of the model or some, unless newer ones are known. */
    void use(ModelResources reported, boolean all, long number) {
        if (number == 0 || number >= sequence) {
            resources = all ? reported : ModelCodec.merge(resources, reported);
            whole |= all;
            sequence = Math.max(sequence, number);
        }
    }

    DeclaredModel view() {
        return new DeclaredModel(proc, model.withResources(resources));
    }
}
