// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.support.AnnotationSupport;
import org.pmixj.it.mutants.Mutant;

/** The sentences of specifications, the tests that name them, and the tables that come of it. */
final class Conformance {
    private static final Pattern ROW = Pattern.compile("([a-z]+-[0-9]+) (\\S.*)");
    private static final Pattern NOTE = Pattern.compile("  java: (\\S.*)");
    private static final Pattern LIMIT = Pattern.compile("  limit( one| three| old)?: (\\S.*)");
    private static final Pattern OPEN = Pattern.compile("  open old: (\\S.*)");
    /** Separates the cells of a line of a table; one within a sentence is escaped. */
    private static final Pattern CELLS = Pattern.compile("(?<!\\\\) ?\\| ?");

    private static final String NOT_TRIED = "not tried";
    private static final String IN_PART = "in part";
    private static final String TEXT = ".txt";
    private static final Path MUTANTS = Path.of("../mutants.d");

    /** A column of a table: where a test has run. */
    enum Place {
        ONE("one node"),
        THREE("three nodes"),
        /** Under a host without groups, on one node and on three. */
        FENCES("by fences"),
        /** With the OpenPMIx and PRRTE of Debian trixie, on all nodes of the tests: a run there makes this column alone. */
        OLD("OpenPMIx 5.0, PRRTE 3.0");

        private final String title;

        Place(String title) {
            this.title = title;
        }

        /** Two nodes are neither. */
        static List<Place> of(int nodes) {
            return nodes == 1 ? List.of(ONE) : nodes >= 3 ? List.of(THREE) : List.of();
        }
    }

    /** A limit and the places that it holds for. One that is not understood has no known cause. */
    record Limit(List<Place> places, String words, boolean isUnderstood) {}

    /** A sentence. */
    record Row(String section, String id, String sentence, List<String> notes, List<Limit> limits) {
        boolean isLimited(Place place) {
            return limits.stream().anyMatch(limit -> limit.places().contains(place));
        }

        /** Returns the limit at that place and nowhere else, if there is one. */
        Optional<Limit> limitAt(Place place) {
            return limits.stream()
                    .filter(limit -> limit.places().equals(List.of(place)))
                    .findFirst();
        }
    }

    /** A specification. */
    record Document(String name, String head, List<Row> rows) {
        boolean has(String id) {
            return rows.stream().anyMatch(row -> row.id().equals(id));
        }

        /** Whether a test shows something of it. */
        boolean isShownBy(Method test) {
            return sentences(test).stream().anyMatch(this::has);
        }
    }

    /** That a test has shown a sentence, or has failed to. */
    record Shown(String id, Place place, String test, boolean passed) {}

    /** Holds a table, by the id of the sentence: the state at each place, and the tests as the table has them. */
    record Cells(Map<Place, Map<String, String>> states, Map<String, String> tests) {
        /** Returns these, with another column. */
        Cells with(Place place, Map<String, String> column) {
            Map<Place, Map<String, String>> all = new EnumMap<>(Place.class);
            all.putAll(states);
            all.remove(place);
            if (!column.isEmpty()) {
                all.put(place, column);
            }
            return new Cells(all, tests);
        }

        /** Returns a column, which has no cells if the table does not have it. */
        Map<String, String> column(Place place) {
            return states.getOrDefault(place, Map.of());
        }
    }

    private Conformance() {}

    // --- the sentences ---------------------------------------------------------------------------------------------

