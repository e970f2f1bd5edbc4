// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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

    @Test
    void theJarItself() throws IOException {
        Path app = jar("app.jar", "");
        Path before = file(app.toString());
        Files.setLastModifiedTime(app, FileTime.fromMillis(1_000_000_000_000L));
        assertThat(file(app.toString())).isNotEqualTo(before);
    }
}
