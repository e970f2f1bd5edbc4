// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks of hosts that are wrong. */
class ClocksTest {
    private static final double MILLI = 1e6;

    /** Rank 1 is late, on a host of its own. */
    private static Jobs job() {
        return new Jobs(3, 3)
                .together("fence", "", 10, 50, 12)
                .together("fence", "", 60, 61, 70)
                .together("fence", "", 80, 75, 76);
    }

    private static List<Integer> lastRanks(Trace trace) {
        return trace.meetings().stream()
                .map(meeting -> meeting.last().rank().number)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(doubles = {5000, -5000, 30, -30, 3_600_000})
    void aClockThatIsWrongIsSetRight(double ahead) {
        Trace trace = job().ahead("node1", ahead).trace();
        assertThat(lastRanks(trace)).containsExactly(1, 2, 0);
        Clocks.Clock clock = trace.alignment().clocks().get(1);
        assertThat(clock.host()).isEqualTo("node1");
        assertThat(clock.ahead() / MILLI).isBetween(ahead - 2, ahead + 2);
        assertThat(Math.abs(clock.ahead() / MILLI - ahead)).isLessThanOrEqualTo(clock.uncertainty() / MILLI);
        for (Meeting meeting : trace.meetings()) {
            meeting.calls()
                    .forEach(call -> assertThat(call.rank().at(call.end())).isGreaterThanOrEqualTo(meeting.complete()));
        }
        assertThat(trace.alignment().text()).contains("3 hosts", "1 moved");
    }

    @Test
    void clocksThatMayBeRightAreLeftAlone() {
        Trace trace = job().trace();
        assertThat(lastRanks(trace)).containsExactly(1, 2, 0);
        assertThat(trace.alignment().clocks()).extracting(Clocks.Clock::ahead).containsOnly(0L);
        assertThat(trace.alignment().slack()).isZero();
        assertThat(trace.alignment().text()).contains("none was moved");
    }

    @Test
    void hostsThatMeetThroughAnother() {
        Jobs job = new Jobs(3, 3);
        job.call(0, "fence", "a", 2, 10, 21).call(1, "fence", "a", 2, 20, 21);
        job.call(1, "fence", "a", 2, 30, 36).call(0, "fence", "a", 2, 35, 36);
        job.call(1, "fence", "b", 2, 40, 51).call(2, "fence", "b", 2, 50, 51);
        job.call(2, "fence", "b", 2, 60, 66).call(1, "fence", "b", 2, 65, 66);
        Trace trace = job.ahead("node1", 700).ahead("node2", -900).trace();
        assertThat(lastRanks(trace)).containsExactly(1, 0, 2, 1);
        assertThat(trace.alignment().clocks().get(2).isCompared()).isTrue();
        assertThat(trace.alignment().clocks().get(2).ahead() / MILLI).isBetween(-903.0, -897.0);
    }

    @Test
    void hostsThatNeverMeet() {
        Jobs job = new Jobs(2, 2).call(0, "get", "", 0, 1, 2).call(1, "get", "", 0, 1, 2);
        Trace trace = job.ahead("node1", 5000).trace();
        assertThat(trace.alignment().clocks().get(1).ahead()).isZero();
        assertThat(trace.alignment().clocks().get(1).isCompared()).isFalse();
        assertThat(trace.alignment().text()).contains("no operation connects the hosts");
    }

    /** One of the clocks runs faster: no difference satisfies both operations. */
    @Test
    void clocksThatContradictThemselves() {
        Jobs job = new Jobs(2, 2).together("fence", "", 10, 10).ahead("node1", 5);
        job.together("fence", "", 1000, 1000);
        Trace trace = job.trace();
        assertThat(trace.alignment().slack()).isBetween((long) MILLI, (long) (5 * MILLI));
        assertThat(trace.alignment().clocks().get(1).ahead() / MILLI).isBetween(0.0, 5.0);
    }

    @Test
    void aFailedCallSaysNothingOfClocks() {
        Jobs job = new Jobs(2, 2).call(0, "fence", "", 2, "TIMEOUT", 10, 20).call(1, "fence", "", 2, 500, 600);
        assertThat(job.trace().alignment().clocks().get(1).ahead()).isZero();
    }

    /** The n-th call of one rank is no longer that of the other. */
    @Test
    void callsAfterOneThatFailedSayNothingOfClocks() {
        Jobs job = new Jobs(2, 2).call(0, "fence", "", 2, "TIMEOUT", 10, 60).call(0, "fence", "", 2, 70, 101);
        job.call(1, "fence", "", 2, 100, 101);
        Trace trace = job.together("fence", "", 5_000, 5_001).trace();
        assertThat(trace.alignment().clocks().get(1).ahead()).isZero();
        assertThat(trace.alignment().slack()).isZero();
    }

    @Test
    void oneHost() {
        assertThat(new Jobs(2, 1).trace().alignment().text()).isEqualTo("one host, one clock");
    }
}