    /** Every file of {@code sentences}. */
    static List<Document> documents() {
        List<Document> documents = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        try (Stream<Path> files =
                Files.list(Path.of(Conformance.class.getResource("sentences").toURI()))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(TEXT)) {
                    documents.add(document(
                            name.substring(0, name.length() - TEXT.length()).toUpperCase(Locale.ROOT),
                            Files.readString(file),
                            ids));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return documents;
    }

    /**
     * Reads one.
     *
     * @param ids those that were there before, to which its own are added
     */
    static Document document(String name, String text, Set<String> ids) {
        StringBuilder head = new StringBuilder();
        List<Row> rows = new ArrayList<>();
        String section = "";
        for (String line : text.split("\n")) {
            Matcher row = ROW.matcher(line);
            Matcher note = NOTE.matcher(line);
            Matcher limit = LIMIT.matcher(line);
            Matcher open = OPEN.matcher(line);
            if (line.startsWith("= ")) {
                section = line.substring(2);
            } else if (line.startsWith(">")) {
                head.append(line.substring(1).stripLeading()).append('\n');
            } else if (row.matches()) {
                rows.add(new Row(section, row.group(1), row.group(2), new ArrayList<>(), new ArrayList<>()));
                if (!ids.add(row.group(1))) {
                    throw new IllegalArgumentException(row.group(1) + " is there twice");
                }
            } else if (note.matches() && !rows.isEmpty()) {
                rows.getLast().notes().add(note.group(1));
            } else if (limit.matches() && !rows.isEmpty()) {
                List<Place> places = limit.group(1) == null
                        ? List.of(Place.ONE, Place.THREE, Place.OLD)
                        : List.of(Place.valueOf(limit.group(1).strip().toUpperCase(Locale.ROOT)));
                rows.getLast().limits().add(new Limit(places, limit.group(2), true));
            } else if (open.matches() && !rows.isEmpty()) {
                rows.getLast().limits().add(new Limit(List.of(Place.OLD), open.group(1), false));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalArgumentException("not a row: " + line);
            }
        }
        return new Document(name, head.toString(), rows);
    }

    // --- the tests -------------------------------------------------------------------------------------------------

    /** Every test of this module that names sentences. */
    static List<Method> tests() {
        List<Method> tests = new ArrayList<>();
        try {
            Path root = Path.of(Conformance.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(each -> each.toString().endsWith("IT.class"))
                        .sorted()
                        .toList()) {
                    String name = root.relativize(file).toString().replace('/', '.');
                    Class<?> type = Class.forName(
                            name.substring(0, name.length() - ".class".length()),
                            false,
                            Conformance.class.getClassLoader());
                    for (Method method : type.getDeclaredMethods()) {
                        if (!sentences(method).isEmpty()) {
                            tests.add(method);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return tests;
    }

    /** Returns the ids of the sentences that a test names. */
    static List<String> sentences(Method test) {
        return AnnotationSupport.findRepeatableAnnotations(test, Tag.class).stream()
                .map(Tag::value)
                .filter(tag -> tag.startsWith(Mutant.TAG))
                .map(tag -> tag.substring(Mutant.TAG.length()))
                .toList();
    }

    /** Returns the nodes of each invocation of a test. */
    static int[] nodes(Method test) {
        Conforms conforms = test.getAnnotation(Conforms.class);
        return conforms == null ? new int[] {1} : conforms.nodes();
    }

    static boolean isByFences(Method test) {
        Conforms conforms = test.getAnnotation(Conforms.class);
        return conforms != null && conforms.byFences();
    }

    /** Returns the names of the mutants of each sentence. */
    static Map<String, Set<String>> mutants() {
        Map<String, Set<String>> mutants = new HashMap<>();
        for (Mutant mutant : Mutant.in(MUTANTS)) {
            mutant.rows()
                    .forEach(id ->
                            mutants.computeIfAbsent(id, _ -> new TreeSet<>()).add(mutant.name()));
        }
        return mutants;
    }

    /** Class and method, as the table has it. */
    static String name(Method test) {
        return test.getDeclaringClass().getSimpleName() + "." + test.getName();
    }

    // --- the table -------------------------------------------------------------------------------------------------

    /** Returns what a run with OpenPMIx 7 has shown; the column of {@link Place#OLD} is not in it. */
    static Cells cells(Document document, List<Shown> shown) {
        Map<Place, Map<String, String>> states = new EnumMap<>(Place.class);
        Map<String, String> tests = new HashMap<>();
        for (Row row : document.rows()) {
            for (Place place : places(document.rows(), shown)) {
                states.computeIfAbsent(place, _ -> new HashMap<>()).put(row.id(), state(row, shown, place));
            }
            Set<String> names = new TreeSet<>();
            shown.stream().filter(each -> each.id().equals(row.id())).forEach(each -> names.add(each.test()));
            tests.put(row.id(), code(names));
        }
        return new Cells(states, tests);
    }

    /**
     * Returns the column of {@link Place#OLD}.
     *
     * @param shown by the tests that have run there
     * @param named the names of all tests of each sentence, of which some may not have run
     */
    static Map<String, String> old(Document document, List<Shown> shown, Map<String, Set<String>> named) {
        Map<String, String> column = new HashMap<>();
        for (Row row : document.rows()) {
            Set<String> ran = shown.stream()
                    .filter(each -> each.id().equals(row.id()))
                    .map(Shown::test)
                    .collect(Collectors.toSet());
            String state = state(row, shown, Place.OLD);
            boolean inPart = state.equals("pass") && !ran.containsAll(named.getOrDefault(row.id(), Set.of()));
            column.put(row.id(), inPart ? IN_PART : state);
        }
        return column;
    }

    /** Reads what a table says. */
    static Cells read(Document document, String markdown) {
        Map<Place, Map<String, String>> states = new EnumMap<>(Place.class);
        Map<String, String> tests = new HashMap<>();
        List<Place> places = List.of();
        for (String line : markdown.split("\n")) {
            String[] cells = CELLS.split(line);
            if (line.startsWith("| | sentence |")) {
                List<String> titles = List.of(cells);
                places = Stream.of(Place.values())
                        .filter(place -> titles.contains(place.title))
                        .toList();
            } else if (cells.length == places.size() + 5 && document.has(cells[1])) {
                for (int i = 0; i < places.size(); i++) {
                    states.computeIfAbsent(places.get(i), _ -> new HashMap<>())
                            .put(cells[1], cells[3 + i].replace("*", ""));
                }
                tests.put(cells[1], cells[3 + places.size()]);
            }
        }
        return new Cells(states, tests);
    }

    static String markdown(Document document, Cells cells, Map<String, Set<String>> mutants) {
        List<Row> rows = document.rows();
        long broken = rows.stream().filter(row -> mutants.containsKey(row.id())).count();
        boolean hasOld = cells.states().containsKey(Place.OLD);
        StringBuilder text = new StringBuilder(document.head());
        text.append("""

                Made by a run of the tests that name the sentences; `ci/test` checks that it is up to date%s.

                - **pass**: every test that names the sentence has passed there.
                - **limit**: it does not hold in full, for the reason below it; *shown* if a test shows what does.
                - **open**: no test names it.
                """.formatted(hasOld ? ", `ci/test trixie` the column *" + Place.OLD.title + "*" : ""));
        if (hasOld) {
            text.append("""
                    - **in part**: some tests that name it have passed there, and the others are left out there, see `ci/lib/trixie-tests`.
                    - **not tried**: no test that names it runs there. It is **open** there if one fails, and the cause is not known.
                    """);
        }
        text.append("""
                - **mutants**: changes of the library that break it, each in `ci/mutants.d`, after which a test of it fails: %d of %d \
                sentences have one.

                """.formatted(broken, rows.size()));
        List<Place> places = List.copyOf(cells.states().keySet());
        text.append("| |").append(titles(places)).append("\n|---|").append("---:|".repeat(places.size()));
        for (String state : List.of("pass", IN_PART, "limit", "open", NOT_TRIED, "failed")) {
            if (List.of("pass", "limit", "open").contains(state)
                    || places.stream().anyMatch(place -> count(cells, state, place) > 0)) {
                text.append("\n| ").append(state).append(" |");
                places.forEach(place ->
                        text.append(' ').append(count(cells, state, place)).append(" |"));
            }
        }
        text.append('\n');
        String section = "";
        for (Row row : rows) {
            if (!row.section().equals(section)) {
                section = row.section();
                text.append("\n## ").append(section);
                text.append("\n\n| | sentence |")
                        .append(titles(places))
                        .append(" tests | mutants |\n|---|---|")
                        .append("---|".repeat(places.size()))
                        .append("---|---|\n");
            }
            line(text, row, cells, mutants.getOrDefault(row.id(), Set.of()));
        }
        return text.toString();
    }

    /** Returns the columns of a run with OpenPMIx 7. */
    private static List<Place> places(List<Row> rows, List<Shown> shown) {
        boolean byFences = shown.stream()
                .anyMatch(each -> each.place() == Place.FENCES
                        && rows.stream().anyMatch(row -> row.id().equals(each.id())));
        return byFences ? List.of(Place.ONE, Place.THREE, Place.FENCES) : List.of(Place.ONE, Place.THREE);
    }

    private static String titles(List<Place> places) {
        StringBuilder titles = new StringBuilder();
        places.forEach(place -> titles.append(' ').append(place.title).append(" |"));
        return titles.toString();
    }

    private static long count(Cells cells, String state, Place place) {
        return cells.column(place).values().stream()
                .filter(each -> each.startsWith(state))
                .count();
    }

    /** Returns what was seen of a sentence at a place. */
    static String state(Row row, List<Shown> shown, Place place) {
        List<Shown> here = shown.stream()
                .filter(each -> each.id().equals(row.id()) && each.place() == place)
                .toList();
        if (!here.stream().allMatch(Shown::passed)) {
            return "failed";
        } else if (here.isEmpty() && place == Place.OLD && row.limitAt(place).isEmpty()) {
            return NOT_TRIED;
        } else if (place == Place.OLD
                && !row.limitAt(place).map(Limit::isUnderstood).orElse(true)) {
            return "open";
        } else if (row.isLimited(place)) {
            return here.isEmpty() ? "limit" : "limit, shown";
        } else if (here.isEmpty() && place == Place.FENCES) {
            return "-";
        }
        return here.isEmpty() ? "open" : "pass";
    }

    private static String escaped(String words) {
        return words.replace("|", "\\|");
    }

    private static void line(StringBuilder text, Row row, Cells cells, Set<String> mutants) {
        text.append("| ").append(row.id()).append(" | ").append(escaped(row.sentence()));
        for (String note : row.notes()) {
            text.append("<br>*In Java: ").append(escaped(note)).append("*");
        }
        for (Limit limit : row.limits()) {
            text.append(limit.isUnderstood() ? "<br>*Limit" : "<br>*Open")
                    .append(where(limit))
                    .append(": ")
                    .append(escaped(limit.words()))
                    .append("*");
        }
        cells.states().forEach((_, column) -> {
            String state = column.getOrDefault(row.id(), NOT_TRIED);
            text.append(" | ").append(state.equals("failed") || state.equals("open") ? "**" + state + "**" : state);
        });
        text.append(" | ")
                .append(cells.tests().getOrDefault(row.id(), ""))
                .append(" | ")
                .append(mutants.isEmpty() ? "none" : code(mutants))
                .append(" |\n");
    }

    private static String where(Limit limit) {
        Place place = limit.places().getFirst();
        return limit.places().size() > 1 ? "" : (place == Place.OLD ? " with " : " on ") + place.title;
    }

    private static String code(Set<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
