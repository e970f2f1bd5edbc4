// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pmixj.junit.job.SharedJobs;

/** Tests methods of a package that share jobs: who shares one, and how one that fails leaves the others alone. */
class SharedJobsIT {
    private static final Map<String, TestExecutionResult> CASES = new LinkedHashMap<>();
    private static String output = "";
    private static List<String> times = List.of();

    /** Keeps the results by the names of method and case. */
    private static final class Results implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                String method = test.getUniqueId().replaceAll(".*test-template:(\\w+).*", "$1");
                CASES.put(method + ": " + test.getDisplayName(), result);
            }
        }
    }

    @BeforeAll
    static void run(@TempDir Path jobs) throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        System.setProperty("pmixj.junit.shared", "package");
        System.setProperty("pmixj.junit.dir", jobs.toString());
        try {
            run(
                    new Results(),
                    SharedFixtures.First.class,
                    SharedFixtures.Second.class,
                    SharedFixtures.Third.class,
                    SharedFixtures.Fourth.class);
        } finally {
            System.setOut(before);
            System.clearProperty("pmixj.junit.shared");
            System.clearProperty("pmixj.junit.dir");
        }
        output = bytes.toString(StandardCharsets.UTF_8);
        assumeFalse(output.contains("pmixj-junit: NOT RUN"), output);
        times = Files.readAllLines(jobs.resolve("jobs.tsv"));
    }

    private static void run(TestExecutionListener listener, Class<?>... fixtures) {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Arrays.stream(fixtures)
                                        .map(DiscoverySelectors::selectClass)
                                        .toList())
                                .build(),
                        listener);
    }

    private static String process(String method) {
        List<String> processes = Pattern.compile("\\[rank 0] " + method + " in process (\\d+)")
                .matcher(output)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(processes).as(method + " in " + output).isNotEmpty();
        return processes.getFirst();
    }

    private static void assertPassed(String method) {
        for (String name : List.of("rank 0 of 3", "rank 1 of 3", "rank 2 of 3", "job")) {
            assertThat(result(method, name).getStatus())
                    .as(() -> method + ": " + name + " in " + output)
                    .isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
        }
    }

    private static Throwable failure(String method, String name) {
        return result(method, name).getThrowable().orElseThrow();
    }

    private static TestExecutionResult result(String method, String name) {
        assertThat(CASES).containsKey(method + ": " + name);
        return Objects.requireNonNull(CASES.get(method + ": " + name));
    }

    @Test
    void oneAfterTheOtherInTheSameProcesses() {
        assertPassed("one");
        assertThat(process("two")).isEqualTo(process("one"));
        assertThat(process("hanging")).isEqualTo(process("one"));
        assertThat(CASES.get("two: rank 1 of 3 on 2 nodes @ node1")).isEqualTo(TestExecutionResult.successful());
    }

    @Test
    void outputIsThatOfTheMethod() {
        assertThat(Pattern.compile("\\[rank 2] one in").matcher(output).results())
                .hasSize(1);
    }

    @Test
    void aFailureIsReportedOnceAndTheOthersRunInAnotherJob() {
        assertThat(failure("failing", "rank 1 of 3")).hasMessage("on purpose");
        assertThat(result("failing", "rank 0 of 3").getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
        assertThat(result("failing", "job").getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
        assertThat(process("failing")).isNotEqualTo(process("hanging"));
        assertThat(process("exiting")).isNotEqualTo(process("failing"));
    }

    @Test
    void aFailureNamesTheFilesOfItsMethod() {
        assertThat(files("failing", "rank 1 of 3")).matches(".*/0-\\S*failing\\S*");
        assertThat(files("hanging", "rank 2 of 3")).matches(".*/[1-9]-\\S*hanging\\S*");
    }

    private static String files(String method, String name) {
        return Arrays.stream(failure(method, name).getSuppressed())
                .map(Throwable::getMessage)
                .flatMap(text ->
                        Pattern.compile("files are kept in (.*)").matcher(text).results())
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    /** Nothing runs, and the reason is reported for each method. */
    @Test
    void aWrongSettingIsReported() {
        List<Throwable> failures = new ArrayList<>();
        System.setProperty("pmixj.junit.shared", "packages");
        try {
            run(
                    new TestExecutionListener() {
                        @Override
                        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                            result.getThrowable().ifPresent(failures::add);
                        }
                    },
                    SharedFixtures.Second.class);
        } finally {
            System.clearProperty("pmixj.junit.shared");
        }
        assertThat(failures)
                .extracting(Throwable::getMessage)
                .containsOnly(
                        "the system property pmixj.junit.shared must be method, class, package or run, not packages");
        assertThat(failures).hasSize(4);
    }

    @Test
    void aRunSharesJobsAmongPackages() {
        int apart = jobs("package", "");
        assertThat(jobs("run", "")).isEqualTo(apart - 1);
        assertThat(jobs("run", "org.other, org.pmixj.junit.shared")).isEqualTo(apart);
    }

    private static int jobs(String shared, String apart) {
        System.setProperty("pmixj.junit.shared", shared);
        System.setProperty("pmixj.junit.apart", apart);
        try {
            return SharedJobs.count(LauncherFactory.create()
                            .discover(LauncherDiscoveryRequestBuilder.request()
                                    .selectors(
                                            DiscoverySelectors.selectClass(SharedFixtures.First.class),
                                            DiscoverySelectors.selectClass("org.pmixj.junit.Fixtures$Failing"))
                                    .build()))
                    .jobs();
        } finally {
            System.clearProperty("pmixj.junit.shared");
            System.clearProperty("pmixj.junit.apart");
        }
    }

    @Test
    void eachMethodHasItsTimeLimit() {
        assertThat(failure("hanging", "rank 2 of 3")).hasMessageContaining("within the time limit of 10 s");
        assertThat(result("hanging", "rank 0 of 3").getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
        assertThat(output).contains("SharedFixtures$First.hanging");
    }

    @Test
    void aRankThatEnds() {
        assertThat(failure("exiting", "rank 0 of 3")).hasMessage("ended with exit status 3 in the test method");
        assertPassed("last");
        assertThat(process("last")).isNotEqualTo(process("exiting"));
    }

    @Test
    void whoHasAJobOfItsOwn() {
        for (String method : List.of("alone", "withoutSession", "otherOptions")) {
            assertPassed(method);
            assertThat(process(method)).isNotEqualTo(process("last"));
        }
        assertThat(output).doesNotContain("disabled in process");
    }

    @Test
    void countsOfJobs() {
        // One job up to the failure, those after each of the others, one on two nodes, and three alone.
        assertThat(times.stream().mapToInt(line -> Integer.parseInt(line.split("\t")[3])))
                .hasSize(10)
                .satisfies(jobs ->
                        assertThat(jobs.stream().mapToInt(each -> each).sum()).isEqualTo(8));
        assertThat(times.stream()
                        .mapToInt(line -> Integer.parseInt(line.split("\t")[4]))
                        .sum())
                .isEqualTo(24);
        assertThat(times.getFirst()).startsWith("org.pmixj.junit.shared.SharedFixtures$First\tone\t1\t1\t3\t");
    }
}
