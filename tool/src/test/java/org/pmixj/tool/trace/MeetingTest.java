// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of several ranks that belong together. */
class MeetingTest {
    private static final long MILLI = 1_000_000;

    @Test
    void theLastRankAndTheWaiting() {
        List<Meeting> meetings = new Jobs(4, 1)
                .together("fence", "", 10, 12, 110, 11)
                .together("fence", "", 120, 121, 122, 160)
                .trace()
                .meetings();
        assertThat(meetings).hasSize(2);
        Meeting first = meetings.getFirst();
        assertThat(first.last().rank().number).isEqualTo(2);
        assertThat(first.longestWait()).isEqualTo(100 * MILLI);
        assertThat(first.totalDelay()).isEqualTo((100 + 98 + 99) * MILLI);
        assertThat(first.isStart()).isTrue();
        assertThat(first.waited(first.last())).isZero();
        assertThat(meetings.getLast().last().rank().number).isEqualTo(3);
    }

    /** The n-th call of a rank belongs to the n-th of the others, for each operation by itself. */
    @Test
    void operationsAreCountedByKindAndName() {
        Jobs job = new Jobs(2, 1);
        job.call(0, "fence", "a", 2, 10, 50).call(0, "fence", "b", 2, 20, 31).call(0, "exchange", "a", 2, 60, 61);
        job.call(1, "fence", "b", 2, 30, 31).call(1, "fence", "a", 2, 49, 50).call(1, "get", "a", 0, 55, 56);
        List<Meeting> meetings = job.trace().meetings();
        assertThat(meetings).extracting(meeting -> meeting.last().title()).containsExactly("fence of a", "fence of b");
        assertThat(meetings.getFirst().longestWait()).isEqualTo(39 * MILLI);
    }

    @Test
    void aCallThatEndsBeforeTheLastArrivesWaitedUntilItsEnd() {
        Jobs job = new Jobs(2, 1).call(0, "fence", "", 2, 10, 40).call(1, "fence", "", 2, 90, 91);
        assertThat(job.trace().meetings().getFirst().longestWait()).isEqualTo(30 * MILLI);
    }

    /** A rank that waited itself in the operation before is late by the rest only. */
    @Test
    void theWaitingOfTheLastRankItselfIsNotItsDelay() {
        Jobs job = new Jobs(3, 1).together("fence", "", 10, 10, 10);
        job.call(0, "fence", "pair", 2, 120, 121).call(1, "fence", "pair", 2, 20, 121);
        job.together("fence", "", 122, 151, 22);
        List<Meeting> meetings = job.trace().meetings();
        assertThat(meetings).extracting(Meeting::isStart).containsExactly(true, false, false);
        assertThat(meetings.get(1).delay()).isEqualTo(100 * MILLI);
        assertThat(meetings.get(1).knockOn()).isZero();
        Meeting last = meetings.getLast();
        assertThat(last.last().rank().number).isOne();
        assertThat(last.previous())
                .isNotNull()
                .extracting(Rank.Operation::title)
                .isEqualTo("fence of pair");
        assertThat(last.longestWait()).isEqualTo(129 * MILLI);
        assertThat(last.knockOn()).isEqualTo(99 * MILLI);
        assertThat(last.delay()).isEqualTo(30 * MILLI);
        assertThat(last.totalDelay()).isEqualTo((29 + 30) * MILLI);
        assertThat(last.allWaited()).isEqualTo(29 * MILLI);
        assertThat(job.trace().worst(3)).containsExactly(meetings.get(1), last, meetings.getFirst());
    }

    /** An operation that goes on in another thread keeps its rank from nothing. */
    @Test
    void anOperationThatGoesOnIsNoReasonForADelay() {
        Jobs job = new Jobs(2, 1).together("fence", "", 1, 1);
        job.call(0, "exchange", "x", 2, 5, 90).call(1, "exchange", "x", 2, 80, 90);
        job.call(0, "fence", "y", 2, 50, 51).call(1, "fence", "y", 2, 10, 51);
        Meeting y = job.trace().meetings().getLast();
        assertThat(y.title()).isEqualTo("fence of y");
        assertThat(y.delay()).isEqualTo(40 * MILLI);
    }

