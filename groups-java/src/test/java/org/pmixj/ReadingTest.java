// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.pmixj.checks.CodeLines;
import org.pmixj.checks.JavaSources;

/**
 * How much one has to read to understand a class of the library: its closure, which is the lines of code of all internal
 * files that it reaches by types; and the knots, which are files that all need each other. The bounds only fall: a change
 * that raises one lowers another.
 */
class ReadingTest {
    private static final String INTERNAL = "org.pmixj.internal.";
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Set<String> GENERATED = Set.of(INTERNAL + "base.StatusNames");

    /** Lines of code, in hundreds. */
    private static final Map<String, Integer> CLOSURES =
            Map.of("GroupsImpl", 96, "EventsImpl", 66, "NotifyCall", 47, "FenceCall", 43);

    /** The most files of a knot in each room; 1 where no room is named. */
    private static final Map<String, Integer> KNOTS = Map.ofEntries(
            Map.entry("base", 2),
            Map.entry("call", 4),
            Map.entry("codec", 5),
            Map.entry("connect", 5),
            Map.entry("data", 5),
            Map.entry("event", 3),
            Map.entry("ffi", 4),
            Map.entry("group", 5),
            Map.entry("group.exchange", 5),
            Map.entry("group.fence", 2),
            Map.entry("group.invite", 5),
            Map.entry("job", 4),
            Map.entry("model", 2),
            Map.entry("notice", 2),
            Map.entry("trace.jfr", 3));

    /** All lines of code of the library, in hundreds. */
    private static final int ALL = 270;

    /** The files that each internal file uses, by the names of their classes. */
    private static final Map<String, Set<String>> USED = used();

    private static Map<String, Set<String>> used() {
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass from : LibraryClasses.ALL) {
            if (!isRead(from)) {
                continue;
            }
            Set<String> targets = used.computeIfAbsent(file(from), _ -> new TreeSet<>());
            for (Dependency arrow : from.getDirectDependenciesFromSelf()) {
                JavaClass to = arrow.getTargetClass().getBaseComponentType();
                if (isRead(to) && !file(to).equals(file(from))) {
                    targets.add(file(to));
                }
            }
        }
        return used;
    }

    private static boolean isRead(JavaClass type) {
        return type.getName().startsWith(INTERNAL) && !type.getSimpleName().equals("package-info");
    }

    private static String file(JavaClass type) {
        return type.getName().replaceAll("\\$.*", "");
    }

    private static String room(String file) {
        return file.substring(INTERNAL.length(), file.lastIndexOf('.')).replaceAll("\\.repair$", "");
    }

    private static Set<String> reachable(String from) {
        Set<String> seen = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            String file = next.pop();
            if (seen.add(file)) {
                next.addAll(USED.getOrDefault(file, Set.of()));
            }
        }
        return seen;
    }

    /** Returns the lines of some files, but for those that the build generates. */
    private static int lines(Set<String> files) throws IOException {
        int lines = 0;
        for (String file : files) {
            if (!GENERATED.contains(file)) {
                lines += CodeLines.of(source(file));
            }
        }
        return lines;
    }

    private static Path source(String file) {
        return SOURCES.resolve(file.replace('.', '/') + ".java");
    }

    private static int hundreds(int lines) {
        return (lines + 99) / 100;
    }

    @Test
    void closures() throws IOException {
        Map<String, Integer> hundreds = new HashMap<>();
        for (String file : USED.keySet()) {
            String name = file.substring(file.lastIndexOf('.') + 1);
            if (CLOSURES.containsKey(name)) {
                hundreds.put(name, hundreds(lines(reachable(file))));
            }
        }
        assertThat(hundreds).hasSameSizeAs(CLOSURES);
        assertBounded(hundreds, CLOSURES, "hundreds of lines that one has to read");
    }

    @Test
    void knots() {
        Map<String, Integer> largest = new TreeMap<>();
        for (Map.Entry<String, Set<String>> knot : knotsByFile().entrySet()) {
            largest.merge(room(knot.getKey()), knot.getValue().size(), Math::max);
        }
        assertBounded(largest, KNOTS, "files that all need each other");
    }

    private static void assertBounded(Map<String, Integer> found, Map<String, Integer> bounds, String what) {
        Map<String, Integer> above = new TreeMap<>(found);
        above.entrySet().removeIf(each -> each.getValue() <= bounds.getOrDefault(each.getKey(), 1));
        assertThat(above)
                .as("%s, of which %s are the most", what, new TreeMap<>(bounds))
                .isEmpty();
    }

    /** Returns for each file those that it reaches and that reach it. */
    private static Map<String, Set<String>> knotsByFile() {
        Map<String, Set<String>> reached = new LinkedHashMap<>();
        USED.keySet().forEach(file -> reached.put(file, reachable(file)));
        Map<String, Set<String>> knots = new TreeMap<>();
        reached.forEach((file, others) -> {
            Set<String> knot = new TreeSet<>(others);
            knot.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(file));
            knots.put(file, knot);
        });
        return knots;
    }

    @Test
    void all() throws IOException {
        int lines = 0;
        for (Path file : JavaSources.below(SOURCES, _ -> true)) {
            lines += CodeLines.of(file);
        }
        assertThat(hundreds(lines)).as("hundreds of lines of the library").isBetween(100, ALL);
    }

    @Test
    void everyFileIsFound() {
        Set<String> lost = new TreeSet<>(USED.keySet());
        lost.removeIf(file -> Files.exists(source(file)));
        assertThat(lost).isEqualTo(GENERATED);
        assertThat(USED).hasSizeGreaterThan(200);
    }
}
