// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.PlayedSession;

/** Events about a group that come before it is made. */
class ReservationTest {
    private static final ProcId SELF = new ProcId("test", 0);

    private final Reservation reservation =
            new Reservation(new Roster(PlayedSession.of(SELF), Members.of(SELF)), new ByHost(), "g", true);

    @Test
    void anEventBeforeLibpmixIsAskedIsOfAnEarlierGroup() {
        assertThat(reservation.whenMade(SELF, () -> {})).isFalse();
        reservation.asked();
        assertThat(reservation.whenMade(SELF, () -> {})).isTrue();
        assertThat(reservation.meanwhile()).hasSize(1);
    }

    /** Anybody can send them, also many. */
    @Test
    void aFloodOfEventsIsNotKept() {
        reservation.asked();
        List<String> done = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            reservation.whenMade("of one process", () -> done.add("last"));
        }
        assertThat(reservation.whenMade(SELF, () -> done.add("of another"))).isTrue();
        reservation.meanwhile().forEach(Runnable::run);
        assertThat(done).containsExactly("last", "of another");
        for (int i = 0; i < 100_000; i++) {
            reservation.whenMade(i, () -> {});
        }
        assertThat(reservation.meanwhile()).hasSizeBetween(3, 10_000);
        // What is kept already may change.
        assertThat(reservation.whenMade(SELF, () -> {})).isTrue();
        assertThat(reservation.whenMade("of one more", () -> {})).isFalse();
    }

    @Test
    void whoHasItsTurnKeepsIt() {
        long[] notBefore = {Deadline.in(1_000_000_000L)};
        Reservation waiting = new Reservation(
                new Roster(PlayedSession.of(SELF), Members.of(SELF)), (_, _) -> notBefore[0], "g", true);
        waiting.asked();
        assertThat(waiting.waits).isTrue();
        assertThat(waiting.delay()).isPositive();
        assertThat(waiting.whenMade(SELF, () -> {})).isFalse();
        notBefore[0] = Deadline.now();
        assertThat(waiting.delay()).isZero();
        notBefore[0] = Deadline.in(1_000_000_000L);
        assertThat(waiting.delay()).isZero();
        assertThat(waiting.whenMade(SELF, () -> {})).isTrue();
    }
}
