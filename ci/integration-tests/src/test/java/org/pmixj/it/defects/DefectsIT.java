// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.defects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmixj.checks.AvoidedDefect;
import org.pmixj.checks.DefectReport;
import org.pmixj.checks.ElasticDefect;
import org.pmixj.checks.KnownDefect;
import org.pmixj.host.LibraryVersion;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/** Runs the canary of each defect that this version of libpmix is to have, and fails when the defect is gone. */
@Execution(ExecutionMode.CONCURRENT)
class DefectsIT {
    /** The file in which {@code ci/test --prefix} collects the verdicts about any libpmix, of all canaries. */
    private static final @Nullable String VERDICTS = System.getProperty("pmixj.verdicts");

    /** The version that was seen to have the defects that are avoided, and those of {@code pmixj-elastic}. */
    private static final String AVOIDED = "OpenPMIx 7.0";

    private static final String OLD = "OpenPMIx 5.0";

    private static KnownDefect.Known known(Defect defect) {
        return KnownDefect.of(defect.name());
    }

    static Stream<Defect> shown() {
        return Stream.of(Defect.values())
                .filter(defect -> known(defect).unshown().isEmpty()
                        && isExpected(known(defect).seen(), known(defect).gone()));
    }

    /**
     * Returns whether this libpmix is to have a defect; any other one is asked about each.
     *
     * @param seen the first version that has it
     * @param gone the first version that has it no longer, or nothing
     */
    private static boolean isExpected(String seen, String gone) {
        return VERDICTS != null || (isAtLeast(seen) && (gone.isEmpty() || !isAtLeast(gone)));
    }

    private static boolean isAtLeast(String version) {
        LibraryVersion wanted = LibraryVersion.parse(version);
        return LibraryVersion.parse(Libpmix.version()).isAtLeast(wanted.major(), wanted.minor());
    }

    @ParameterizedTest
    @MethodSource("shown")
    void theDefectIsHere(Defect defect, @TempDir Path work) throws Exception {
        requireHere(defect, canary(defect.title(), known(defect).nodes(), work));
    }

    static Stream<AvoidedDefect> avoided() {
        return Stream.of(AvoidedDefect.values())
                .filter(defect -> defect.unshown().isEmpty()
                        && isExpected(defect.gone().isEmpty() ? AVOIDED : OLD, defect.gone()));
    }

    @ParameterizedTest
    @MethodSource("avoided")
    void theAvoidedDefectIsHere(AvoidedDefect defect, @TempDir Path work) throws Exception {
        requireHere(
                defect.title(),
                canary(defect.title(), defect.nodes(), work),
                "libpmix no longer has the defect %s: see what can be simpler in %s, and delete its entry in"
                        + " AvoidedDefect",
                defect.title(),
                defect.classes());
    }

    static Stream<ElasticDefect> ofElastic() {
        return Stream.of(ElasticDefect.values()).filter(_ -> isExpected(AVOIDED, ""));
    }

    @ParameterizedTest
    @MethodSource("ofElastic")
    void theDefectOfElasticIsHere(ElasticDefect defect, @TempDir Path work) throws Exception {
        requireRepaired(defect.title(), canary(defect.title(), ElasticDefect.NODES, work));
    }

    /** Runs a canary, and returns its output. */
    private static String canary(String title, int nodes, Path work) throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve(title);
        try {
            CCode.compile(work, "-pthread", "-o", program.toString(), CCode.source("defects/" + title + ".c"));
        } catch (AssertionError e) {
            if (VERDICTS == null) {
                throw e;
            }
            // It uses a function that this libpmix does not have.
            return "";
        }
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.add(program.toString());
        return Launched.run(work, command, Map.of()).output();
    }

    private static void requireHere(Defect defect, String output) {
        requireRepaired(defect.title(), output);
    }

    private static void requireRepaired(String title, String output) {
        requireHere(
                title,
                output,
                "libpmix or PRRTE no longer has the defect %s: switch the repair off with"
                        + " -Dpmixj.repair.%s=off, run the tests, and delete it and its entry in Defect",
                title,
                title);
    }

    private static void requireHere(String title, String output, String hint, Object... details) {
        String verdict = "defect " + title + ": ";
        List<String> verdicts =
                output.lines().filter(line -> line.startsWith(verdict)).toList();
        if (VERDICTS != null) {
            collect(verdicts.isEmpty() ? verdict + "unclear (its program does not work here)" : verdicts.getFirst());
            return;
        }
        assertThat(verdicts).as(output).hasSize(1);
        assertThat(verdicts.getFirst()).as(hint, details).doesNotStartWith(verdict + "gone");
        assertThat(verdicts.getFirst()).as(output).startsWith(verdict + "here");
        assertThat(shown(title))
                .as(
                        "%s.md, the text for upstream's tracker, does not show the line that its program prints: %s",
                        title, verdicts.getFirst())
                .anyMatch(line -> line.matcher(verdicts.getFirst()).matches());
    }

    private static List<Pattern> shown(String title) {
        try {
            return DefectReport.shown(Path.of(CCode.source("defects")), title);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized void collect(String verdict) {
        try {
            Files.writeString(
                    Path.of(Objects.requireNonNull(VERDICTS)),
                    verdict + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDefectThatIsGoneIsReported() {
        Defect defect = Defect.FENCES_ALIKE;
        requireHere(defect, "defect fences-alike: here (the first of two fences of rank 0, without rank 1: SUCCESS)\n");
        assertThatThrownBy(() -> requireHere(defect, "defect fences-alike: here (seen)\n"))
                .hasMessageContaining("fences-alike.md");
        assertThatThrownBy(() -> requireHere(defect, "defect fences-alike: gone (not seen)\n"))
                .hasMessageContaining("-Dpmixj.repair.fences-alike=off");
        assertThatThrownBy(() -> requireHere(defect, "defect fences-alike: unclear (no verdict)\n"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> requireHere(defect, "nothing\n")).isInstanceOf(AssertionError.class);
    }
}
