// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;

/** Tests to which question an answer belongs. */
class QuestionsTest {
    private static Gathering gathering(Questions questions, String name) {
        Roll roll = Roll.of(new ProcId("job", 2), List.of(ProcId.all("job")), _ -> 5);
        return new Gathering(new GatheringTest.Played(), name, questions.nextNumber(), roll, 0, new RollTimes(1, 1));
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

    /** A process that reports many collectives, which nobody has called, does not have this one ask about all of them. */
    @Test
    void reportsAreBounded() {
        Questions questions = new Questions();
        Gathering first = gathering(questions, "fence 0");
        questions.addOnBehalf(first);
        for (int i = 1; i < Questions.MOST_ON_BEHALF; i++) {
            assertThat(questions.mayAddOnBehalf("fence " + i)).isTrue();
            questions.addOnBehalf(gathering(questions, "fence " + i));
        }
        assertThat(questions.mayAddOnBehalf("one more")).isFalse();
        assertThat(questions.mayAddOnBehalf("fence 0")).isTrue();
        questions.remove(first);
        assertThat(questions.mayAddOnBehalf("one more")).isTrue();
    }
}
