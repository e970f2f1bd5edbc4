// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.it.model.OpenMp.Runtime;
import org.pmixj.it.support.Launched;

/** The tool of {@code native/ompt} in C programs, {@code native/tests/openmp-rank.c} and {@code openmp-alone.c}. */
class OmptCIT {
    private static final int DECLARED = -147;
    private static final int RESOURCES = -151;
    private static final int ENTERED = -152;
    private static final int EXITED = -153;

    @TempDir
    Path work;

    /** Returns the events that a C rank's own handler received. */
    private record Told(int code, Map<String, String> infos) {
        private static final Pattern INFO = Pattern.compile("([a-z.]+)=[A-Z0-9]+:(.*?)(?= [a-z.]+=| \\|)");

        static Told of(String line) {
            Map<String, String> infos = new HashMap<>();
            Matcher matcher = INFO.matcher(line);
            while (matcher.find()) {
                infos.put(matcher.group(1), matcher.group(2));
            }
            return new Told(Integer.parseInt(line.split(" ")[1]), infos);
        }

        long region() {
            return Long.parseLong(infos.get("openmp.region"));
        }
    }

    private static List<Told> events(Launched job) {
        return job.output()
                .lines()
                .filter(line -> line.startsWith("event "))
                .map(Told::of)
                .toList();
    }

    private static List<Integer> codes(Launched job) {
        return events(job).stream().map(Told::code).toList();
    }

    private static List<Long> regions(Launched job, int code) {
        return events(job).stream()
                .filter(event -> event.code() == code)
                .map(Told::region)
                .toList();
    }

    private Launched rank(Runtime runtime, Map<String, String> environment, String... steps) throws Exception {
        Launched.needsLauncher();
        List<String> command =
                new ArrayList<>(List.of("prterun", "--bind-to", "none", "-n", "1", OpenMp.rank(work, runtime)));
        for (String step : steps) {
            command.addAll(List.of(step.split(" ")));
        }
        Launched job = Launched.run(work, command, environment);
        assertThat(job.exit()).as(job.output()).isZero();
        return job;
    }

    private Launched rank(Map<String, String> environment, String... steps) throws Exception {
        return rank(Runtime.OMP, environment, steps);
    }

    /** The tool's own counts. */
    private static void report(Launched job, int regions, int told, int absent, int limited) {
        assertThat(job.output())
                .contains("pmixj-ompt: " + regions + " parallel regions, " + told + " told; of the others " + absent
                        + " without PMIx, " + limited + " above the rate, ");
    }

    // --- events --------------------------------------------------------------------------------------------------

