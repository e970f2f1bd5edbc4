// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PlayedSession;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.notice.ReceivedEvent;

/** Events of an earlier group of an id that come late, and a fence of it that succeeds late. */
class GroupInstanceTest {
    private static final ProcId SELF = new ProcId("test", 0);
    private static final ProcId OTHER = new ProcId("test", 1);
    private static final Members PROCS = Members.of(SELF, OTHER);

    private final Session session = PlayedSession.of(SELF);
    private final Handle handle = new Handle(session, null, Duration.ofSeconds(10));

    @BeforeEach
    void haveNobodyElse() {
        PlayedRooms.useAlone(session);
    }

    private GroupImpl group(long instance) {
        return group(instance, reserved());
    }

    private Reservation reserved() {
        return GroupTable.of(session).reserve("g", new Roster(session, PROCS), true);
    }

    private GroupImpl group(long instance, Reservation reservation) {
        GroupImpl group =
                new GroupImpl(handle, "g", PROCS, OptionalLong.empty(), new GroupKind.Traits(false, false), Map.of());
        group.instance = instance;
        GroupTable.of(session).activate(reservation, group);
        return group;
    }

    /** Receives the notice that the other member has left. Returns whether the application does not see it. */
    private boolean left(long instance) {
        try (Arena arena = Arena.ofConfined()) {
            InfoArray infos = InfoArray.allocate(arena, 2)
                    .add(arena, InfoAccess.number(WireKeys.SENDER_VERSION, WireKeys.VERSION))
                    .add(arena, InfoAccess.number(WireKeys.GROUP_INSTANCE, instance));
            ReceivedEvent notice = ReceivedEvent.read(
                    PMIxConstants.PMIX_GROUP_LEFT(),
                    ProcCodec.procs(arena, PROCS.subList(1, 2)),
                    infos.segment(),
                    infos.size());
            return GroupTable.of(session).memberLeft("g", OTHER, notice);
        }
    }

    /** A group of the host has no instance. */
    @ParameterizedTest
    @ValueSource(longs = {0, 2})
    void theNoticeOfAnEarlierGroupRemovesNobody(long instance) {
        GroupImpl group = group(instance);
        assertThat(left(1)).isTrue();
        assertThat(group.members()).isEqualTo(PROCS);
        assertThat(left(instance)).isFalse();
        assertThat(group.members()).containsExactly(SELF);
    }

    @Test
    void theRevocationOfAnEarlierGroupFailsNothing() {
        GroupImpl earlier = group(1);
        long sent = GroupIds.hash(PROCS) ^ 1;
        GroupTable.of(session).free("g", earlier);
        GroupImpl group = group(2);
        assertThat(group.revoked(OTHER, sent)).isFalse();
        assertThatCode(group.membership::checkFailure).doesNotThrowAnyException();
        assertThat(earlier.revoked(OTHER, sent)).isTrue();
        assertThatThrownBy(earlier.membership::checkFailure).isInstanceOf(PmixException.Revoked.class);
    }

    /** Others may have the later group, and call its fence, while its construct has not ended here. */
    @Test
    void aFenceThatWasGivenUpCountsForTheGroupWhoseConstructHadStarted() {
        GroupImpl earlier = group(1);
        earlier.membership.markDone();
        GroupTable.of(session).free("g", earlier);
        long before = Deadline.now() - 1;
        Reservation reservation = reserved();
        long during = Deadline.now();
        GroupImpl later = group(2, reservation);
        assertThat(later.membership.follows(earlier.membership, during)).isTrue();
        assertThat(later.membership.follows(earlier.membership, before)).isFalse();
        assertThat(later.membership.follows(later.membership, during)).isFalse();
    }

    /** Others have completed it by calling the fence of the earlier group. */
    @Test
    void aFenceThatSucceedsBeforeTheEndOfItsGroupCountsForNoLaterOne() {
        GroupImpl earlier = group(1);
        GroupTable.of(session).free("g", earlier);
        Reservation reservation = reserved();
        long during = Deadline.now();
        while (Deadline.now() == during) {
            Thread.onSpinWait();
        }
        earlier.membership.markDone();
        GroupImpl later = group(2, reservation);
        assertThat(later.membership.follows(earlier.membership, during)).isFalse();
        assertThat(later.membership.follows(earlier.membership, Deadline.now())).isTrue();
    }
}
