// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;

/** Keeps which processes have declared that they lead a construct, by its id, until it has ended. */
final class DeclaredLeaders {
    // Only a process that sends nonsense declares more.
    private static final int MOST = 1000;
    private final ConcurrentHashMap<String, Set<ProcId>> declared = new ConcurrentHashMap<>();

    /** Declares to the others that this process leads. */
    void declare(Handle handle, String group, Members members) {
        ProcId self = handle.session.self();
        add(group, self);
        Info leads = InfoAccess.flag(WireKeys.GROUP_LEADS);
        // Kept for those that construct their first group later.
        GroupEvents.send(
                handle, group, members.difference(List.of(self)), List.of(GroupEvents.id(group), leads), true, true);
    }

    private void add(String group, ProcId leader) {
        declared.computeIfAbsent(group, id -> ConcurrentHashMap.newKeySet()).add(leader);
    }

    /** Handles a declaration. Returns false if the event is none. */
    boolean arrived(Session session, ReceivedEvent event) {
        if (event.find(WireKeys.GROUP_LEADS) == null) {
            return false;
        }
        ProcId leader = event.source;
        if (event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str group && leader != null) {
            GroupImpl made = GroupTable.of(session).find(group.value());
            if (made != null && made.members().contains(leader)) {
                // The group was constructed before it arrived. It says nothing about a later one.
                made.changes.declared(leader);
            } else if (declared.size() < MOST) {
                add(group.value(), leader);
            }
        }
        return true;
    }

    @Nullable
    ProcId first(String group, Members members) {
        Set<ProcId> leaders = declared.get(group);
        return leaders == null
                ? null
                : members.stream().filter(leaders::contains).findFirst().orElse(null);
    }

    void forget(String group) {
        declared.remove(group);
    }
}
