// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Collects the class path of the ranks: all entries of this JVM's class path and module path. */
final class ClassPath {
    private ClassPath() {}

    static Collection<String> of(Class<?> testClass) {
        Set<String> entries = new LinkedHashSet<>();
        addRoot(entries, testClass);
        addPath(entries, System.getProperty("java.class.path", ""));
        addPath(entries, System.getProperty("jdk.module.path", ""));
        return entries;
    }

    /** Returns the entries that are no directories. */
    static Collection<String> archives(Class<?> testClass) {
        return of(testClass).stream()
                .filter(entry -> Files.isRegularFile(Path.of(entry)))
                .toList();
    }

    /** Returns the entries that are folders of classes. */
    static Collection<String> folders(Class<?> testClass) {
        return of(testClass).stream()
                .filter(entry -> Files.isDirectory(Path.of(entry)))
                .toList();
    }

    /** Returns all entries, the {@link #archives} first. */
    static Collection<String> archivesFirst(Class<?> testClass) {
        Set<String> entries = new LinkedHashSet<>(archives(testClass));
        entries.addAll(of(testClass));
        return entries;
    }

    // Build tools patch test classes into the module under test; those are on neither path.
    private static void addRoot(Set<String> entries, Class<?> testClass) {
        String resource = testClass.getName().replace('.', '/') + ".class";
        URL url = testClass.getResource("/" + resource);
        if (url != null && url.getProtocol().equals("file")) {
            String file = url.toString();
            entries.add(Path.of(URI.create(file.substring(0, file.length() - resource.length())))
                    .toString());
        }
    }

    private static void addPath(Set<String> entries, String path) {
        for (String entry : path.split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                entries.add(entry);
                // A directory of modules; harmless for one of classes.
                if (Files.isDirectory(Path.of(entry))) {
                    entries.add(entry + File.separator + "*");
                }
            }
        }
    }
}
