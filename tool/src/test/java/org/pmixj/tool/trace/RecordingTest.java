// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.tool.Refusal;

/** Recordings that are whole, unfinished, damaged and foreign. */
class RecordingTest {
    private static final int STATE_AT = 64;
    private static final int FLAGS_AT = 67;

    @TempDir
    Path folder;

    private static int fences(Trace trace, int rank) {
        return trace.ranks().get(rank).operations.size();
    }

    /** Makes a file what a killed JVM leaves: marked as unfinished, with the begin of what it would have written next. */
    private static void kill(Path file) throws Exception {
        byte[] whole = Files.readAllBytes(file);
        byte[] killed = Arrays.copyOf(whole, whole.length + 100);
        killed[STATE_AT] = 3;
        killed[FLAGS_AT] = 1;
        Files.write(file, killed);
    }

    @Test
    void wholeRecordings() throws Exception {
        Recorded.rank(folder, 0, 3);
        Recorded.rank(folder, 1, 3);
        Trace trace = Trace.read(folder);
        assertThat(trace.problems()).isEmpty();
        assertThat(trace.ranks()).extracting(Rank::process).containsExactly("job@1:0", "job@1:1");
        assertThat(trace.ranks()).extracting(rank -> rank.host).containsOnly("node0");
        assertThat(trace.meetings()).hasSize(3);
    }

    @Test
    void aPhaseHasItsType() throws Exception {
        Recorded.record(folder, "job@1.0", () -> {
            Recorded.session(0);
            new Recorded.Phase().commit();
        });
        assertThat(Trace.read(folder).ranks().getFirst().phases)
                .extracting(Rank.Phase::title)
                .containsExactly("assemble (matrix)");
    }

    /** A folder with a link to one above it. */
    @Test
    void aLoop() throws Exception {
        Recorded.rank(folder, 0, 3);
        Files.createSymbolicLink(Files.createDirectory(folder.resolve("more")).resolve("up"), folder);
        assertThat(Trace.read(folder).ranks()).hasSize(1);
    }

    @Test
    void aKilledRank() throws Exception {
        Recorded.rank(folder, 0, 3);
        kill(Recorded.rank(folder, 1, 2));
        Trace trace = Trace.read(folder);
        assertThat(fences(trace, 1)).isEqualTo(2);
        assertThat(trace.ranks().get(1).cut).isTrue();
        assertThat(trace.problems())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("job@1:1 did not end by itself: its recording ends at ");
    }

    @Test
    void aRankThatWasKilledAtOnce() throws Exception {
        Recorded.rank(folder, 0, 1);
        Path file = Recorded.rank(folder, 1, 1);
        byte[] head = Arrays.copyOf(Files.readAllBytes(file), 4096);
        ByteBuffer.wrap(head).putLong(8, head.length).put(STATE_AT, (byte) 1);
        Files.write(file, head);
        assertThat(Trace.read(folder).problems())
                .anySatisfy(problem -> assertThat(problem).contains("killed in its first second"))
                .anySatisfy(problem -> assertThat(problem).startsWith("not recorded: rank 1 of job@1"));
    }

    @Test
    void filesThatAreNoRecordings() throws Exception {
        Recorded.rank(folder, 0, 1);
        Files.write(Recorded.rank(folder, 1, 1), new byte[0]);
        Files.writeString(Recorded.rank(folder, 2, 1), "hello ".repeat(100));
        Path cut = Recorded.rank(folder, 3, 1);
        byte[] whole = Files.readAllBytes(cut);
        whole[STATE_AT] = 2;
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        Path damaged = Recorded.rank(folder, 4, 1);
        byte[] other = Files.readAllBytes(damaged);
        Arrays.fill(other, 68, other.length, (byte) 0xee);
        Files.write(damaged, other);
        Recorded.record(folder, "job@1.5", () -> {});
        assertThat(Trace.read(folder).problems())
                .anySatisfy(problem -> assertThat(problem).endsWith(" is empty"))
                .anySatisfy(problem -> assertThat(problem).endsWith(" is no recording of the JDK's flight recorder"))
                .anySatisfy(problem -> assertThat(problem).contains(" is cut off: it has "))
                .anySatisfy(problem -> assertThat(problem).contains(" is damaged behind its first 0 events"))
                .anySatisfy(problem -> assertThat(problem).endsWith(" has no events of pmixj"))
                .noneSatisfy(problem -> assertThat(problem).contains("Exception"));
    }

