// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmixj.checks.Golden;
import org.pmixj.it.support.Launched;

/**
 * Members of a group end: each cell of the table {@link GroupFault} is a job of its own, whose survivors come to the same
 * end in time, and go on. What they see is a row of {@code FAULTS.md}, which may be another one where it says so.
 */
class GroupFaultMatrixIT {
    private static final Path DOCUMENT = Path.of("../../groups-java/FAULTS.md");

    @TempDir
    Path work;

    @Test
    void documentExplainsEveryMoment() throws IOException {
        assertThat(DOCUMENT)
                .content()
                .contains(Stream.of(GroupFault.When.values())
                        .map(GroupFault.When::explanation)
                        .toList());
    }

    static Stream<GroupFault> some() {
        return chosen(GroupFault.some());
    }

    static Stream<GroupFault> all() {
        return chosen(GroupFault.all());
    }

    private static Stream<GroupFault> chosen(List<GroupFault> cells) {
        String only = System.getProperty("pmixj.faults", "");
        return cells.stream().filter(cell -> cell.argument().contains(only));
    }

    /** Run by {@code ci/test slow}. */
    @Tag("slow")
    @ParameterizedTest(name = "{0}")
    @MethodSource("some")
    void someCell(GroupFault cell) throws Exception {
        test(cell);
    }

    /** Run by {@code ci/test faults}. */
    @Tag("faults")
    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void anyCell(GroupFault cell) throws Exception {
        test(cell);
    }

    private void test(GroupFault cell) throws Exception {
        Launched job = Launched.run(work, command(cell), Map.of());
        String outcome = String.join("; ", judge(cell, job.output()));
        String columns = "| %s | %s | %s | %d | ".formatted(cell.who(), cell.how(), cell.when(), cell.nodes());
        Golden.updateRow(DOCUMENT, columns, columns + outcome + " |");
    }

    private List<String> command(GroupFault cell) {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(cell.nodes()));
        command.addAll(List.of("prterun", "-n", Integer.toString(cell.ranks())));
        command.addAll(List.of("--map-by", Launched.mapBy(cell.nodes())));
        command.addAll(List.of("--runtime-options", "recoverable,notifyerrors"));
        command.addAll(Launched.java(GroupFaultRank.class, cell.argument(), work.toString()));
        return command;
    }

    /** Returns the outcome of each step, which is the same for all survivors. */
    private List<String> judge(GroupFault cell, String output) throws IOException {
        List<String> common = List.of();
        for (int survivor : cell.survivors()) {
            Path file = work.resolve("rank-" + survivor);
            assertThat(file).as("rank %d: %s", survivor, output).exists();
            List<String> steps = Files.readAllLines(file);
            assertThat(steps).as("rank %d: %s", survivor, output).last().isEqualTo("ok");
            // Who leaves sees no more of the group.
            if (cell.when() != GroupFault.When.LEAVE || survivor != cell.last()) {
                if (common.isEmpty()) {
                    common = steps;
                }
                assertThat(steps).as("rank %d: %s", survivor, output).isEqualTo(common);
            }
        }
        return common.stream()
                .filter(step -> !step.startsWith("members") && !step.startsWith("again") && !step.equals("ok"))
                .toList();
    }
}
