// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The name of a cache depends on each JAR that the JVM may read. */
class CacheNameTest {
    @TempDir
    Path work;

    private Path jar(String name, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path file = work.resolve(name);
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file;
    }

    private Path file(String... entries) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ClassCache(work.resolve("caches"), java, List.of(), List.of(entries)).file();
    }

    @Test
    void jarsThatAManifestNames() throws IOException {
        String app = jar("app.jar", "lib/one.jar  two%20words.jar missing.jar http://localhost/x.jar bad%name")
                .toString();
        Files.createDirectory(work.resolve("lib"));
        Path one = jar("lib/one.jar", "../deep.jar ../app.jar");
        Path two = jar("two words.jar", "");
        Path deep = jar("deep.jar", "");
        Set<Path> names = new HashSet<>(Set.of(file(app)));
        assertThat(file(app)).isIn(names);
        for (Path changed : List.of(one, two, deep, work.resolve("missing.jar"))) {
            if (Files.exists(changed)) {
                Files.setLastModifiedTime(changed, FileTime.fromMillis(1_000_000_000_000L));
            } else {
                jar("missing.jar", "");
            }
            assertThat(names.add(file(app))).as(changed.toString()).isTrue();
            assertThat(names.add(file(app))).isFalse();
        }
    }

    /** A cache that other options have, and a file of the user's. */
    @Test
    void whatIsDeleted() throws IOException {
        Path folder = Files.createDirectory(work.resolve("caches"));
        Instant now = Instant.now();
        String own = "0".repeat(16);
        Path usedToday = cache(folder, own, "1", now.minus(Duration.ofHours(23)));
        Path usedBefore = cache(folder, own, "2", now.minus(Duration.ofDays(2)));
        Path otherUsed = cache(folder, "f".repeat(16), "1", now.minus(Duration.ofDays(29)));
        Path otherForgotten = cache(folder, "a".repeat(16), "1", now.minus(Duration.ofDays(31)));
        Path notOurs = cache(folder, "my", "1", now.minus(Duration.ofDays(100)));
        // This cache was read by a JVM whose options a script has kept.
        Path otherRead = cache(folder, "b".repeat(16), "1", now.minus(Duration.ofDays(31)));
        setTimes(otherRead, now.minus(Duration.ofDays(31)), now.minus(Duration.ofDays(29)));
        Path ofAnotherUser = cache(folder, "c".repeat(16), "1", now.minus(Duration.ofDays(31)));
        boolean isRoot = changeOwner(ofAnotherUser);
        // A process was killed that created one.
        Path left = unfinished(otherUsed, ".0123.classes", now.minus(Duration.ofDays(2)));
        Path beingMade = unfinished(otherUsed, ".4567", now.minus(Duration.ofHours(23)));
        new CacheFiles(folder, new CacheName(own, "3".repeat(16))).deleteUnused();
        assertThat(usedToday).exists();
        assertThat(usedBefore).doesNotExist();
        assertThat(otherUsed).exists();
        assertThat(otherForgotten).doesNotExist();
        assertThat(notOurs).exists();
        assertThat(otherRead).exists();
        assertThat(Files.exists(ofAnotherUser)).isEqualTo(isRoot);
        assertThat(left).doesNotExist();
        assertThat(beingMade).exists();
    }

    private static Path cache(Path folder, String names, String state, Instant used) throws IOException {
        return setTimes(Files.createFile(folder.resolve(names + "-" + state.repeat(16) + ".aot")), used, used);
    }

    private static Path unfinished(Path cache, String more, Instant written) throws IOException {
        return setTimes(Files.createFile(Path.of(cache + more)), written, written);
    }

    private static Path setTimes(Path file, Instant written, Instant read) throws IOException {
        Files.getFileAttributeView(file, BasicFileAttributeView.class)
                .setTimes(FileTime.from(written), FileTime.from(read), null);
        return file;
    }

    /** Returns false if this user may not do so. */
    private static boolean changeOwner(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", 4711);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void theJarItself() throws IOException {
        Path app = jar("app.jar", "");
        Path before = file(app.toString());
        Files.setLastModifiedTime(app, FileTime.fromMillis(1_000_000_000_000L));
        assertThat(file(app.toString())).isNotEqualTo(before);
    }
}