    @Test
    void nothingToRead() throws Exception {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> Trace.read(missing))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("there is no folder");
        assertThatThrownBy(() -> Trace.read(folder))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("'pmixj run --trace");
        Files.write(Recorded.rank(folder, 0, 1), new byte[0]);
        assertThatThrownBy(() -> Trace.read(folder))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("no rank can be read");
    }

    /** A process may be killed between its start and its session. */
    @Test
    void theFolderNamesARankWithoutASession() throws Exception {
        Recorded.record(folder, "job@1.7", () -> Recorded.fences(1));
        assertThat(Trace.read(folder).ranks()).extracting(Rank::process).containsExactly("job@1:7");
    }

    @Test
    void aSecondRecordingOfARank() throws Exception {
        Recorded.rank(folder, 0, 2);
        Recorded.rank(folder.resolve("other"), 0, 2);
        assertThat(Trace.read(folder).problems())
                .anySatisfy(problem -> assertThat(problem).contains(" is a second recording of job@1:0"));
    }

    @Test
    void aCallThatHasNotEnded() throws Exception {
        Recorded.rank(folder, 0, 1);
        Recorded.record(folder, "job@1.1", () -> {
            Recorded.session(1);
            for (int sequence = 1; sequence <= 2; sequence++) {
                Recorded.entered(0, sequence);
            }
            Recorded.fences(1);
        });
        Trace trace = Trace.read(folder);
        assertThat(trace.ranks().get(1).operations)
                .extracting(Rank.Operation::status)
                .containsExactlyInAnyOrder("SUCCESS", Rank.Operation.OPEN);
        assertThat(trace.meetings())
                .filteredOn(meeting -> meeting.first().sequence() == 2)
                .singleElement()
                .extracting(Meeting::awaitedNames)
                .isEqualTo("rank 0");
    }

    /** The second of rank 1 calls first, and its second call does not end. */
    @Test
    void copiesOfTheLibraryAreCountedTogether() throws Exception {
        Recorded.record(folder, "job@1.0", () -> {
            Recorded.session(0);
            Recorded.fence(0, 1);
            Recorded.fence(1, 1);
            Recorded.fence(0, 2);
            Recorded.fence(0, 3);
        });
        Recorded.record(folder, "job@1.1", () -> {
            Recorded.session(1);
            Recorded.fence(1, 1);
            Recorded.fence(0, 1);
            Recorded.entered(0, 2);
            Recorded.fence(0, 2);
            Recorded.entered(1, 2);
        });
        Trace trace = Trace.read(folder);
        assertThat(trace.problems()).isEmpty();
        assertThat(trace.meetings())
                .hasSize(4)
                .allMatch(meeting -> meeting.calls().size() == 2);
        assertThat(trace.ranks())
                .allSatisfy(rank -> assertThat(rank.operations)
                        .extracting(Rank.Operation::sequence)
                        .containsExactly(1L, 2L, 3L, 4L));
        assertThat(trace.ranks())
                .extracting(rank ->
                        rank.operations.stream().map(Rank.Operation::copy).toList())
                .containsExactly(List.of(0, 1, 0, 0), List.of(1, 0, 0, 1));
    }

    @Test
    void moreOperationsThanAreKept() throws Exception {
        Recorded.rank(folder, 0, 100);
        Recorded.rank(folder, 1, 5);
        Trace trace = Trace.read(folder, 20);
        assertThat(fences(trace, 0)).isEqualTo(10);
        assertThat(trace.meetings()).hasSize(5);
        assertThat(trace.problems())
                .anySatisfy(
                        problem -> assertThat(problem).contains("the last 90 operations and handlers were left out"));
    }
}
