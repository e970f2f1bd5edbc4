// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;

/** The collection of answers. Messages and timers are played here. */
class GatheringTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final ProcId SELF = proc(0);

    static final class Played implements Gathering.Transport {
        final List<ProcId> asked = new ArrayList<>();
        final List<ProcId> sentLater = new ArrayList<>();
        final List<ProcId> receivers = new ArrayList<>();
        final List<Gathering.Result> results = new ArrayList<>();
        final List<Runnable> timers = new ArrayList<>();

        @Override
        public void ask(Gathering gathering, List<ProcId> procs) {
            asked.addAll(procs);
        }

        @Override
        public void send(String name, List<ProcId> to, Gathering.Result result) {
            sentLater.addAll(to);
        }

        @Override
        public void ended(Gathering gathering, List<ProcId> to, Gathering.Result result) {
            receivers.addAll(to);
            results.add(result);
        }

        @Override
        public void askOnBehalf(Gathering gathering) {
            gathering.ask();
        }

        @Override
        public void later(long nanos, Runnable task) {
            timers.add(task);
        }

        void fire() {
            List<Runnable> due = List.copyOf(timers);
            timers.clear();
            due.forEach(Runnable::run);
        }
    }

    private final Played calls = new Played();

    private static ProcId proc(int rank) {
        return new ProcId("job", rank);
    }

    private Gathering gathering(long quiet, long limit) {
        Roll roll = Roll.of(SELF, List.of(ProcId.all("job")), _ -> 5);
        return new Gathering(calls, "fence", 1, roll, Deadline.now(), new RollTimes(quiet, limit));
    }

    @Test
    void theResultWhenAllHaveAnswered() {
        Gathering gathering = gathering(HOUR, HOUR);
        gathering.report(SELF);
        gathering.report(proc(4));
        gathering.ask();
        assertThat(calls.asked).containsExactly(proc(1), proc(2), proc(3));
        gathering.answered(proc(1), Gathering.CALLED);
        gathering.answered(proc(3), Gathering.NOT_CALLED);
        assertThat(calls.results).isEmpty();
        gathering.answered(proc(2), Gathering.GAVE_UP_BEFORE);
        assertThat(calls.results).containsExactly(new Gathering.Result(List.of(proc(3)), List.of(), List.of(proc(2))));
        assertThat(calls.receivers).containsExactly(SELF, proc(4));
        gathering.report(proc(1));
        assertThat(calls.sentLater).containsExactly(proc(1));
    }

    /** Its own report may have been lost, or be late. */
    @Test
    void oneThatAwaitsTheResultGetsIt() {
        Gathering gathering = gathering(HOUR, HOUR);
        gathering.report(SELF);
        gathering.ask();
        gathering.answered(proc(1), Gathering.CALLED | Gathering.AWAITS);
        gathering.answered(proc(2), Gathering.GAVE_UP_BEFORE | Gathering.AWAITS);
        gathering.answered(proc(3), Gathering.NOT_CALLED);
        gathering.answered(proc(4), Gathering.CALLED);
        assertThat(calls.receivers).containsExactly(SELF, proc(1), proc(2));
        Gathering.Result result = calls.results.getFirst();
        assertThat(result.gaveUp()).containsExactly(proc(2));
        assertThat(result.absentBeside(proc(2)).gaveUp()).isEmpty();
    }

    @Test
    void strangersAreNotBelieved() {
        Gathering gathering = gathering(HOUR, HOUR);
        gathering.report(SELF);
        gathering.ask();
        gathering.answered(proc(7), Gathering.NOT_CALLED);
        gathering.answered(new ProcId("other", 1), Gathering.NOT_CALLED | Gathering.AWAITS);
        for (int rank = 1; rank < 5; rank++) {
            gathering.answered(proc(rank), Gathering.CALLED);
        }
        assertThat(calls.receivers).containsExactly(SELF);
        assertThat(calls.results.getFirst().missing()).isEmpty();
    }

    /** As long as answers arrive, the machine is busy, and those that have not answered may not be stopped. */
    @Test
    void answersGiveTheOthersMoreTime() throws InterruptedException {
        long quiet = 20_000_000;
        Gathering gathering = gathering(quiet, HOUR);
        gathering.report(SELF);
        gathering.ask();
        Thread.sleep(25);
        gathering.answered(proc(1), Gathering.CALLED);
        long answered = Deadline.now();
        calls.fire();
        boolean isEarly = Deadline.since(answered) < quiet;
        assertThat(calls.results.isEmpty() || !isEarly).isTrue();
        long enough = Deadline.in(60_000_000_000L);
        while (calls.results.isEmpty() && Deadline.until(enough) > 0) {
            Thread.sleep(1);
            calls.fire();
        }
        assertThat(Deadline.since(answered)).isGreaterThanOrEqualTo(quiet);
        assertThat(calls.results.getFirst().silent()).containsExactly(proc(2), proc(3), proc(4));
        // It is too late to change what was sent, and the rest stays unknown.
        gathering.answered(proc(2), Gathering.CALLED | Gathering.AWAITS);
        assertThat(calls.sentLater).containsExactly(proc(2));
        assertThat(calls.results).hasSize(1);
    }

    @Test
    void thereIsAnEndAlthoughAnswersArrive() throws InterruptedException {
        Gathering gathering = gathering(HOUR, 1_000_000);
        gathering.report(SELF);
        gathering.ask();
        Thread.sleep(2);
        gathering.answered(proc(1), Gathering.CALLED);
        calls.fire();
        assertThat(calls.results.getFirst().silent()).containsExactly(proc(2), proc(3), proc(4));
    }

    /** Returns one for which another process asks. */
    private Gathering standsDown() {
        Gathering gathering = gathering(HOUR, HOUR);
        gathering.report(proc(1));
        gathering.standDown(HOUR);
        gathering.ask();
        assertThat(calls.asked).isEmpty();
        return gathering;
    }

    @Test
    void oneThatStandsInDoesNotAskIfAnotherSendsTheResult() {
        Gathering gathering = standsDown();
        assertThat(gathering.resultArrived()).isTrue();
        calls.fire();
        assertThat(calls.asked).isEmpty();
        assertThat(calls.timers).isEmpty();
    }

    /** The other one has died after it has asked, or was stopped. */
    @Test
    void oneThatHasStoodDownAsksIfTheOtherSendsNoResult() {
        Gathering gathering = standsDown();
        calls.fire();
        assertThat(calls.asked).containsExactly(proc(2), proc(3), proc(4));
        // Later another one asks too, which does not have this one ask again.
        gathering.standDown(HOUR);
        calls.fire();
        assertThat(calls.asked).hasSize(3);
    }

    /** It may have called the collective between the moments at which it would ask. */
    @Test
    void whatIsKnownOfThisProcessIsRenewed() {
        Gathering gathering = gathering(HOUR, HOUR);
        gathering.report(proc(1));
        gathering.recordSelf(SELF, false);
        gathering.recordSelf(SELF, true);
        gathering.ask();
        for (int rank = 2; rank < 5; rank++) {
            gathering.answered(proc(rank), Gathering.CALLED);
        }
        assertThat(calls.results.getFirst().missing()).isEmpty();
    }

    /** The collective was called some time before the question is sent. */
    @Test
    void theTimeThatACallerHasWaitedGoesOn() throws InterruptedException {
        Roll roll = Roll.of(SELF, List.of(ProcId.all("job")), _ -> 5);
        Gathering gathering = new Gathering(calls, "fence", 1, roll, Deadline.now() - 1_000, new RollTimes(HOUR, HOUR));
        Thread.sleep(2);
        assertThat(gathering.waited()).isGreaterThan(2_000_000);
        assertThat(gathering.isSameCall(HOUR)).isTrue();
        assertThat(gathering.isSameCall(0)).isFalse();
    }

    @Test
    void processesOfAJobOfUnknownSize() {
        Roll roll = Roll.of(SELF, List.of(SELF, ProcId.all("other")), _ -> 0);
        Gathering gathering = new Gathering(calls, "connect", 1, roll, Deadline.now(), new RollTimes(0, HOUR));
        gathering.report(SELF);
        gathering.ask();
        gathering.answered(new ProcId("other", 1), Gathering.CALLED);
        gathering.answered(new ProcId("other", 2), Gathering.NOT_CALLED);
        calls.fire();
        Absent absent = calls.results.getFirst().absentBeside(SELF);
        assertThat(absent.missing()).containsExactly(new ProcId("other", 2));
        assertThat(absent.silent()).isEmpty();
        assertThat(absent.why()).isEqualTo("[other:2] has not called it");
    }
}
