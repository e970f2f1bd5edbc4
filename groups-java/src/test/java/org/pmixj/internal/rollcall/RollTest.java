// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;

/** Tests who takes part in a collective, who asks, and who waits for the result. */
class RollTest {
    private static final ProcId SELF = proc(2);
    private static final ToIntFunction<String> SIZES =
            nspace -> Map.of("job", 5).getOrDefault(nspace, 0);

    private static ProcId proc(int rank) {
        return new ProcId("job", rank);
    }

    @Test
    void aJobThatIsNamedAsAWhole() {
        Roll roll = Roll.of(SELF, List.of(ProcId.all("job")), SIZES);
        assertThat(roll.others).containsExactly(proc(0), proc(1), proc(3), proc(4));
        assertThat(roll.asking).containsExactly(proc(0), proc(1), proc(2));
        assertThat(roll.includesSelf()).isTrue();
        assertThat(roll.isBefore(proc(0), SELF)).isTrue();
        assertThat(roll.isBefore(SELF, SELF)).isFalse();
        assertThat(roll.isBefore(proc(3), SELF)).isFalse();
    }

    @Test
    void aJobOfUnknownSizeIsNotNobody() {
        Roll roll = Roll.of(SELF, List.of(SELF, ProcId.all("unknown")), SIZES);
        assertThat(roll.others).containsExactly(ProcId.all("unknown"));
        assertThat(roll.includes(new ProcId("unknown", 7))).isTrue();
        assertThat(roll.asking).containsExactly(SELF);
        Absent absent = Absent.of(List.of(), List.copyOf(roll.others), List.of());
        assertThat(absent.why()).isEqualTo(Absent.UNKNOWN.why());
        assertThat(absent.silent()).isEmpty();
    }

    @Test
    void strangersDoNotTakePart() {
        Roll roll = Roll.of(SELF, List.of(proc(0), proc(1)), SIZES);
        assertThat(roll.includes(proc(0))).isTrue();
        assertThat(roll.includes(proc(4))).isFalse();
        assertThat(roll.includesSelf()).isFalse();
    }

    /** libpmix drops a message to some processes if one of them does not exist. */
    @Test
    void oneThatDoesNotExistDoesNotSilenceTheOthers() {
        ProcId other = new ProcId("other", 9);
        assertThat(Roll.receivers(List.of(proc(0), proc(5), other, proc(4)), SIZES))
                .containsExactly(List.of(proc(0), proc(4)), List.of(other));
        Roll roll = Roll.of(SELF, List.of(SELF, proc(5)), SIZES);
        assertThat(roll.others).containsExactly(proc(5));
        assertThat(roll.asking).containsExactly(SELF);
    }

    @Test
    void theFirstOnesAsk() {
        List<ProcId> procs =
                IntStream.range(0, 5).mapToObj(rank -> proc(4 - rank)).toList();
        assertThat(Roll.of(proc(4), procs, SIZES).asking).containsExactly(proc(0), proc(1), proc(2));
    }

    @Test
    void callersOfOneNameEndByThemselves() {
        Callers callers = new Callers();
        Callers.Caller first = callers.add("fence", List.of(proc(0)));
        Callers.Caller second = callers.add("fence", List.of(proc(0)));
        Callers.Caller other = callers.add("construct", List.of(proc(0)));
        callers.remove(first);
        assertThat(callers.awaits("fence", proc(0))).isTrue();
        callers.complete("fence", proc(0), Absent.missing(List.of(proc(3))));
        assertThat(first.answer()).isNotDone();
        assertThat(second.answer().join().missing()).containsExactly(proc(3));
        assertThat(other.answer()).isNotDone();
    }

    @Test
    void aResultIsBelievedFromThoseThatAskOnly() {
        Callers callers = new Callers();
        Callers.Caller caller = callers.add("fence", List.of(proc(0), proc(1)));
        callers.complete("fence", proc(3), Absent.missing(List.of(proc(4))));
        assertThat(caller.answer()).isNotDone();
        assertThat(callers.awaits("fence", proc(3))).isFalse();
        callers.complete("fence", proc(1), Absent.missing(List.of(proc(4))));
        assertThat(caller.answer()).isDone();
    }

    private static Gathering gathering(Questions questions, String name) {
        Roll roll = Roll.of(SELF, List.of(ProcId.all("job")), SIZES);
        return new Gathering(new GatheringTest.Played(), name, questions.nextNumber(), roll, 0, 1, 1);
    }

    @Test
    void anAnswerAboutAnotherCollectiveIsNotCounted() {
        Questions questions = new Questions();
        Gathering gathering = gathering(questions, "fence");
        questions.add(gathering);
        assertThat(questions.find(gathering.number, "construct")).isNull();
        assertThat(questions.find(gathering.number + 1, "fence")).isNull();
        assertThat(questions.find(gathering.number, "fence")).isSameAs(gathering);
        questions.remove(gathering);
        assertThat(questions.find(gathering.number, "fence")).isNull();
    }

    /** Another copy of this library, or another session, asks about a collective of the same name. */
    @Test
    void anAnswerToAnotherSessionIsNotCounted() {
        Questions questions = new Questions();
        questions.add(gathering(questions, "fence"));
        Questions other = new Questions();
        assertThat(questions.find(gathering(other, "fence").number, "fence")).isNull();
    }
}
