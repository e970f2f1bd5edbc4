// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Finds processes whose {@link WireKeys} have another version. Their messages are dropped, and operations with them
 * fail. A process says its version in each message, and to some members of a group while an operation waits.
 */
public final class WireVersions {
    // How many members learn the version of this process when an operation waits.
    private static final int GREETED = 3;
    // Servers keep 512 events, which may be those of the application: the greetings of larger groups are not kept.
    private static final int KEPT = 32;
    private final Session session;
    private final GroupTable groups;
    // The messages with which operations with processes of other versions fail.
    private final ConcurrentHashMap<ProcId, String> foreign = new ConcurrentHashMap<>();
    private final Set<ProcId> greeted = ConcurrentHashMap.newKeySet();

    WireVersions(Session session, GroupTable groups) {
        this.session = session;
        this.groups = groups;
    }

    /** Throws if one of some processes speaks another version, as its messages have shown. */
    void refuseForeign(Members members) {
        for (ProcId proc : foreign.keySet()) {
            String text = members.contains(proc) ? foreign.get(proc) : null;
            if (text != null) {
                throw StatusCodes.notSupported(text);
            }
        }
    }

    /** Returns the message about one of the processes with another version, or null if there is none. */
    public @Nullable String explain() {
        return foreign.values().stream().findFirst().orElse(null);
    }

    /** Says the version to some members for which an operation waits, once to each. */
    public void greet(@Nullable Handle user, Members members) {
        List<ProcId> some = GroupEvents.next(members, session.self(), GREETED);
        some.removeIf(member -> !greeted.add(member));
        greet(user, some, members.size() <= KEPT);
    }

    private static void greet(@Nullable Handle user, List<ProcId> to, boolean cached) {
        if (user != null) {
            // Cached, for a member that comes later: the others may have failed and left by then.
            List<Info> hello = List.of(GroupEvents.noGroup(WireKeys.HELLO), InfoAccess.flag(WireKeys.HELLO));
            GroupEvents.send(user.own(), WireKeys.HELLO, to, hello, cached, false);
        }
    }

    /** Handles a message of another version. On the progress thread. */
    void arrived(ReceivedEvent event) {
        ProcId sender = event.source;
        if (sender == null) {
            return;
        }
        String text =
                "process " + sender + " speaks version " + event.wireVersion + " of the protocol between processes"
                        + " that use pmixj, and this process, " + session.self() + ", version " + WireKeys.VERSION
                        + ": start all with the same release of pmixj";
        if (foreign.putIfAbsent(sender, text) == null) {
            groups.fail(sender, () -> StatusCodes.notSupported(text));
            if (greeted.add(sender)) {
                greet(groups.answerer(), List.of(sender), true);
            }
            Log.warnApart(text + "; its messages are dropped");
        }
    }
}
