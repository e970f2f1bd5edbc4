// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmixj.it.support.Launched;

/**
 * Members of a group end: each cell of the table {@link GroupFault} is a job of its own, whose survivors come to the same
 * end in time, and go on. The cells with their results are in {@code target/fault-matrix.md} afterwards.
 */
class GroupFaultMatrixIT {
    private static final Path TABLE = Path.of("target", "fault-matrix.md");

    @TempDir
    Path work;

    @Test
    void documentExplainsEveryMoment() throws IOException {
        assertThat(Path.of("../../groups-java/FAULTS.md"))
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
        String outcome = "failed";
        try {
            Launched job = Launched.run(work, command(cell), Map.of());
            outcome = String.join("; ", judge(cell, job.output()));
        } finally {
            record(cell, outcome);
        }
    }

    private List<String> command(GroupFault cell) {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(cell.nodes()));
        command.addAll(List.of("prterun", "-n", Integer.toString(cell.ranks())));
        command.addAll(List.of("--map-by", Launched.mapBy(cell.nodes())));
        command.addAll(List.of("--rtos", "recoverable,notifyerrors"));
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

    private static void record(GroupFault cell, String outcome) throws IOException {
        if (!Files.exists(TABLE)) {
            Files.writeString(TABLE, "| who | how | when | nodes | what the survivors see |\n|---|---|---|---|---|\n");
        }
        Files.writeString(
                TABLE,
                "| %s | %s | %s | %d | %s |%n".formatted(cell.who(), cell.how(), cell.when(), cell.nodes(), outcome),
                StandardOpenOption.APPEND);
    }
}
