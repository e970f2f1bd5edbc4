// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.call.PlayedSession;

/** Events about a group that come before it is made. */
class ReservationTest {
    private static final ProcId SELF = new ProcId("test", 0);

    private final Reservation reservation =
            new Reservation(new Roster(PlayedSession.of(SELF), Members.of(SELF)), Long.MIN_VALUE / 2);

    @Test
    void anEventBeforeLibpmixIsAskedIsOfAnEarlierGroup() {
        assertThat(reservation.whenMade(() -> {})).isFalse();
        reservation.asked();
        assertThat(reservation.whenMade(() -> {})).isTrue();
        assertThat(reservation.meanwhile()).hasSize(1);
    }

    @Test
    void aFloodOfEventsIsNotKept() {
        reservation.asked();
        for (int i = 0; i < 100_000; i++) {
            reservation.whenMade(() -> {});
        }
        assertThat(reservation.meanwhile()).hasSizeBetween(1, 10_000);
    }
}
