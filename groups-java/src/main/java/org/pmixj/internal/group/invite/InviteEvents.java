// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;

/** Hands the events of invitations to the leader or the invitee that they concern. On the progress thread. */
record InviteEvents(InviteTable table) {
    /** Hands an event on; returns whether the application does not see it. */
    boolean arrived(ReceivedEvent event) {
        ProcId source = event.source;
        if (event.code == PMIxConstants.PMIX_ERR_LOST_CONNECTION()) {
            // Without a server no answer can arrive: all constructions end. A program in C may have sent the event.
            if (LostServer.isLost(table.session)) {
                endAll();
            }
            return false;
        }
        if (!EventCodes.INVITATIONS.contains(event.code) || source == null) {
            return false;
        }
        InviteId id = InviteFields.id(event);
        synchronized (table) {
            if (event.code == PMIxConstants.PMIX_GROUP_INVITED()) {
                invited(event, source, id);
            } else if (event.code == PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED()) {
                answered(event, source, id, ContributedInfo.read(event).getOrDefault(source, Attributes.none()));
            } else if (event.code == PMIxConstants.PMIX_GROUP_INVITE_DECLINED()) {
                answered(event, source, id, null);
            } else if (table.handle == null && (id == null || !id.isOfConstruct())) {
                // It may end an invitation that this process has not heard.
                table.unheard(event);
            } else if (id == null) {
                ofLibpmix(event, source);
            } else {
                return ofInvitation(event, source, id);
            }
        }
        return false;
    }

    private void endAll() {
        synchronized (table) {
            List.copyOf(table.leading.values()).forEach(InviteLeader::unreachable);
            for (Invitee invitee : List.copyOf(table.invited.values())) {
                if (!invitee.isOver()) {
                    invitee.end(Invitee.State.OVER, table.session.failure(invitee.what(), StatusCodes.UNREACH));
                }
            }
        }
    }

    private void invited(ReceivedEvent event, ProcId source, @Nullable InviteId known) {
        Handle handle = table.handle;
        String group = event.text(EventKeys.GROUP_ID);
        if (source.equals(table.session.self()) || group == null || table.closed) {
            return;
        } else if (handle == null) {
            table.unheard(event);
            return;
        }
        InviteId id = known == null ? new InviteId(group, source, 0) : known;
        Invitee earlier = table.invited.get(id);
        if (earlier != null && !((id.isPlain() || id.isOfConstruct()) && earlier.isOver())) {
            return;
        }
        Members participants = InviteFields.participants(event, source, table.session.self());
        Invitee invitee =
                new Invitee(table, table.asker.handle(handle), id, source, participants, InviteFields.terms(event));
        table.invited.remove(id);
        table.invited.put(id, invitee);
        invitee.start();
        table.asker.ask(invitee.invitation);
    }

    /** Handles an answer: what the process contributes, or null if it declines. */
    private void answered(ReceivedEvent event, ProcId source, @Nullable InviteId id, @Nullable Attributes accepted) {
        if (id == null) {
            // libpmix does not say which invitation it answers: the first one that the process has not answered.
            for (InviteLeader leader : table.leading.values()) {
                if (leader.waitsFor(source)) {
                    leader.answered(source, accepted);
                    return;
                }
            }
            return;
        }
        InviteLeader leader = table.leading.get(id);
        if (leader != null && leader.answered(source, accepted)) {
            return;
        }
        GroupImpl made = GroupTable.of(table.session).find(id.group());
        boolean isLate = made != null
                && made.leader().equals(Optional.of(id.origin()))
                && !made.membership.first().contains(source);
        if (!isLate && id.isOfConstruct() && id.origin().equals(table.session.self())) {
            table.cameEarly(id, source, event);
        } else if (leader == null && accepted != null && table.handle != null) {
            Roles.refuse(table.handle, id, source);
        }
    }

    /** Handles an event that libpmix has sent for a leader that uses it alone. */
    private void ofLibpmix(ReceivedEvent event, ProcId source) {
        String group = event.text(EventKeys.GROUP_ID);
        boolean abort = event.code == PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        if (abort && source.equals(table.session.self())) {
            for (InviteLeader leader : List.copyOf(table.leading.values())) {
                if (leader.id.group().equals(group)) {
                    leader.abort("an event of the leader's application");
                }
            }
        }
        for (Invitee invitee : List.copyOf(table.invited.values())) {
            boolean concerned = invitee.id.group().equals(group) && source.equals(invitee.leader);
            if (concerned && abort) {
                invitee.aborted(source, InviteFields.text(event));
            } else if (concerned
                    && event.code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()
                    && invitee.id.isPlain()) {
                invitee.completed(source, event);
            }
        }
    }

    private boolean ofInvitation(ReceivedEvent event, ProcId source, InviteId id) {
        int code = event.code;
        InviteLeader leader = table.leading.get(id);
        Invitee known = table.invited.get(id);
        Invitee invitee = known != null && known.mayDecide(source) ? known : null;
        ProcId failed = InviteFields.failed(event);
        if (code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()) {
            if (leader != null && source.equals(table.session.self())) {
                leader.completed(event);
            } else if (invitee != null) {
                invitee.completed(source, event);
            }
        } else if (code == PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT()) {
            if (invitee == null) {
                boolean isOfOther = id.isOfConstruct() && !id.origin().equals(table.session.self());
                if (isOfOther && leader == null && known == null) {
                    table.cameEarly(id, source, event);
                }
            } else {
                boolean isRepeated = invitee.abortReceived;
                invitee.abortReceived = true;
                invitee.aborted(source, InviteFields.text(event));
                return isRepeated;
            }
        } else if (code == PMIxConstants.PMIX_GROUP_LEADER_SELECTED() && failed != null) {
            ProcId chosen = event.affectedProc();
            if (leader != null && failed.equals(table.session.self()) && chosen != null) {
                if (leader.heeds(source)) {
                    leader.replacedBy(chosen);
                }
            } else if (invitee != null && chosen != null) {
                invitee.selected(chosen, failed);
            } else if (invitee != null && event.find(WireKeys.INVITE_NOBODY) != null) {
                invitee.nobodySelected(failed);
            }
        } else if (code == PMIxConstants.PMIX_GROUP_LEADER_FAILED() && failed != null) {
            if (invitee != null) {
                boolean again = event.find(WireKeys.INVITE_AGAIN) != null;
                invitee.voted(source, failed, InviteFields.choice(event), again);
            }
            return true;
        } else if (code == PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE()) {
            if (invitee != null && source.equals(invitee.leader)) {
                invitee.updated(event);
            }
            return true;
        }
        return false;
    }
}
