// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;

/** Tests which callers of a collective receive a result. */
class CallersTest {
    private static ProcId proc(int rank) {
        return new ProcId("job", rank);
    }

    @Test
    void callersOfOneNameEndByThemselves() {
        Callers callers = new Callers();
        Callers.Caller first = callers.add("fence", 1, List.of(proc(0)));
        Callers.Caller second = callers.add("fence", 2, List.of(proc(0)));
        Callers.Caller other = callers.add("construct", 1, List.of(proc(0)));
        assertThat(callers.find("fence", 2)).isSameAs(second);
        assertThat(callers.find("fence", 3)).isNull();
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
        Callers.Caller caller = callers.add("fence", 1, List.of(proc(0), proc(1)));
        callers.complete("fence", proc(3), Absent.missing(List.of(proc(4))));
        assertThat(caller.answer()).isNotDone();
        assertThat(callers.awaits("fence", proc(3))).isFalse();
        callers.complete("fence", proc(1), Absent.missing(List.of(proc(4))));
        assertThat(caller.answer()).isDone();
    }
}
