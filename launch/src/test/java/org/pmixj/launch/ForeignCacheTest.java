// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of class caches to which other users may write: they would decide which code the ranks run. */
class ForeignCacheTest {
    private static final int ANOTHER_USER = 4711;

    @TempDir
    Path work;

    private int trainings(Path folder) throws IOException {
        Path jar = Files.write(work.resolve("some.jar"), new byte[] {1});
        ClassCache cache = new ClassCache(
                folder, Path.of(System.getProperty("java.home"), "bin", "java"), List.of(), List.of(jar.toString()));
        AtomicInteger trainings = new AtomicInteger();
        assertThat(cache.use(_ -> trainings.incrementAndGet(), Duration.ofSeconds(10)))
                .isEmpty();
        return trainings.get();
    }

    @Test
    void aFolderThatOthersMayChangeIsNotUsed() throws IOException {
        Path folder = Files.createDirectory(work.resolve("shared"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(trainings(folder)).isZero();
        assertThatIOException().isThrownBy(() -> OwnFiles.check(folder)).withMessageContaining("chmod go-w");
    }

    @Test
    void aFolderOfAnotherUserIsNotUsed() throws IOException {
        Path folder = Files.createDirectory(work.resolve("foreign"));
        assumeThatCode(() -> Files.setAttribute(folder, "unix:uid", ANOTHER_USER))
                .doesNotThrowAnyException();
        assertThat(trainings(folder)).isZero();
        assertThatIOException()
                .isThrownBy(() -> OwnFiles.checkOwner(folder))
                .withMessageContaining("belongs to another user");
    }

    @Test
    void aNewFolderIsOfThisUserAlone() throws IOException {
        Path folder = work.resolve("one").resolve("two");
        assertThat(trainings(folder)).isPositive();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.getParent())))
                .isEqualTo("rwx------");
        OwnFiles.check(folder);
    }
}
