// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.List;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.event.NotifyCall;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** The events that this library tells of models. None is for default handlers, with which an Open MPI rank would end. */
public final class ModelEvent {
    /** A server that does not answer is not waited for at the end. */
    static final long FAREWELL_NANOS = 2_000_000_000L;

    private ModelEvent() {}

    private static NotifyCall of(Handle handle, int code, Reach reach, List<Info> infos, boolean cached) {
        List<ProcId> targets =
                reach == Reach.JOB ? List.of(ProcId.all(handle.session.self().nspace())) : List.of();
        return to(handle, code, reach, targets, infos, cached);
    }

    private static NotifyCall to(
            Handle handle, int code, Reach reach, List<ProcId> targets, List<Info> infos, boolean cached) {
        int range = switch (reach) {
            case PROCESS -> PMIxConstants.PMIX_RANGE_PROC_LOCAL();
            case NODE -> PMIxConstants.PMIX_RANGE_LOCAL();
            case JOB -> PMIxConstants.PMIX_RANGE_CUSTOM();
        };
        return new NotifyCall(handle, code, (byte) range, targets, List.of(), infos, null, false, cached);
    }

    /** For those beyond this process: what libpmix has told this process, and what it has not. */
    static NotifyCall declared(Handle handle, ProgrammingModel model, Reach reach) {
        return of(handle, PMIxConstants.PMIX_MODEL_DECLARED(), reach, ModelCodec.all(model, reach), true);
    }

    /** What was declared before this process could know. */
    public static NotifyCall ask(Handle handle, Reach reach) {
        List<Info> infos = List.of(ModelCodec.reach(reach), ModelCodec.flag(ModelCodec.ASKED));
        return of(handle, PMIxConstants.PMIX_MODEL_RESOURCES(), reach, infos, false);
    }

    public static NotifyCall again(
            Handle handle, ProgrammingModel model, Reach reach, List<ProcId> askers, long number) {
        List<Info> infos = ModelCodec.all(model, reach);
        infos.add(ModelCodec.count(ModelCodec.AGAIN, number));
        return to(handle, PMIxConstants.PMIX_MODEL_DECLARED(), Reach.JOB, askers, infos, false);
    }

    static NotifyCall resources(Handle handle, ProgrammingModel model, Reach reach) {
        return of(handle, PMIxConstants.PMIX_MODEL_RESOURCES(), reach, ModelCodec.all(model, reach), true);
    }

    /** What is over when it is told is not kept. */
    static NotifyCall activity(Handle handle, int code, Reach reach, List<Info> infos) {
        return of(handle, code, reach, infos, false);
    }

    static void ended(Handle handle, Reach reach) {
        List<Info> infos = List.of(ModelCodec.reach(reach), ModelCodec.flag(ModelCodec.ENDED));
        try {
            of(handle, PMIxConstants.PMIX_MODEL_RESOURCES(), reach, infos, true).run(FAREWELL_NANOS);
        } catch (RuntimeException e) {
            // Whatever it is, the session ends.
            Log.warning("programming models: " + e.getMessage());
        }
    }
}
