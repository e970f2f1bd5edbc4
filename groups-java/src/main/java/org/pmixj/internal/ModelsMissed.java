// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.List;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * What others declare after another library of this process, Open MPI, has a handler for it and before this one has: its
 * handler is told, and the server keeps it no longer. So others are asked to tell it once more.
 */
final class ModelsMissed {
    /** A server that does not answer is not waited for. */
    private static final long ANSWER_NANOS = 10_000_000_000L;

    private ModelsMissed() {}

    static void ask(Context context, long nanos) {
        if (!context.session.singleton()) {
            ModelEvent.ask(context, Reach.NODE).run(nanos);
            ModelEvent.ask(context, Reach.JOB).run(nanos);
        }
    }

    /** Tells one that has asked. */
    record Answer(Context context, ProcId asker, List<ProgrammingModel> models, Reach reach) implements Runnable {
        @Override
        public void run() {
            try {
                for (ProgrammingModel model : models) {
                    ModelEvent.again(context, model, reach, asker).run(ANSWER_NANOS);
                }
            } catch (PmixException | IllegalStateException e) {
                // One of the two ends.
                Log.warning("programming models: " + e.getMessage());
            }
        }
    }
}