    @Test
    void aRankThatWasNotRecorded() {
        Jobs job = new Jobs(3, 1).together("fence", "", 10, 20, 30);
        job.ranks.remove(2);
        Trace trace = job.trace();
        assertThat(trace.meetings().getFirst().last().rank().number).isEqualTo(1);
        assertThat(trace.problems())
                .anySatisfy(problem -> assertThat(problem).startsWith("not recorded: rank 2 of job@1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TIMEOUT", Rank.Operation.OPEN})
    void aRankThatDoesNotCome(String status) {
        Jobs job = new Jobs(3, 1).together("fence", "", 1, 2, 3);
        job.call(0, "fence", "", 3, status, 10, 500).call(2, "fence", "", 3, status, 12, 500);
        Meeting meeting = job.trace().meetings().getLast();
        assertThat(meeting.absent()).extracting(rank -> rank.number).containsExactly(1);
        assertThat(meeting.awaitedNames()).isEqualTo("rank 1");
        assertThat(meeting.longestWait()).isEqualTo(490 * MILLI);
        assertThat(meeting.waiting()).isEqualTo(2);
    }

    /** The recording of a killed rank lacks its last second. */
    @Test
    void aRankWhoseCallIsNotRecordedIsNotAbsentIfTheOthersSucceeded() {
        Jobs job = new Jobs(3, 1).call(0, "fence", "", 3, 10, 20).call(1, "fence", "", 3, 12, 20);
        assertThat(job.trace().meetings().getFirst().absent()).isEmpty();
    }

    /** Rank 0 repeats what has timed out, and rank 1 comes to the second call, with its first one. */
    @Test
    void callsAfterOneThatFailedAreNotCompared() {
        Jobs job = new Jobs(2, 1).together("fence", "", 1, 2);
        job.call(0, "fence", "", 2, "TIMEOUT", 10, 60).call(0, "fence", "", 2, 70, 101);
        job.call(1, "fence", "", 2, 100, 101);
        job.together("fence", "", 110, 200).together("exchange", "team", 210, 220);
        Trace trace = job.trace();
        assertThat(trace.meetings()).extracting(Meeting::title).containsExactly("fence", "fence", "exchange of team");
        assertThat(trace.meetings()).noneMatch(Meeting::isInVain);
        Meeting failed = trace.meetings().get(1);
        assertThat(failed.awaitedNames()).isEqualTo("rank 1");
        assertThat(failed.longestWait()).isEqualTo(50 * MILLI);
        assertThat(trace.problems())
                .containsExactly(
                        "fence: call 2 of job@1:0 ended with TIMEOUT, and perhaps not all ranks have repeated it;"
                                + " so the 3 later calls are not compared with those of other ranks");
    }

    /** The list of a fence of every other rank of many is long. */
    @Test
    void aMemberThatDoesNotComeIsUnknownIfTheListIsCutOff() {
        Jobs job = new Jobs(3, 1);
        for (int number = 0; number < 2; number++) {
            Rank rank = job.ranks.get(number);
            rank.operations.add(new Rank.Operation(
                    rank, "fence", "", "job@1:0,…", 3, 1, 0, "", "TIMEOUT", "", Jobs.at(number), Jobs.at(50), 0, 0));
        }
        Meeting meeting = job.trace().meetings().getFirst();
        assertThat(meeting.isInVain()).isTrue();
        assertThat(meeting.awaited()).isEmpty();
        assertThat(meeting.awaitedNames()).isEqualTo("unknown ranks");
        assertThat(meeting.longestWait()).isEqualTo(50 * MILLI);
        assertThat(meeting.waiting()).isEqualTo(2);
    }

    @Test
    void fewOfManyAreNamed() {
        Jobs job = new Jobs(12, 1).call(0, "fence", "", 12, "TIMEOUT", 10, 60);
        job.ranks.get(2).nspace = "job@2";
        Meeting meeting = job.trace().meetings().getFirst();
        assertThat(meeting.awaited()).hasSize(10);
        assertThat(meeting.text())
                .startsWith("1 rank waited for rank 1 of job@1, rank 3 of job@1, ")
                .endsWith(", rank 9 of job@1, 2 more, unknown ranks, in vain");
    }

    @Test
    void aMemberThatDoesNotComeIsUnknownIfItIsNotRecorded() {
        Jobs job = new Jobs(4, 1).call(0, "fence", "", 4, "TIMEOUT", 10, 60).call(1, "fence", "", 4, "TIMEOUT", 12, 60);
        job.ranks.remove(3);
        assertThat(job.trace().meetings().getFirst().awaitedNames()).isEqualTo("rank 2, unknown ranks");
    }

    @Test
    void theText() {
        Members members = new Members("job@1:0-3,5 other:7 all:* cut:1,2-…");
        assertThat(members.contain("job@1", 3)).isTrue();
        assertThat(members.contain("job@1", 4)).isFalse();
        assertThat(members.contain("job@1", 5)).isTrue();
        assertThat(members.contain("other", 5)).isFalse();
        assertThat(members.contain("all", 99)).isTrue();
        assertThat(members.contain("cut", 1)).isTrue();
        assertThat(members.contain("cut", 3)).isFalse();
    }

    @Test
    void theWorst() {
        Trace trace = new Jobs(2, 1)
                .together("fence", "a", 1, 2)
                .together("fence", "b", 10, 90)
                .together("fence", "c", 101, 100)
                .trace();
        assertThat(trace.worst(1)).extracting(meeting -> meeting.last().name()).containsExactly("b");
    }

    @Test
    void titlesReadAsInMessages() {
        Jobs job = new Jobs(1, 1).call(0, "commit", "", 0, 1, 2).call(0, "registration", "an event handler", 0, 3, 4);
        assertThat(job.ranks.getFirst().operations)
                .extracting(Rank.Operation::title)
                .containsExactly("commit", "registration of an event handler");
    }

    @Test
    void lanes() {
        Lanes lanes = new Lanes();
        assertThat(lanes.place(0, 10)).isZero();
        assertThat(lanes.place(5, 20)).isOne();
        assertThat(lanes.place(10, 12)).isZero();
        assertThat(lanes.place(11, 12)).isEqualTo(2);
        assertThat(lanes.count()).isEqualTo(3);
    }

    @Test
    void times() {
        assertThat(List.of(Times.text(0), Times.text(1_234), Times.text(45_600_000), Times.text(2_000_000_000L)))
                .containsExactly("0.00 µs", "1.23 µs", "45.6 ms", "2.00 s");
    }
}
