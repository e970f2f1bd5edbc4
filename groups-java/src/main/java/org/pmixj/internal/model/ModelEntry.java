// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.call.Handle;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;

/** A model of a process. Guarded by the {@link ModelTable}. */
public final class ModelEntry {
    public final ProcId proc;
    /** Without what it uses. */
    final ProgrammingModel model;

    ModelResources resources = ModelResources.none();
    /** Of the event that has told what it uses. */
    long sequence;
    /** All that it uses was told, not only some. */
    boolean whole;
    /** The handle that has declared it, if it was one of this process. */
    public @Nullable Handle owner;
    /** It is known to be on this node, from who was told. */
    boolean here;

    ModelEntry(ProcId proc, ProgrammingModel model) {
        this.proc = proc;
        this.model = model;
    }

    /** Whether an event, which need not tell all, is about this model. */
    boolean isMeant(ProcId source, @Nullable ProgrammingModel told) {
        return proc.equals(source)
                && (told == null
                        || (told.name().equals(model.name())
                                && (told.library().isEmpty() || told.library().equals(model.library()))
                                && (told.version().isEmpty() || told.version().equals(model.version()))
                                && (told.threading().isEmpty()
                                        || told.threading().equals(model.threading()))));
    }

    /**
     * Something was told of what it uses.
     *
     * @param all whether it is all of it
     */
    void use(ModelResources told, boolean all, long number) {
        if (number == 0 || number >= sequence) {
            resources = all ? told : ModelCodec.merge(resources, told);
            whole |= all;
            sequence = Math.max(sequence, number);
        }
    }

    /** What was told of it before it was declared. */
    void use(ModelEntry early) {
        use(early.resources, early.whole, early.sequence);
    }

    public DeclaredModel view() {
        return new DeclaredModel(proc, model.withResources(resources));
    }
}
