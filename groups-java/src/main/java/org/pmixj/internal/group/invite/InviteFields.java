// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.LeaderFailurePolicy.Choice;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;

/** Reads the events that {@link InviteMessage} writes, and those of libpmix. */
final class InviteFields {
    private InviteFields() {}

    /** Returns the invitation an event belongs to, or null if it names none, as the events of libpmix. */
    static @Nullable InviteId id(ReceivedEvent event) {
        String group = event.text(EventKeys.GROUP_ID);
        return group != null
                        && event.find(WireKeys.INVITE) instanceof PmixValue.UInt number
                        && event.find(WireKeys.INVITE_ORIGIN) instanceof PmixValue.Proc origin
                ? new InviteId(group, origin.value(), number.bits())
                : null;
    }

    /** Returns the participants. An event of libpmix has them as its range, which may name whole namespaces. */
    static Members participants(ReceivedEvent event, ProcId leader, ProcId self) {
        List<ProcId> procs = new ArrayList<>();
        List<ProcId> named = event.procs(WireKeys.INVITE_PROCS);
        if (!named.contains(leader)) {
            procs.add(leader);
        }
        procs.addAll(named.isEmpty() ? event.procs(EventKeys.CUSTOM_RANGE) : named);
        procs.add(self);
        procs.removeIf(ProcId::isWildcard);
        return Members.of(procs);
    }

    /** Returns the group that a leader has announced. */
    static GroupImpl group(Handle handle, InviteId id, ReceivedEvent event, OptionalLong contextId, Terms terms) {
        Map<ProcId, Attributes> contributed = ContributedInfo.read(event);
        List<ProcId> members = event.singleProcs(EventKeys.GROUP_MEMBERSHIP);
        GroupImpl group = new GroupImpl(handle, id.group(), members, contextId, terms.traits(), contributed);
        group.instance = id.instance();
        return group;
    }

    static Terms terms(ReceivedEvent event) {
        long bits = event.number(WireKeys.INVITE_TRAITS).orElse(0);
        GroupKind.Traits traits =
                new GroupKind.Traits((bits & InviteMessage.NOTIFY) != 0, (bits & InviteMessage.TOLERANT) != 0);
        long bound = event.number(WireKeys.INVITE_BOUND).orElse(0);
        long nanos = bound < 0 ? Patience.LONGEST : Math.min(bound, Patience.LONGEST);
        return new Terms(traits, (bits & InviteMessage.CONTEXT_ID) != 0, nanos, Attributes.none());
    }

    static @Nullable ProcId failed(ReceivedEvent event) {
        return event.find(WireKeys.INVITE_FAILED) instanceof PmixValue.Proc leader
                        && !leader.value().isWildcard()
                ? leader.value()
                : null;
    }

    /** Returns the choice of the sender; one that this version does not know counts as FOLLOW. */
    static Choice choice(ReceivedEvent event) {
        return switch (event.text(WireKeys.INVITE_CHOICE)) {
            case "ABORT" -> Choice.ABORT;
            case "TAKE_OVER" -> Choice.TAKE_OVER;
            case null, default -> Choice.FOLLOW;
        };
    }

    static String text(ReceivedEvent event) {
        return Objects.requireNonNullElse(event.text(EventKeys.TEXT), "");
    }
}
