// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmixj.LibraryClasses;
import org.pmixj.checks.AvoidedDefect;
import org.pmixj.checks.DefectCauses;
import org.pmixj.checks.DefectReport;
import org.pmixj.checks.ElasticDefect;
import org.pmixj.checks.Golden;
import org.pmixj.checks.KnownDefect;

/** Checks that defects and repairs name each other. */
class DefectTest {
    private static final Path CANARIES = Path.of("../native/tests/defects");

    private static final Path ELASTIC = Path.of("../elastic/src/main/java/org/pmixj/elastic/internal");

    private static final String INTERNAL = "org.pmixj.internal.";

    private static final JavaClasses CLASSES = LibraryClasses.ALL;

    private static KnownDefect.Known known(Defect defect) {
        return KnownDefect.of(defect.name());
    }

    private static String topLevel(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    @ParameterizedTest
    @EnumSource
    void everyDefectIsAskedForInTheRoomOfItsRepair(Defect defect) throws Exception {
        assertThat(known(defect).repairs()).isNotEmpty();
        List<String> rooms = new ArrayList<>();
        for (String repair : known(defect).repairs()) {
            assertThat(CLASSES).as(repair).anyMatch(type -> topLevel(type).equals(INTERNAL + repair));
            rooms.add(INTERNAL + repair.substring(0, repair.indexOf('.')));
        }
        assertThat(CLASSES)
                .anyMatch(type -> rooms.stream().anyMatch(room -> (type.getPackageName() + ".").startsWith(room + "."))
                        && type.getFieldAccessesFromSelf().stream()
                                .anyMatch(access -> access.getTargetOwner().isEquivalentTo(Defect.class)
                                        && access.getTarget().getName().equals(defect.name())));
    }

    @ParameterizedTest
    @EnumSource
    void everyDefectIsDescribed(Defect defect) throws Exception {
        assertThat(known(defect).does()).matches("[A-Zl].*\\.");
        assertThat(known(defect).seen()).isNotBlank();
        assertThat(known(defect).issue()).matches("|https://github.com/openpmix/.*");
        assertThat(defect.title()).matches("[a-z0-9]+(-[a-z0-9]+)*");
    }

    @ParameterizedTest
    @EnumSource
    void everyAvoidedDefectIsDescribed(AvoidedDefect defect) {
        assertThat(defect.does()).matches("[A-Zl].*\\.");
        assertThat(defect.instead()).matches("[A-Z].*\\.");
        assertThat(defect.classes())
                .isNotEmpty()
                .allSatisfy(name ->
                        assertThat(CLASSES).anyMatch(type -> topLevel(type).equals(INTERNAL + name)));
        assertThat(Stream.of(Defect.values()).map(Defect::title)).doesNotContain(defect.title());
    }

    @ParameterizedTest
    @EnumSource
    void everyRepairOfElasticAsksForItsDefect(ElasticDefect defect) throws Exception {
        assertThat(defect.does()).matches("PRRTE .*\\.");
        assertThat(Files.readString(ELASTIC.resolve("Defect.java"))).containsPattern("    " + defect.name() + "[,;]");
        assertThat(Files.readString(ELASTIC.resolve(defect.repair() + ".java")))
                .contains("Defect." + defect.name() + ".isHere()");
    }

    @Test
    void everyDefectHasACause() {
        Set<String> expected = new TreeSet<>();
        Stream.of(Defect.values()).map(Defect::title).forEach(expected::add);
        Stream.of(ElasticDefect.values()).map(ElasticDefect::title).forEach(expected::add);
        Stream.of(AvoidedDefect.values()).map(AvoidedDefect::title).forEach(expected::add);
        assertThat(DefectCauses.titles()).containsExactlyInAnyOrderElementsOf(expected);
        for (String title : expected) {
            assertThat(DefectCauses.of(title)).as(title).matches("(OpenPMIx|PRRTE)[^|]*\\.[ch]`[^|]*\\.");
        }
    }

    @Test
    void everyDescriptionIsThatOfADefect() {
        assertThat(Stream.of(KnownDefect.values()).map(Enum::name))
                .containsExactlyElementsOf(
                        Stream.of(Defect.values()).map(Enum::name).toList());
    }

    @Test
    void everyDefectHasACanaryOrAReason() throws Exception {
        Set<String> expected = new TreeSet<>();
        for (Defect defect : Defect.values()) {
            if (known(defect).unshown().isEmpty()) {
                expected.add(defect.title() + ".c");
            }
        }
        for (AvoidedDefect defect : AvoidedDefect.values()) {
            if (defect.unshown().isEmpty()) {
                expected.add(defect.title() + ".c");
            }
        }
        for (ElasticDefect defect : ElasticDefect.values()) {
            expected.add(defect.title() + ".c");
        }
        try (Stream<Path> files = Files.list(CANARIES)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".c")))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void everyDefectHasATextForItsTracker() throws Exception {
        List<String> expected = new ArrayList<>();
        for (DefectReport report : DefectReport.all()) {
            Golden.check(DefectReport.file(CANARIES, report.title()), report.text(CANARIES));
            expected.add(report.title() + ".md");
        }
        assertThat(DefectReport.files(CANARIES)).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static String nodes(int nodes) {
        return nodes == 1 ? "one node" : nodes + " nodes";
    }

    @Test
    void theListIsUpToDate() throws Exception {
        Golden.check(Path.of("DEFECTS.md"), list());
    }

    private static String list() throws Exception {
        StringBuilder list = new StringBuilder("""
                # Defects of libpmix and PRRTE

                The library works around these. Made from `org.pmixj.checks.KnownDefect` by a test; do not edit.

                `-Dpmixj.repair.NAME=off` switches a repair off, to try a libpmix or PRRTE that no longer has the defect;
                `-Dpmixj.repair.all=off` switches all of them off.
                Each canary is a C program in `native/tests/defects` that shows the defect without Java; the test that
                runs them fails when a defect is gone. `pmixcc -pthread NAME.c -o NAME && ./NAME` runs one by hand, for
                several nodes under `ci/nodes N`. `NAME.md` beside it is the text for the tracker of OpenPMIx or PRRTE.

                The causes are those of `org.pmixj.checks.DefectCauses`, for whoever mends libpmix or PRRTE. They were
                read in OpenPMIx 494e9d9d0 of 2026-08-21 and PRRTE 52d5e4bb1f of 2026-08-22, a month older than what most
                were seen with, or in 5.0.7 and 3.0.8 if these are named; functions may have moved since. Files are below
                `src`. Unless the cause says "tried", no change was. "By reading" says that no run tells this cause from
                another.

                | Name | What happens | Seen with | Repair | Canary | Cause |
                |---|---|---|---|---|---|
                """);
        for (Defect defect : Defect.values()) {
            KnownDefect.Known known = known(defect);
            String gone = known.gone().isEmpty() ? "" : ", not with " + known.gone();
            String issue = known.issue().isEmpty() ? "" : ", " + known.issue();
            list.append("| `").append(defect.title());
            list.append("` | ").append(known.does());
            list.append(" | ").append(known.seen()).append(gone).append(issue);
            list.append(" | `").append(String.join("`, `", known.repairs()));
            list.append("` | ").append(known.unshown().isEmpty() ? nodes(known.nodes()) : "none: " + known.unshown());
            list.append(" | ").append(DefectCauses.of(defect.title())).append(" |\n");
        }
        list.append("""

                ## Of changes of the DVM's size

                `pmixj-elastic` repairs these in `org.pmixj.elastic.internal`; each is switched off as those above. Made
                from `org.pmixj.checks.ElasticDefect`; seen with OpenPMIx 7.0.0rc1 and PRRTE 5.0.0rc1.

                | Name | What happens | Repair | Canary | Cause |
                |---|---|---|---|---|
                """);
        for (ElasticDefect defect : ElasticDefect.values()) {
            list.append("| `").append(defect.title());
            list.append("` | ").append(defect.does());
            list.append(" | `").append(defect.repair());
            list.append("` | ").append(nodes(ElasticDefect.NODES));
            list.append(" | ").append(DefectCauses.of(defect.title())).append(" |\n");
        }
        list.append("""

                ## Avoided

                The library does without what these break, so that there is nothing to switch off. Made from
                `org.pmixj.checks.AvoidedDefect`; seen with OpenPMIx 7.0.0rc1 and PRRTE 5.0.0rc1.

                | Name | What happens | Instead | Classes | Canary | Cause |
                |---|---|---|---|---|---|
                """);
        for (AvoidedDefect defect : AvoidedDefect.values()) {
            list.append("| `").append(defect.title());
            list.append("` | ").append(defect.does());
            list.append(" | ").append(defect.instead());
            list.append(" | `").append(String.join("`, `", defect.classes()));
            list.append("` | ")
                    .append(defect.unshown().isEmpty() ? nodes(defect.nodes()) : "none: " + defect.unshown());
            list.append(" | ").append(DefectCauses.of(defect.title())).append(" |\n");
        }
        return list.toString();
    }

    @Test
    void everyRepairHasItsDefect() throws Exception {
        Set<String> named = new TreeSet<>();
        for (Defect defect : Defect.values()) {
            named.addAll(Arrays.asList(known(defect).repairs()));
        }
        Set<String> repairs = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            if (type.getPackageName().endsWith(".repair")
                    && !type.getSimpleName().equals("package-info")
                    // It passes on to the others what group asks for.
                    && !topLevel(type).endsWith(".GroupRepairs")) {
                repairs.add(topLevel(type).substring(INTERNAL.length()));
            }
        }
        assertThat(repairs).hasSizeGreaterThan(10);
        assertThat(named).containsAll(repairs);
    }

    @Test
    void aPropertySwitchesOneOff() throws Exception {
        String property = "pmixj.repair.fences-alike";
        System.setProperty(property, "off");
        // A copy of the enum, which reads the properties when it is loaded.
        URL classes = Defect.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = loader.loadClass(Defect.class.getName());
            List<String> off = new ArrayList<>();
            for (Object constant : copy.getEnumConstants()) {
                if (!(boolean) copy.getMethod("isHere").invoke(constant)) {
                    off.add(constant.toString());
                }
            }
            assertThat(off).containsExactly("FENCES_ALIKE");
        } finally {
            System.clearProperty(property);
        }
    }
}
