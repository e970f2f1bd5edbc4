// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;

/** Creates and sends events about groups. */
public final class GroupEvents {
    private GroupEvents() {}

    public static Info id(String group) {
        return InfoAccess.text(EventKeys.GROUP_ID, group);
    }

    /**
     * Returns an id that no group has, for a message to a process that need not be in a group: libpmix takes an abort
     * without an id, or with that of a group, for one of a construct that it waits for.
     */
    public static Info noGroup(String key) {
        return id(key);
    }

    public static List<Info> idAndMembers(String id, Members members) {
        return List.of(id(id), InfoAccess.info(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(members)));
    }

    /**
     * Returns so many members, or all others: those after this process. If all members choose some to ask, each member
     * is asked as often as any other.
     */
    public static List<ProcId> next(Members members, ProcId self, int count) {
        List<ProcId> next = new ArrayList<>();
        int index = members.indexOf(self);
        for (int i = 1; i <= Math.min(count, members.size() - 1); i++) {
            next.add(members.get((index + i) % members.size()));
        }
        return next;
    }

    /** Sends members of a group a message of this library, and returns at once. */
    public static void send(Handle handle, String group, List<ProcId> to, String key, PmixValue value) {
        send(handle, group, to, List.of(id(group), InfoAccess.info(key, value)), false, true);
    }

    /**
     * Sends members the attributes, with the id of a group.
     *
     * @param cached whether they reach those that use groups later
     * @param warns whether a failure is logged; not for a message that is sent again and again
     */
    public static void send(
            Handle handle, String group, List<ProcId> to, List<Info> infos, boolean cached, boolean warns) {
        if (to.isEmpty()) {
            return;
        }
        // libpmix takes it for the abort of a construct that it does not know.
        int code = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        NotifyCall event = new NotifyCall(handle, Notice.to(to, code, infos).cached(cached));
        // On a thread of its own: for processes of other jobs the host is asked first.
        Dispatcher.apart(
                warns ? "members of group '" + group + "' were not notified: " : null,
                () -> event.run(Patience.ANSWER));
    }

    /** Starts a call for which nobody waits yet. If the session is ending the call fails, and this returns false. */
    public static boolean launch(NativeCall<?> call) {
        try {
            call.launch();
            return true;
        } catch (IllegalStateException e) {
            call.fail(StatusCodes.closed(call.what));
            return false;
        }
    }
}
