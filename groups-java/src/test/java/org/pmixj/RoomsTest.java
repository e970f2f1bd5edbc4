// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.NewClassTree;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmixj.checks.JavaSources;
import org.pmixj.checks.KnownDefect;
import org.pmixj.internal.base.Defect;

/** The layout of the library: who may use whom, and how large a room and a file may be. CONTRIBUTING.md has the picture. */
class RoomsTest {
    private static final JavaClasses CLASSES = LibraryClasses.ALL;

    private static final Path SOURCES = Path.of("src/main/java/org/pmixj");
    private static final String INTERNAL = "org.pmixj.internal.";
    private static final String REPAIR = ".repair";

    /** A room uses the rooms of lower floors. */
    private static final Map<String, Integer> FLOORS = Map.ofEntries(
            Map.entry("base", 0),
            Map.entry("codec", 1),
            Map.entry("trace", 1),
            Map.entry("ffi", 2),
            Map.entry("trace.jfr", 2),
            Map.entry("call", 3),
            Map.entry("data", 4),
            Map.entry("job", 5),
            Map.entry("notice", 6),
            Map.entry("host", 6),
            Map.entry("directory", 6),
            Map.entry("rollcall", 7),
            Map.entry("process", 8),
            Map.entry("group", 9),
            Map.entry("group.exchange", 10),
            Map.entry("group.fence", 10),
            Map.entry("group.invite", 10),
            Map.entry("connect", 11),
            Map.entry("event", 11),
            Map.entry("model", 11));

    private static final int MOST_FILES = 25;

    /** The room of a class: {@code group} for {@code org.pmixj.internal.group.Roster}, its repairs included. */
    private static String room(JavaClass type) {
        String name = type.getPackageName();
        String room = name.startsWith(INTERNAL) ? name.substring(INTERNAL.length()) : "";
        return room.endsWith(REPAIR) ? room.substring(0, room.length() - REPAIR.length()) : room;
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceAll("\\$.*", "").replaceAll(".*\\.", "");
    }

    private static boolean isUpwards(JavaClass from, JavaClass to) {
        Integer here = FLOORS.get(room(from));
        Integer there = FLOORS.get(room(to));
        return here != null && there != null && there >= here && !room(from).equals(room(to));
    }

