// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmixj.it.Conformance.Place;
import org.pmixj.it.Conformance.Row;
import org.pmixj.it.Conformance.Shown;

/** The sentences and the tests that name them fit together; the table says what was seen. */
class ConformanceIT {
    private static final String ROWS = """
            # words
            = First
            a-1 The first | sentence.
            a-2 The second sentence.
              java: By a method.
              limit: The library does not.
            = Second
            b-1 The third sentence.
              limit three: Nobody answers.
            b-2 The fourth sentence.
            """;

    @Test
    void testsNameSentencesThatThereAre() {
        Set<String> ids = new HashSet<>();
        Conformance.rows().forEach(row -> ids.add(row.id()));
        assertThat(ids).hasSizeGreaterThan(100);
        assertThat(Conformance.tests())
                .hasSizeGreaterThan(10)
                .allSatisfy(test -> assertThat(ids)
                        .as(Conformance.name(test))
                        .contains(test.getAnnotation(Conforms.class).value()));
        List<String> names = new ArrayList<>();
        for (Method test : Conformance.tests()) {
            names.add(Conformance.name(test));
        }
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void theTableSaysWhatWasSeen() {
        List<Row> rows = Conformance.rows(ROWS);
        List<Shown> shown = List.of(
                new Shown("a-1", Place.ONE, "It.two", true),
                new Shown("a-1", Place.ONE, "It.one", true),
                new Shown("a-1", Place.THREE, "It.one", true),
                new Shown("a-2", Place.THREE, "It.one", true),
                new Shown("b-1", Place.ONE, "It.three", true),
                new Shown("b-2", Place.THREE, "It.one", true),
                new Shown("b-2", Place.THREE, "It.three", false));
        assertThat(Conformance.markdown(rows, shown).split("\n"))
                .containsSubsequence(
                        "| pass | 2 | 1 |",
                        "| limit | 1 | 2 |",
                        "| open | 1 | 0 |",
                        "| failed | 0 | 1 |",
                        "## First",
                        "| a-1 | The first \\| sentence. | pass | pass | `It.one`, `It.two` |",
                        "| a-2 | The second sentence.<br>*In Java: By a method.*<br>*Limit: The library does not.* | limit | limit, shown | `It.one` |",
                        "## Second",
                        "| b-1 | The third sentence.<br>*Limit on three nodes: Nobody answers.* | pass | limit | `It.three` |",
                        "| b-2 | The fourth sentence. | **open** | **failed** | `It.one`, `It.three` |");
    }

    @Test
    void twoNodesAreNeitherOneNorThree() {
        assertThat(Place.of(1)).containsExactly(Place.ONE);
        assertThat(Place.of(2)).isEmpty();
        assertThat(Place.of(3)).containsExactly(Place.THREE);
    }

    @Test
    void wrongRowsAreSeen() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conformance.rows(ROWS + "a-1 Once more.\n"))
                .withMessage("a-1 is there twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conformance.rows(ROWS + "An idea.\n"))
                .withMessage("not a row: An idea.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conformance.rows(ROWS + "  limit four: None.\n"))
                .withMessageStartingWith("not a row:");
    }
}
