// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.it.conformance.Conformance.Document;
import org.pmixj.it.conformance.Conformance.Place;
import org.pmixj.it.conformance.Conformance.Shown;

/** The sentences and the tests that name them fit together; a table says what was seen. */
class ConformanceIT {
    private static final String ROWS = """
            # words
            > # Title
            >
            > What it is.

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

    private static Document read(String text) {
        return Conformance.document("A", text, new HashSet<>());
    }

    private static String markdown(Document document, List<Shown> shown, Map<String, Set<String>> mutants) {
        return Conformance.markdown(document, Conformance.cells(document, shown), mutants);
    }

    @Test
    void testsNameSentencesThatThereAre() {
        Set<String> ids = new HashSet<>();
        List<Document> documents = Conformance.documents();
        assertThat(documents)
                .extracting(Document::name)
                .contains("GROUPS", "HYBRID")
                .doesNotHaveDuplicates();
        for (Document document : documents) {
            assertThat(document.head()).startsWith("# ");
            assertThat(Conformance.tests()).as(document.name()).anyMatch(document::isShownBy);
            document.rows().forEach(row -> ids.add(row.id()));
        }
        assertThat(ids).hasSizeGreaterThan(100);
        assertThat(Conformance.tests())
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        test -> assertThat(ids).as(Conformance.name(test)).containsAll(Conformance.sentences(test)));
        List<String> names = new ArrayList<>();
        for (Method test : Conformance.tests()) {
            CsvSource rows = test.getAnnotation(CsvSource.class);
            ValueSource values = test.getAnnotation(ValueSource.class);
            assertThat(Conformance.nodes(test))
                    .as(Conformance.name(test))
                    .hasSize(rows != null ? rows.value().length : values != null ? values.ints().length : 1);
            names.add(Conformance.name(test));
        }
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void theTableSaysWhatWasSeen() {
        Document document = read(ROWS);
        List<Shown> shown = List.of(
                new Shown("a-1", Place.ONE, "It.two", true),
                new Shown("a-1", Place.ONE, "It.one", true),
                new Shown("a-1", Place.THREE, "It.one", true),
                new Shown("a-2", Place.THREE, "It.one", true),
                new Shown("b-1", Place.ONE, "It.three", true),
                new Shown("b-2", Place.THREE, "It.one", true),
                new Shown("b-2", Place.THREE, "It.three", false));
        assertThat(markdown(document, shown, Map.of("a-2", new TreeSet<>(Set.of("mute", "deaf"))))
                        .split("\n"))
                .startsWith("# Title", "", "What it is.", "")
                .anyMatch(line -> line.endsWith(": 1 of 4 sentences have one."))
                .containsSubsequence(
                        "| pass | 2 | 1 |",
                        "| limit | 1 | 2 |",
                        "| open | 1 | 0 |",
                        "| failed | 0 | 1 |",
                        "## First",
                        "| a-1 | The first \\| sentence. | pass | pass | `It.one`, `It.two` | none |",
                        "| a-2 | The second sentence.<br>*In Java: By a method.*<br>*Limit: The library does not.* | limit | limit, shown | `It.one` | `deaf`, `mute` |",
                        "## Second",
                        "| b-1 | The third sentence.<br>*Limit on three nodes: Nobody answers.* | pass | limit | `It.three` | none |",
                        "| b-2 | The fourth sentence. | **open** | **failed** | `It.one`, `It.three` | none |");
    }

    @Test
    void aColumnOfGroupsByFencesIsThereIfATestShowsOne() {
        List<Shown> shown = List.of(
                new Shown("a-1", Place.ONE, "It.one", true),
                new Shown("a-1", Place.FENCES, "It.two", true),
                new Shown("a-2", Place.FENCES, "It.two", true),
                new Shown("b-1", Place.FENCES, "It.two", true),
                new Shown("b-1", Place.FENCES, "It.two", false));
        assertThat(markdown(read(ROWS), shown, Map.of()).split("\n"))
                .containsSubsequence(
                        "| | one node | three nodes | by fences |",
                        "|---|---:|---:|---:|",
                        "| pass | 1 | 0 | 2 |",
                        "| failed | 0 | 0 | 1 |",
                        "| | sentence | one node | three nodes | by fences | tests | mutants |",
                        "|---|---|---|---|---|---|---|",
                        "| a-1 | The first \\| sentence. | pass | **open** | pass | `It.one`, `It.two` | none |")
                .anyMatch(line -> line.startsWith("| a-2 ") && line.contains("| limit | limit | pass |"))
                .anyMatch(line -> line.startsWith("| b-2 ") && line.contains("| **open** | **open** | - |"));
        assertThat(markdown(read(ROWS), shown.subList(0, 1), Map.of())).doesNotContain("fences");
    }

    @Test
    void theColumnOfAnOlderHostIsMadeByItsOwnRun() {
        Document document = read(ROWS.replace("b-2 The", "  limit old: See `fences-alike`.\nb-2 The"));
        List<Shown> shown = List.of(
                new Shown("a-1", Place.ONE, "It.one", true),
                new Shown("b-1", Place.THREE, "It.two", true),
                new Shown("b-2", Place.ONE, "It.one", true));
        String without = markdown(document, shown, Map.of());
        assertThat(without).doesNotContain("PRRTE 3.0 |").doesNotContain("in part");
        List<Shown> there = List.of(
                new Shown("a-1", Place.OLD, "It.one", true),
                new Shown("a-2", Place.OLD, "It.one", true),
                new Shown("b-2", Place.OLD, "It.one", false));
        Map<String, String> old =
                Conformance.old(document, there, Map.of("a-1", Set.of("It.one", "It.two"), "a-2", Set.of("It.one")));
        assertThat(old)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("a-1", "in part", "a-2", "limit, shown", "b-1", "limit", "b-2", "failed"));
        // Such a run changes nothing else.
        String with = Conformance.markdown(
                document, Conformance.read(document, without).with(Place.OLD, old), Map.of());
        assertThat(with.split("\n"))
                .containsSubsequence(
                        "| | one node | three nodes | OpenPMIx 5.0, PRRTE 3.0 |",
                        "| pass | 2 | 0 | 0 |",
                        "| in part | 0 | 0 | 1 |",
                        "| limit | 1 | 2 | 2 |",
                        "| open | 1 | 2 | 0 |",
                        "| failed | 0 | 0 | 1 |",
                        "| a-1 | The first \\| sentence. | pass | **open** | in part | `It.one` | none |",
                        "| b-1 | The third sentence.<br>*Limit on three nodes: Nobody answers.*<br>*Limit with"
                                + " OpenPMIx 5.0, PRRTE 3.0: See `fences-alike`.* | **open** | limit, shown | limit"
                                + " | `It.two` | none |",
                        "| b-2 | The fourth sentence. | pass | **open** | **failed** | `It.one` | none |");
        // The next run with OpenPMIx 7 keeps it.
        assertThat(Conformance.markdown(
                        document,
                        Conformance.cells(document, shown)
                                .with(
                                        Place.OLD,
                                        Conformance.read(document, with).column(Place.OLD)),
                        Map.of()))
                .isEqualTo(with);
        assertThat(Conformance.old(document, List.of(), Map.of())).containsEntry("b-2", "not tried");
        assertThat(Conformance.old(read(ROWS + "  open old: Nobody knows.\n"), List.of(), Map.of()))
                .containsEntry("b-2", "open");
    }

    /** A limit of that host is a defect with a program that shows it, or what HOSTS.md calls unsupported there. */
    @Test
    void limitsOfTheOlderHostAreKnown() throws Exception {
        List<String> hosts = Files.readAllLines(Path.of("../../groups-java/HOSTS.md"));
        for (Document document : Conformance.documents()) {
            for (Conformance.Row row : document.rows()) {
                for (Conformance.Limit limit : row.limits()) {
                    if (limit.places().equals(List.of(Place.OLD)) && limit.isUnderstood()) {
                        assertThat(Pattern.compile("`([^`]+)`")
                                        .matcher(limit.words())
                                        .results())
                                .as(row.id() + ": " + limit.words())
                                .anyMatch(name -> isKnown(name.group(1), hosts));
                    }
                }
            }
        }
    }

    private static boolean isKnown(String name, List<String> hosts) {
        return Files.exists(Path.of("../../native/tests/defects/" + name + ".c"))
                || hosts.stream().anyMatch(line -> line.startsWith("| `" + name + "` |") && line.endsWith(" no |"));
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
                .isThrownBy(() -> read(ROWS + "a-1 Once more.\n"))
                .withMessage("a-1 is there twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(ROWS + "An idea.\n"))
                .withMessage("not a row: An idea.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(ROWS + "  limit four: None.\n"))
                .withMessageStartingWith("not a row:");
        // Nor is it in another file.
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conformance.document("B", "a-1 Here.\n", new HashSet<>(List.of("a-1"))))
                .withMessage("a-1 is there twice");
    }
}
