// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.IOException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Reads what the manifest of a JAR names as its class path. */
public final class ManifestClassPath {
    private ManifestClassPath() {}

    /**
     * Returns the files that a JAR names, as the JVM finds them: each name is a URL relative to the JAR.
     *
     * @param jar the JAR
     * @return the paths in their order, also those of files that do not exist; empty if it names none, or is no JAR
     */
    public static List<Path> of(Path jar) {
        List<Path> paths = new ArrayList<>();
        for (String name : names(jar).split(" +", -1)) {
            try {
                if (!name.isEmpty()) {
                    paths.add(Path.of(jar.toUri().resolve(name)));
                }
            } catch (IllegalArgumentException | FileSystemNotFoundException e) {
                // The URL is not that of a file.
            }
        }
        return paths;
    }

    private static String names(Path archive) {
        if (!Files.isRegularFile(archive)) {
            return "";
        }
        try (JarFile jar = new JarFile(archive.toFile())) {
            Manifest manifest = jar.getManifest();
            String names =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return names == null ? "" : names.strip();
        } catch (IOException e) {
            // The JVM says so, if it is no JAR.
            return "";
        }
    }
}
