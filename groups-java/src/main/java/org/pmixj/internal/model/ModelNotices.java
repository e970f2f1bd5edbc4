// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.List;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * Constructs the events that this library sends about models. None reaches default handlers: Open MPI's would abort.
 */
final class ModelNotices {
    private ModelNotices() {}

    /** Returns an event to all within reach. One that is not cached does not reach processes that start later. */
    static NotifyCall of(Handle handle, int code, Reach reach, List<Info> infos, boolean cached) {
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
        return new NotifyCall(handle, new Notice(code, (byte) range, targets, infos, false, cached));
    }

    /** Declares a model to other processes, with the resources that libpmix drops. */
    static NotifyCall declared(Handle handle, ProgrammingModel model, Reach reach) {
        return of(handle, PMIxConstants.PMIX_MODEL_DECLARED(), reach, ModelCodec.all(model, reach), true);
    }

    /** Asks for what was declared before this process could receive it. */
    static NotifyCall ask(Handle handle, Reach reach) {
        List<Info> infos = List.of(ModelCodec.reach(reach), InfoAccess.flag(WireKeys.MODEL_ASKED));
        return of(handle, PMIxConstants.PMIX_MODEL_RESOURCES(), reach, infos, false);
    }

    /** Declares a model again, to processes of one job that have asked. */
    static NotifyCall repeated(Handle handle, ProgrammingModel model, Reach reach, List<ProcId> askers, long number) {
        List<Info> infos = ModelCodec.all(model, reach);
        infos.add(InfoAccess.number(WireKeys.MODEL_AGAIN, number));
        return to(handle, PMIxConstants.PMIX_MODEL_DECLARED(), Reach.JOB, askers, infos, false);
    }

    static NotifyCall resources(Handle handle, ProgrammingModel model, Reach reach) {
        return of(handle, PMIxConstants.PMIX_MODEL_RESOURCES(), reach, ModelCodec.all(model, reach), true);
    }

    /** Reports the end of the session, and returns also if that fails. */
    static void ended(Handle handle, Reach reach) {
        List<Info> infos = List.of(ModelCodec.reach(reach), InfoAccess.flag(WireKeys.MODEL_ENDED));
        try {
            of(handle, PMIxConstants.PMIX_MODEL_RESOURCES(), reach, infos, true).run(Patience.FAREWELL);
        } catch (RuntimeException e) {
            Log.warning("programming models: others do not receive the end of this session: " + e.getMessage());
        }
    }
}
