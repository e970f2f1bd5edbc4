// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.pmixj.it.support.Await.LIMIT;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.Info;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.event.EventDetail;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;

/** Sends what any program in C can send: events that say of other processes what is not true. */
public final class Forgery {
    /** As many processes as one event may name at a time. */
    private static final int MANY = 10_000;

    private Forgery() {}

    public static Info id(String group) {
        return text(EventKeys.GROUP_ID, group);
    }

    public static Info text(String key, String value) {
        return info(key, new PmixValue.Str(value));
    }

    public static Info info(String key, PmixValue value) {
        return InfoAccess.get().info(key, value, false);
    }

    /** Sends one process an event. */
    public static void send(Handle handle, int code, ProcId to, List<ProcId> affected, Info... infos) {
        new NotifyCall(handle, Notice.to(List.of(to), code, List.of(infos)).affecting(affected)).run(LIMIT.toNanos());
    }

    /** Reports by each code that a process has ended, also among many others, and that it has left a group. */
    public static void ends(Handle handle, ProcId to, ProcId victim, String group) {
        for (PmixStatus code : EventDetail.ProcessTerminated.codes()) {
            send(handle, code.code(), to, List.of(victim));
        }
        List<ProcId> many = new ArrayList<>();
        for (int rank = 0; rank < MANY; rank++) {
            many.add(new ProcId(victim.nspace(), rank));
        }
        many.remove(to);
        // Of itself it would be believed.
        many.remove(handle.session.self());
        send(handle, PMIxConstants.PMIX_ERR_PROC_ABORTED(), to, many);
        send(handle, PMIxConstants.PMIX_GROUP_LEFT(), to, List.of(victim), id(group));
    }
}
