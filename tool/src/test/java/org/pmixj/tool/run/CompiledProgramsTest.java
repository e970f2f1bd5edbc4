// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several starts of the same program, which share a folder. */
class CompiledProgramsTest {
    private static final int STARTS = 8;

    @TempDir
    Path work;

    private int files = 1;

    private void write(Path folder) throws IOException {
        for (int file = 0; file < files; file++) {
            Files.writeString(folder.resolve(file + ".class"), "class " + file);
        }
    }

    private void assertComplete(Path folder) {
        for (int file = 0; file < files; file++) {
            assertThat(folder.resolve(file + ".class")).hasContent("class " + file);
        }
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> found = Files.list(work)) {
            return found.toList();
        }
    }

    /** Identifies a folder, even if another one has its name later. */
    private static Object key(Path folder) throws IOException {
        return Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
    }

    /** No start takes away the folder of another one, not even for a moment. */
    @ParameterizedTest
    @CsvSource({"absent, 1, 100", "unused, 1, 100", "changed, 20, 50"})
    void startsAtTheSameTime(String before, int size, int rounds) throws Exception {
        files = size;
        CompiledPrograms programs = new CompiledPrograms(work);
        try (ExecutorService threads = Executors.newFixedThreadPool(STARTS)) {
            for (int round = 0; round < rounds; round++) {
                String main = "Main" + round;
                if (!before.equals("absent")) {
                    Path old = programs.compile(main, this::write);
                    if (before.equals("changed")) {
                        Files.writeString(old.resolve("0.class"), "changed");
                    } else {
                        Files.setLastModifiedTime(
                                old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
                    }
                }
                CyclicBarrier together = new CyclicBarrier(STARTS);
                List<Future<?>> starts = new ArrayList<>();
                for (int start = 0; start < STARTS; start++) {
                    starts.add(threads.submit(() -> {
                        Path folder = programs.compile(main, fresh -> {
                            write(fresh);
                            await(together);
                        });
                        Object key = key(folder);
                        await(together);
                        assertThat(key(folder)).isEqualTo(key);
                        assertComplete(folder);
                        return null;
                    }));
                }
                for (Future<?> start : starts) {
                    start.get(1, TimeUnit.MINUTES);
                }
            }
        }
    }

    private static void await(CyclicBarrier barrier) throws IOException {
        try {
            barrier.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** A job may run what somebody has changed by hand. */
    @Test
    void aChangedOneStays() throws Exception {
        CompiledPrograms programs = new CompiledPrograms(work);
        Path changed = programs.compile("Main", this::write);
        Files.writeString(changed.resolve("0.class"), "changed");
        Path again = programs.compile("Main", this::write);
        assertComplete(again);
        assertThat(changed.resolve("0.class")).hasContent("changed");
        assertThat(kept()).containsExactlyInAnyOrder(changed, again);
    }

    /** Otherwise another process might delete it at the moment when the job starts. */
    @Test
    void oneThatIsDeletedSoonIsNotUsedAgain() throws Exception {
        CompiledPrograms programs = new CompiledPrograms(work);
        Path old = programs.compile("Main", this::write);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(29 * 24 + 1))));
        Path again = programs.compile("Main", this::write);
        assertThat(kept()).containsExactlyInAnyOrder(old, again);
        assertThat(programs.compile("Main", this::write)).isEqualTo(again);
    }
}
