// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;
import org.pmixj.samples.GroupMember;

/** The sample group-member: programs in C and in Java are members of one group, and the last one leaves. */
class GroupMemberIT {
    @TempDir
    Path work;

    /** Checks what the ranks say. The languages are those of the ranks. */
    private static void assertComplete(Launched job, String... languages) {
        assertThat(job.exit()).as(job.output()).isZero();
        int size = languages.length;
        long inC = List.of(languages).stream().filter("C"::equals).count();
        for (int rank = 0; rank < size; rank++) {
            String start = "rank " + rank + " in " + languages[rank] + ": ";
            assertThat(job.output())
                    .contains(start
                            + (languages[rank].equals("C")
                                    ? size - inC + " of " + size + " members are in Java"
                                    : inC + " of " + size + " members are in C")
                            + ", the sum is " + size * (size + 1) / 2 + "\n")
                    .contains(start + (rank == size - 1 ? "has left\n" : "the group has ended\n"));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "5, 3"})
    void aMemberInCLeaves(int ranks, int nodes) throws Exception {
        Launched.needsLauncher();
        Launched job = Launched.run(
                work, List.of(SamplesIT.RUN, "group-member", "-n", "" + ranks, "--nodes", "" + nodes), Map.of());
        String[] languages = new String[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            languages[rank] = rank < (ranks + 1) / 2 ? "Java" : "C";
        }
        assertComplete(job, languages);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aMemberInJavaLeaves(int nodes) throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("group-member");
        CCode.compile(
                work,
                "-std=gnu11",
                "-pthread",
                "-o",
                program.toString(),
                Path.of("../../samples/src/main/c/group-member.c")
                        .toAbsolutePath()
                        .normalize()
                        .toString());
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes), "-n", "2", program.toString(), ":"));
        command.addAll(List.of("-n", "2"));
        command.addAll(Launched.java(GroupMember.class));
        assertComplete(Launched.run(work, command, Map.of()), "C", "C", "Java", "Java");
    }
}