    @Test
    void aRankInCIsTold() throws Exception {
        Launched job = rank(OpenMp.environment(), "init", "run 3 2", "serial 1", "await 10", "finalize");
        assertThat(codes(job))
                .containsExactly(
                        DECLARED, RESOURCES, ENTERED, EXITED, ENTERED, EXITED, ENTERED, EXITED, ENTERED, EXITED);
        assertThat(regions(job, ENTERED)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(regions(job, EXITED)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(events(job))
                .allSatisfy(event -> assertThat(event.infos())
                        .containsEntry("pmix.pgm.model", "OpenMP")
                        .containsEntry("pmix.evnondef", "true"));
        assertThat(events(job).getLast().infos())
                .containsEntry("pmix.mdl.nthrds", "1")
                .containsEntry("pmix.evnocache", "true")
                .doesNotContainKey("pmix.mdl.phase");
        assertThat(events(job).get(1).infos())
                .containsEntry("pmix.mdl.nthrds", "2")
                .doesNotContainKey("pmix.mdl.tap");
        report(job, 4, 4, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({"MASTER,master", "'primary,close',master", "spread,spread", "true,", "closer,", "false,"})
    void theAffinityPolicyIsThatOfTheOutermostRegion(String binding, String policy) throws Exception {
        Launched job = rank(OpenMp.environment("OMP_PROC_BIND", binding), "init", "run 1 1", "await 4", "finalize");
        assertThat(events(job).get(1).infos().get("pmix.mdl.tap")).isEqualTo(policy);
    }

    @Tag("slow")
    @Test
    void manyRegionsAreAllTold() throws Exception {
        Launched job = rank(
                OpenMp.environment("PMIXJ_OMPT_PENDING", "1000000"),
                "init",
                "run 5000 2",
                "together 3 500 2",
                "await 13002",
                "finalize");
        assertThat(regions(job, ENTERED)).hasSize(6500).doesNotHaveDuplicates();
        assertThat(regions(job, EXITED)).containsExactlyInAnyOrderElementsOf(regions(job, ENTERED));
        assertThat(regions(job, ENTERED).subList(0, 5000)).isSorted();
    }

    /** libpmix's thread has no time for more. What is entered is left all the same. */
    @Test
    void tooManyAtOnceAreNotTold() throws Exception {
        Launched job = rank(OpenMp.environment("PMIXJ_OMPT_PENDING", "3"), "init", "run 2000 1", "await 2", "finalize");
        assertThat(regions(job, ENTERED)).isSorted().hasSizeBetween(1, 1999);
        assertThat(regions(job, EXITED)).isEqualTo(regions(job, ENTERED));
        assertThat(job.output()).containsPattern("[1-9][0-9]* with too many events pending");
    }

    // --- PMIx that is not there ----------------------------------------------------------------------------------

    @Test
    void aProgramWithoutPmixRunsAsBefore() throws Exception {
        Launched.needsLauncher();
        List<String> program = List.of(OpenMp.alone(work, Runtime.OMP));
        Launched without = Launched.run(work, program, Map.of());
        Launched with = Launched.run(work, program, OpenMp.environment());
        assertThat(without.exit()).isZero();
        assertThat(without.output()).isEqualTo("326 threads have been in regions; libpmix is not loaded\n");
        assertThat(with.exit()).isZero();
        assertThat(with.output()).contains(without.output());
        report(with, 163, 0, 163, 0);
        assertThat(with.output().lines()).hasSize(2);
    }

    /** Plugins that libpmix loads make its symbols global; it is found without them, too. */
    @Test
    void libpmixLoadedByTheProgramIsFound() throws Exception {
        Launched.needsLauncher();
        Launched job = Launched.run(
                work,
                List.of("prterun", "-n", "1", OpenMp.alone(work, Runtime.OMP), "pmix"),
                OpenMp.environment("PMIX_MCA_mca_base_component_disable_dlopen", "1"));
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("346 threads have been in regions; libpmix is loaded\n");
        report(job, 173, 10, 163, 0);
    }

    /** Nobody but the program initialises PMIx, and when it finalizes PMIx it is over. */
    @Test
    void pmixComesLateAndGoes() throws Exception {
        Launched job = rank(
                OpenMp.environment(),
                "run 5 2",
                "init",
                "await 0",
                "run 1 2",
                "await 4",
                "finalize",
                "run 5 2",
                "init",
                "run 2 2",
                "await 6",
                "finalize",
                "init",
                "run 1 1",
                "await 4",
                "finalize",
                "run 5 2");
        assertThat(codes(job))
                .containsExactly(
                        DECLARED, RESOURCES, ENTERED, EXITED, DECLARED, RESOURCES, ENTERED, EXITED, ENTERED, EXITED,
                        DECLARED, RESOURCES, ENTERED, EXITED);
        assertThat(job.output()).contains("events: 0\n");
        assertThat(job.output().lines().filter("initialized: 0"::equals)).hasSize(3);
        report(job, 19, 4, 15, 0);
    }

    /** An exit is reported to those who received the entry. */
    @Test
    void pmixComesAndGoesWithinARegion() throws Exception {
        Launched job = rank(
                OpenMp.environment(),
                "entered-init",
                "run 1 2",
                "await 4",
                "entered-finalize",
                "init",
                "run 1 2",
                "entered-again",
                "await 1",
                "run 1 2",
                "await 4",
                "finalize");
        // The model is declared to the new PMIx; the exit is not told to it.
        assertThat(job.output()).containsSubsequence("events: 4\n", "events: 1\n", "events: 4\n");
        assertThat(regions(job, ENTERED)).containsExactly(2L, 6L);
        assertThat(regions(job, EXITED)).containsExactly(2L, 6L);
        report(job, 6, 5, 1, 0);
    }

    @Test
    void pmixComesAndGoesWhileRegionsGoOn() throws Exception {
        assertThat(rank(OpenMp.environment(), "storm 50").output()).contains("storm: over");
    }

    /** Its copy of PMIx has no thread. */
    @Test
    void aForkedChildTellsNothing() throws Exception {
        Launched job = rank(OpenMp.environment(), "init", "run 1 2", "child 5 2", "run 1 2", "await 6", "finalize");
        assertThat(job.output()).contains("threads: 10\n");
        assertThat(regions(job, ENTERED)).containsExactly(1L, 2L);
        report(job, 2, 2, 0, 0);
        report(job, 6, 1, 5, 0);
    }

    /** There is no server, so nobody else is notified. */
    @ParameterizedTest
    @ValueSource(strings = {"node", "job"})
    void withoutALauncherTheOwnProcessIsTold(String range) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(List.of(OpenMp.rank(work, Runtime.OMP)));
        command.addAll(List.of("init-alone", "run", "2", "2", "await", "6", "finalize"));
        command.addAll(List.of("init-alone", "run", "1", "2", "await", "4", "finalize"));
        Launched job = Launched.run(work, command, OpenMp.environment("PMIXJ_OMPT_RANGE", range));
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(codes(job))
                .containsExactly(
                        DECLARED, RESOURCES, ENTERED, EXITED, ENTERED, EXITED, DECLARED, RESOURCES, ENTERED, EXITED);
        assertThat(job.output().lines().filter(line -> line.startsWith("pmixj-ompt: PMIXJ")))
                .containsExactly(
                        "pmixj-ompt: PMIXJ_OMPT_RANGE=" + range + " needs a launcher; only the own process is told");
    }

    // --- GCC's runtime -------------------------------------------------------------------------------------------

    @Test
    void libgompTellsNothing() throws Exception {
        Launched job = rank(Runtime.GOMP, OpenMp.environment(), "init", "run 3 2", "await 0", "finalize");
        assertThat(job.output()).contains("threads: 6\n", "events: 0\n").doesNotContain("pmixj-ompt");
    }

    /** A program that GCC compiled and linked to libgomp runs with LLVM's runtime. */
    @Test
    void libompInThePlaceOfLibgompTells() throws Exception {
        Launched job = rank(
                Runtime.GOMP,
                OpenMp.environment("LD_LIBRARY_PATH", "/usr/lib/llvm-22/lib"),
                "init",
                "run 3 2",
                "await 8",
                "finalize");
        assertThat(regions(job, EXITED)).containsExactly(1L, 2L, 3L);
    }

    // --- settings ------------------------------------------------------------------------------------------------

    @Test
    void everyNth() throws Exception {
        Launched job = rank(
                OpenMp.environment("PMIXJ_OMPT_EVERY", "7", "PMIXJ_OMPT_PHASE", "cfd reduction"),
                "init",
                "run 22 2",
                "await 10",
                "finalize");
        assertThat(regions(job, ENTERED)).containsExactly(1L, 8L, 15L, 22L);
        assertThat(regions(job, EXITED)).containsExactly(1L, 8L, 15L, 22L);
        assertThat(events(job).getLast().infos()).containsEntry("pmix.mdl.phase", "cfd reduction");
        report(job, 22, 4, 0, 0);
    }

    @Tag("slow")
    @Test
    void soManyPerSecond() throws Exception {
        Launched job =
                rank(OpenMp.environment("PMIXJ_OMPT_PER_SECOND", "20"), "init", "for 1000 2", "await 2", "finalize");
        // One at the beginning, and one in each twentieth of a second at most; a busy machine misses any of them.
        assertThat(regions(job, ENTERED)).isSorted().hasSizeBetween(1, 21);
        assertThat(regions(job, EXITED)).isEqualTo(regions(job, ENTERED));
        assertThat(job.output()).containsPattern("without PMIx, [1-9][0-9]* above the rate");
    }

    /** Each in pairs of names and values. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PMIXJ_OMPT_EVERY=0 PMIXJ_OMPT_PER_SECOND=1000001 PMIXJ_OMPT_PENDING=5x PMIXJ_OMPT_RANGE=all"
                        + " PMIXJ_OMPT_REPORT=yes",
                "PMIXJ_OMPT_EVERY=-1",
                "PMIXJ_OMPT_EVERY=99999999999999999999"
            })
    void whatMakesNoSenseIsNamedOnce(String settings) throws Exception {
        Map<String, String> expected = Map.of(
                "PMIXJ_OMPT_EVERY", "a number from 1",
                "PMIXJ_OMPT_PER_SECOND", "a number from 1 to 1000000",
                "PMIXJ_OMPT_PENDING", "a number from 1 to 1000000",
                "PMIXJ_OMPT_RANGE", "process, node or job",
                "PMIXJ_OMPT_REPORT", "0 or 1");
        List<String> wrong = List.of(settings.split(" "));
        Launched job = rank(OpenMp.environment(settings.split("[ =]")), "init", "run 3 2", "await 8", "finalize");
        assertThat(job.output().lines().filter(line -> line.startsWith("pmixj-ompt: PMIXJ")))
                .containsExactlyInAnyOrderElementsOf(wrong.stream()
                        .map(each -> "pmixj-ompt: " + each + " is not " + expected.get(each.split("=")[0])
                                + "; the default is used")
                        .toList());
        assertThat(regions(job, EXITED)).containsExactly(1L, 2L, 3L);
    }
}
