// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmixj.guide.Survive;
import org.pmixj.it.support.Launched;

/** Runs the programs of the guide, and compares what they print with what the guide shows; and runs its commands. */
@Order(2)
class GuideIT {
    private static final Path PAGES = Path.of("../../guide/docs");
    private static final Path EXPECTED = Path.of("../../guide/examples/expected");
    private static final String SLOW = "<!-- slow -->\n";

    @TempDir
    Path work;

    @Test
    void examples() throws Exception {
        List<String> names = List.of(
                "Hello",
                "Values",
                "Construct",
                "Exchange",
                "Bootstrap",
                "Invite",
                "Leave",
                "Progress",
                "Async",
                "UsesModels",
                "TwoJobs",
                "Daemon",
                "FromMpi");
        List<String> arguments = new ArrayList<>(List.of(work.toString()));
        arguments.addAll(names);
        Launched job = Launched.job(work, 4, ExampleRank.class, arguments.toArray(String[]::new));
        assertThat(job.exit()).as(job.output()).isZero();
        for (String name : names) {
            List<String> printed = new ArrayList<>();
            for (int rank = 0; rank < 4; rank++) {
                printed.addAll(Files.readAllLines(work.resolve(name + "." + rank)));
            }
            assertPrints(name, printed);
        }
        assertThat(job.output()).doesNotContain("WARNING");
    }

    @Test
    void aRankThatDies() throws Exception {
        Launched job = Launched.recoverable(work, 4, Survive.class);
        // The launcher returns the status of the rank that died, and reports it.
        assertPrints(
                "Survive",
                job.output().lines().filter(line -> line.startsWith("rank ")).toList());
    }

    static List<Path> pagesWithCommands() throws IOException {
        try (Stream<Path> files = Files.walk(PAGES)) {
            return files.filter(file -> !commands(file, "").isEmpty()).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pagesWithCommands")
    void commands(Path page) throws Exception {
        assertRun(commands(page, ""));
    }

    static List<Path> pagesWithSlowCommands() throws IOException {
        try (Stream<Path> files = Files.walk(PAGES)) {
            return files.filter(file -> !commands(file, SLOW).isEmpty()).toList();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("pagesWithSlowCommands")
    void slowCommands(Path page) throws Exception {
        assertRun(commands(page, SLOW));
    }

    /** Returns the commands of all blocks of a page after such a line, or nothing. */
    private static String commands(Path page, String mark) {
        if (!page.toString().endsWith(".md")) {
            return "";
        }
        try {
            return Pattern.compile("(?ms)^(" + SLOW + "|)```sh\n(.*?)^```")
                    .matcher(Files.readString(page))
                    .results()
                    .filter(block -> block.group(1).equals(mark))
                    .map(block -> block.group(2))
                    .collect(Collectors.joining());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs commands in the checkout, as a reader would. In the container, ci/container runs them directly. */
    private void assertRun(String commands) throws Exception {
        Launched.needsLauncher();
        Launched run = Launched.run(work, List.of("bash", "-euc", "cd ../..\n" + commands), Map.of());
        assertThat(run.exit()).as(commands + run.output()).isZero();
        // Such a command succeeds too.
        assertThat(run.output()).doesNotContain("without a class cache");
    }

    /** The ranks print at the same time, so the order of the lines does not count. */
    private static void assertPrints(String example, List<String> printed) throws IOException {
        assertThat(printed)
                .as(example)
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(EXPECTED.resolve(example + ".txt")));
    }
}