    @Test
    void everyRoomHasAFloor() {
        Set<String> rooms = CLASSES.stream()
                .filter(type -> type.getPackageName().startsWith(INTERNAL))
                .map(RoomsTest::room)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rooms).isEqualTo(new TreeSet<>(FLOORS.keySet()));
    }

    @Test
    void roomsUseLowerRoomsOnly() {
        Set<String> upwards = new TreeSet<>();
        for (JavaClass from : CLASSES) {
            for (Dependency arrow : from.getDirectDependenciesFromSelf()) {
                JavaClass to = arrow.getTargetClass();
                if (isUpwards(from, to)) {
                    upwards.add(outermost(from) + " > " + outermost(to));
                }
            }
        }
        assertThat(upwards).isEmpty();
    }

    @Test
    void whatIsExportedUsesBaseAndItsOwnRoomOnly() {
        classes()
                .that()
                .resideOutsideOfPackages("org.pmixj.internal..", "org.pmixj.ffi")
                .should(new ArchCondition<>("use internal.base and the room of the same name only") {
                    @Override
                    public void check(JavaClass from, ConditionEvents events) {
                        if (outermost(from).equals("Pmix") || outermost(from).equals("Rooms")) {
                            return;
                        }
                        String own = from.getPackageName().replaceFirst("org\\.pmixj\\.?", "");
                        for (Dependency arrow : from.getDirectDependenciesFromSelf()) {
                            String used = room(arrow.getTargetClass());
                            if (!used.isEmpty() && !used.equals("base") && !used.equals(own)) {
                                events.add(SimpleConditionEvent.violated(from, arrow.getDescription()));
                            }
                        }
                    }
                })
                .check(CLASSES);
    }

    @Test
    void nobodyUsesTheRepairsOfAnotherRoom() {
        Set<String> used = new TreeSet<>();
        for (JavaClass from : CLASSES) {
            for (Dependency arrow : from.getDirectDependenciesFromSelf()) {
                JavaClass to = arrow.getTargetClass();
                if (to.getPackageName().endsWith(REPAIR)
                        && !room(from).equals(room(to))
                        && !outermost(from).equals("Rooms")) {
                    used.add(outermost(from) + " > " + outermost(to));
                }
            }
        }
        assertThat(used).isEqualTo(new TreeSet<>(Set.of()));
    }

    /** So that a class of a repair is loaded only where its defect is. */
    @Test
    void onlyTheRoomOfARepairAsksForItsDefect() {
        Set<String> asking = new TreeSet<>();
        for (JavaClass from : CLASSES) {
            for (JavaFieldAccess access : from.getFieldAccessesFromSelf()) {
                if (access.getTargetOwner().isEquivalentTo(Defect.class) && !from.isEquivalentTo(Defect.class)) {
                    String[] repairs =
                            KnownDefect.of(access.getTarget().getName()).repairs();
                    if (Stream.of(repairs).noneMatch(repair -> isInRoom(from, repair))) {
                        asking.add(
                                outermost(from) + " for " + access.getTarget().getName());
                    }
                }
            }
        }
        assertThat(asking).isEmpty();
    }

    private static boolean isInRoom(JavaClass from, String repair) {
        String room = INTERNAL + repair.substring(0, repair.indexOf('.')) + ".";
        return (from.getPackageName() + ".").startsWith(room);
    }

    @Test
    void roomsAreFreeOfCycles() {
        slices().matching(INTERNAL + "(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void roomsAreSmall() throws IOException {
        Map<String, Integer> full = new TreeMap<>();
        try (Stream<Path> folders = Files.walk(SOURCES)) {
            for (Path folder : folders.filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.list(folder)) {
                    int count = (int) files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("package-info.java"))
                            .count();
                    if (count > MOST_FILES) {
                        full.put(SOURCES.relativize(folder).toString(), count);
                    }
                }
            }
        }
        assertThat(full).isEmpty();
    }

    /** How long is waited without a caller's time stands in {@code Patience}, with its reason. */
    @Test
    void timesAreInOneClass() throws IOException {
        Pattern time = Pattern.compile("static final (long|Duration) \\w+ =[^;]*(_000_000|Duration\\.of)");
        List<String> elsewhere = new ArrayList<>();
        for (Path file : sources()) {
            if (file.startsWith(SOURCES.resolve("internal"))
                    && !file.endsWith("Patience.java")
                    && time.matcher(Files.readString(file)).find()) {
                elsewhere.add(file.getFileName().toString());
            }
        }
        assertThat(elsewhere).isEmpty();
    }

    /** The classes that may look at the clock. */
    private static final Set<String> CLOCKS = Set.of("Deadline");

    @Test
    void fewClassesLookAtTheClock() {
        Set<String> found = new TreeSet<>();
        for (JavaClass from : CLASSES) {
            for (JavaAccess<?> access : from.getAccessesFromSelf()) {
                if (access.getTargetOwner().isEquivalentTo(System.class)
                        && access.getName().equals("nanoTime")) {
                    found.add(outermost(from));
                }
            }
        }
        assertThat(found).isEqualTo(new TreeSet<>(CLOCKS));
    }

    @Test
    void keysBetweenProcessesAreInOneClass() throws IOException {
        Set<String> found = new TreeSet<>();
        JavaSources.read(sources(), new JavaSources.Reader() {
            @Override
            public Void visitLiteral(LiteralTree literal, Void unused) {
                if (literal.getValue() instanceof String text
                        && (text.startsWith("pmixj.") || text.startsWith("org.pmixj."))) {
                    found.add(file());
                }
                return null;
            }
        });
        assertThat(found).isEqualTo(new TreeSet<>(KEYS));
    }

    /** {@code WireKeys}, and names that stay in this process: system properties, the logger, native symbols, events. */
    private static final Set<String> KEYS = Set.of(
            "Defect",
            "ExchangeBlocks",
            "HostPowers",
            "JfrEvents",
            "Libpmix",
            "LibraryCopy",
            "RollCall",
            "RollTimes",
            "Trace",
            "WireKeys");

    @Test
    void partsOfASessionHaveSlotsOfTheirOwn() throws IOException {
        List<Integer> slots = new ArrayList<>();
        JavaSources.read(sources(), new JavaSources.Reader() {
            @Override
            public Void visitNewClass(NewClassTree made, Void unused) {
                if (made.getIdentifier().toString().startsWith("SessionPart.Slot<")) {
                    slots.add((Integer) ((LiteralTree) made.getArguments().getFirst()).getValue());
                }
                return super.visitNewClass(made, unused);
            }
        });
        assertThat(slots).hasSizeGreaterThan(9).doesNotHaveDuplicates().allMatch(slot -> slot < 19);
    }

    private static List<Path> sources() throws IOException {
        return JavaSources.below(SOURCES, file -> true);
    }
}
