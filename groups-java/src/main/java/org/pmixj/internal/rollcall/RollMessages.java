// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.notice.ReceivedEvent;

/** Writes and reads the messages of {@link RollCall}. */
final class RollMessages {
    private RollMessages() {}

    /** Sends a message about a collective, and returns at once. */
    static void send(Handle handle, String name, List<ProcId> to, List<Info> content) {
        List<Info> infos = new ArrayList<>(content);
        infos.add(InfoAccess.text(WireKeys.ROLL, name));
        NotifyCall.send(handle, EventCodes.ROLL_CALL, to, infos);
    }

    static List<Info> question(Gathering gathering) {
        return List.of(
                InfoAccess.number(WireKeys.ROLL_NUMBER, gathering.number),
                InfoAccess.number(WireKeys.ROLL_WAITED, gathering.waited()));
    }

    static List<Info> answer(long number, int state) {
        return List.of(InfoAccess.number(WireKeys.ROLL_NUMBER, number), InfoAccess.number(WireKeys.ROLL_STATE, state));
    }

    static List<Info> report(List<ProcId> participants, long waited, long left) {
        return List.of(
                InfoAccess.number(WireKeys.ROLL_WAITED, waited),
                InfoAccess.number(WireKeys.ROLL_LEFT, left),
                InfoAccess.info(WireKeys.ROLL_PROCS, NotifyCall.array(participants)));
    }

    static List<Info> result(Gathering.Result result) {
        List<Info> infos = new ArrayList<>();
        add(infos, WireKeys.ROLL_MISSING, result.missing());
        add(infos, WireKeys.ROLL_SILENT, result.silent());
        add(infos, WireKeys.ROLL_GAVE_UP, result.gaveUp());
        return infos;
    }

    static Gathering.Result result(ReceivedEvent event) {
        return new Gathering.Result(
                InfoArray.procs(event.find(WireKeys.ROLL_MISSING)),
                InfoArray.procs(event.find(WireKeys.ROLL_SILENT)),
                InfoArray.procs(event.find(WireKeys.ROLL_GAVE_UP)));
    }

    private static void add(List<Info> infos, String key, List<ProcId> procs) {
        if (!procs.isEmpty()) {
            infos.add(InfoAccess.info(key, NotifyCall.array(procs)));
        }
    }
}
