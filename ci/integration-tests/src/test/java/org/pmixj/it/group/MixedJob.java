// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/**
 * A job whose ranks are in part Java programs, {@link GroupRank}, and in part C programs, {@code
 * native/tests/group-rank.c}, or in Python, {@code native/tests/group-rank.py}. The steps of a rank say what it does:
 * {@code COMMAND} or {@code COMMAND -> OUTCOME}; the outcomes are checked. {@code A or B} is either.
 */
final class MixedJob {
    private static final String ARROW = " -> ";

    /** A rank and its steps. */
    record Rank(Language language, List<String> steps) {
        private enum Language {
            JAVA,
            C,
            PYTHON
        }

        static Rank java(String... steps) {
            return new Rank(Language.JAVA, List.of(steps));
        }

        static Rank c(String... steps) {
            return new Rank(Language.C, List.of(steps));
        }

        static Rank python(String... steps) {
            return new Rank(Language.PYTHON, List.of(steps));
        }

        private List<String> program(Path inC) {
            return switch (language) {
                case JAVA -> Launched.java(GroupRank.class);
                case C -> List.of(inC.toString());
                case PYTHON -> List.of("python3", CCode.source("group-rank.py"));
            };
        }

        private List<String> commands() {
            return steps.stream().map(step -> step.split(ARROW)[0]).toList();
        }

        private List<String> outcomes(int rank) {
            return steps.stream()
                    .filter(step -> step.contains(ARROW))
                    .map(step -> rank + ": " + step)
                    .toList();
        }
    }

    private MixedJob() {}

    private static void assertOneOf(String line, String expected) {
        int outcome = expected.indexOf(ARROW) + ARROW.length();
        assertThat(line).startsWith(expected.substring(0, outcome));
        assertThat(expected.substring(outcome).split(" or ")).contains(line.substring(outcome));
    }

    /**
     * Runs the ranks in the order given, dealt to the nodes in turn, each knowing of the end of others.
     *
     * @param work a directory for the program in C, which several jobs can use, and for what they write
     * @param nodes 1 is this one
     */
    static void run(Path work, int nodes, Rank... ranks) throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("group-rank");
        if (!Files.exists(program)) {
            CCode.compile(work, "-pthread", "-o", program.toString(), CCode.source("group-rank.c"));
        }
        Path points = Files.createTempDirectory(work, "points");
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(
                List.of("prterun", "--runtime-options", "recoverable,notifyerrors", "--map-by", ":oversubscribe"));
        for (int rank = 0; rank < ranks.length; rank++) {
            if (rank > 0) {
                command.add(":");
            }
            if (nodes > 1) {
                command.addAll(List.of("--host", "node" + rank % nodes));
            }
            command.addAll(List.of("-n", "1"));
            command.addAll(ranks[rank].program(program));
            command.add(points.toString());
            command.addAll(ranks[rank].commands());
        }
        Launched job = Launched.run(work, command, Map.of());
        List<String> lines = job.output().lines().toList();
        for (int rank = 0; rank < ranks.length; rank++) {
            String own = rank + ": ";
            List<String> expected = ranks[rank].outcomes(rank);
            List<String> seen =
                    lines.stream().filter(line -> line.startsWith(own)).toList();
            assertThat(seen)
                    .as("rank %s, of %s", rank, job.output())
                    .hasSameSizeAs(expected)
                    .zipSatisfy(expected, MixedJob::assertOneOf);
        }
    }
}
