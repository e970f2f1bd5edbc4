// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Invitation;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PlayedSession;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.PlayedRooms;
import org.pmixj.internal.group.Roster;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.notice.ReceivedEvent;

/** Events of invitations that come earlier or later than others do. */
class InviteTableTest {
    private static final ProcId SELF = new ProcId("test", 0);
    private static final ProcId LEADER = new ProcId("test", 1);
    private static final Members PROCS = Members.of(SELF, LEADER);

    private final Session session = PlayedSession.of(SELF);
    private final Handle handle = new Handle(session, null, Duration.ofSeconds(10));
    private final GroupInvites invites = new GroupInvites(handle);

    @BeforeEach
    void haveNobodyElse() {
        PlayedRooms.useAlone(session);
    }

    private InviteTable table() {
        return InviteTable.of(session);
    }

    private static ReceivedEvent event(int code, String group, Info... more) {
        try (Arena arena = Arena.ofConfined()) {
            InfoArray infos = InfoArray.allocate(arena, 1 + more.length)
                    .add(arena, InfoAccess.info(EventKeys.GROUP_ID, new PmixValue.Str(group)));
            for (Info info : more) {
                infos.add(arena, info);
            }
            return ReceivedEvent.read(code, ProcCodec.procs(arena, List.of(LEADER)), infos.segment(), infos.size());
        }
    }

    /** Receives an event of the leader. Returns whether the application does not see it. */
    private boolean receive(int code, String group, Info... more) {
        return table().arrived(event(code, group, more));
    }

    private boolean invited(String group) {
        return receive(PMIxConstants.PMIX_GROUP_INVITED(), group);
    }

    private boolean declared(String group) {
        return receive(
                PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(),
                group,
                InfoAccess.number(WireKeys.SENDER_VERSION, WireKeys.VERSION),
                InfoAccess.flag(WireKeys.GROUP_LEADS));
    }

    /** The application has an event handler alone, until it asks for its invitations. */
    @Test
    void anInvitationThatArrivesBeforeThisProcessListensCanBeAnswered() {
        assertThat(invited("g")).isFalse();
        assertThat(invited("h")).isFalse();
        for (int i = 0; i < 2; i++) {
            assertThat(invites.open())
                    .extracting(Invitation::groupId, Invitation::isOpen, Invitation::leader)
                    .containsExactly(tuple("g", true, LEADER), tuple("h", true, LEADER));
        }
    }

    @Test
    void theApplicationIsNotOfferedAnInvitationThatTheLibraryExpects() {
        CompletableFuture<Invitation> expected = invites.expect("g", List.of(LEADER));
        CompletableFuture<Invitation> ofAnother = invites.expect("h", List.of(SELF));
        assertThat(invited("g")).isFalse();
        assertThat(invited("h")).isFalse();
        assertThat(invites.open()).extracting(Invitation::groupId).containsExactly("h");
        assertThat(expected)
                .isCompletedWithValueMatching(invitation -> invitation.groupId().equals("g"));
        assertThat(ofAnother).isNotDone();
        invites.forget("h");
    }

    @Test
    void aDeclarationOfALeaderHoldsForOneConstruct() {
        assertThat(declared("g")).isTrue();
        assertThat(table().declared("g", PROCS)).isEqualTo(LEADER);
        table().constructEnded("g");
        assertThat(table().declared("g", PROCS)).isNull();
    }

    @Test
    void aDeclarationOfALeaderThatArrivesLateIsOfTheGroupThatIsMade() {
        GroupTable groups = GroupTable.of(session);
        GroupImpl group =
                new GroupImpl(handle, "g", PROCS, OptionalLong.empty(), new GroupKind.Traits(false, false), Map.of());
        groups.activate(groups.reserve("g", new Roster(session, PROCS), false), group);
        assertThat(group.leader()).isEmpty();
        assertThat(declared("g")).isTrue();
        assertThat(group.leader()).hasValue(LEADER);
        assertThat(table().declared("g", PROCS)).isNull();
    }

    /** The leader has gone on without a member that was silent, which calls the construct when the group is made. */
    @Test
    void theCallOfAMemberThatIsTooLateIsOfNoLaterConstruct() {
        ProcId third = new ProcId("test", 2);
        Members all = Members.of(SELF, LEADER, third);
        Terms terms = new Terms(new GroupKind.Traits(false, false), false, Patience.SECOND, Attributes.none());
        InviteLeader leader = new InviteLeader(
                table(),
                handle,
                InviteId.ofConstruct("g", SELF),
                GroupTable.of(session).reserve("g", new Roster(session, all), true),
                terms,
                LeaderPolicy.goOn(),
                0,
                all,
                Attributes.none());
        leader.completed(event(
                PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(),
                "g",
                InfoAccess.info(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(List.of(SELF, third)))));
        assertThat(leader.done).isCompletedWithValueMatching(group -> group.size() == 2);
        // It is refused.
        assertThat(leader.answered(LEADER, Attributes.none())).isTrue();
        // A member of the group calls the next one.
        assertThat(leader.answered(third, Attributes.none())).isFalse();
        ((GroupImpl) leader.done.join()).abandon();
        assertThat(leader.answered(LEADER, Attributes.none())).isFalse();
    }
}
