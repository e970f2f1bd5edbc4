// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.internal.base.LibraryCopy;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.ReceivedEvent;

/** Asks a member whether it is in a group, after an event that may report its departure from an earlier one. */
final class MembershipQuestion {
    private record Asked(GroupImpl group, ProcId member) {
        /** Removes the member from the group, if that is in a state. */
        void remove(Group.State state) {
            synchronized (group.membership) {
                if (group.state() == state && !group.membership.isEndedForAll()) {
                    group.changes.leftBefore(member);
                }
            }
        }
    }

    private final Session session;
    // Questions without an answer, by their numbers.
    private final ConcurrentHashMap<Long, Asked> open = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    MembershipQuestion(Session session) {
        this.session = session;
    }

    void ask(GroupImpl group, ProcId member) {
        long number = numbers.incrementAndGet();
        open.put(number, new Asked(group, member));
        // Silence says nothing about a destruct: the others may still wait for the member there.
        session.timers.later(
                Patience.ANSWER,
                () -> Optional.ofNullable(open.remove(number)).ifPresent(asked -> asked.remove(Group.State.ACTIVE)));
        GroupEvents.send(group.handle, group.id(), List.of(member), WireKeys.GROUP_IS_MEMBER, GroupInfo.size(number));
    }

    /** Handles a question or an answer. Returns false if the event is neither. On the progress thread. */
    boolean arrived(String id, ReceivedEvent event) {
        if (event.find(WireKeys.GROUP_IS_MEMBER) instanceof PmixValue.UInt number) {
            answer(id, event.source, number);
        } else if (event.find(WireKeys.GROUP_MEMBER) instanceof PmixValue.UInt number) {
            answered(number.bits(), event.source, true);
        } else if (event.find(WireKeys.GROUP_NO_MEMBER) instanceof PmixValue.UInt number) {
            answered(number.bits(), event.source, false);
        } else {
            return false;
        }
        return true;
    }

    private void answer(String id, @Nullable ProcId asking, PmixValue number) {
        Handle user = GroupTable.of(session).answerer();
        boolean member = asking != null && GroupTable.of(session).takesPart(id, asking);
        // The group may be one of another copy, which answers as well.
        if (user != null && asking != null && (member || LibraryCopy.isAlone())) {
            String key = member ? WireKeys.GROUP_MEMBER : WireKeys.GROUP_NO_MEMBER;
            GroupEvents.send(user, id, List.of(asking), key, number);
        }
    }

    private void answered(long number, @Nullable ProcId by, boolean isMember) {
        Asked asked = open.get(number);
        if (asked != null && asked.member().equals(by) && open.remove(number, asked) && !isMember) {
            asked.remove(Group.State.ACTIVE);
            // A member that has ended the group already is none, too. Then the destruct here ends now.
            session.timers.later(Patience.GRACE, () -> asked.remove(Group.State.DESTRUCTING));
        }
    }
}
